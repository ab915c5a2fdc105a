import type { Outcome } from "../http/render.ts";
import type { Fields } from "../records/fields.ts";
import { invalid, type Refusal } from "../refusal.ts";
import { textMember } from "../rules/members.ts";
import { type AnalyzerWrite, isReserved, type SearchBehaviour } from "../rules/search.ts";
import { flatAnalyzers } from "../rules/search-members.ts";
import { shows } from "./handler.ts";
import { inCluster } from "./in-cluster.ts";

/** Operations 15 and 16. */
export const customAnalyzerHandlers = {
  listCustomAnalyzers: inCluster(({ service }, { groupId, id }) =>
    shows(service.behaviour.search.showAnalyzers(service.state.analyzers.get(groupId, id)?.analyzers ?? [])),
  ),
  replaceCustomAnalyzers: inCluster(({ service, body, now }, { groupId, id }): Outcome => {
    const { behaviour, state, validator } = service;
    const sent = (Array.isArray(body) ? body : []).map((analyzer): Fields => ({ ...analyzer }));
    const objection = objectionTo(behaviour.search, sent, { write: "replace", pointer: "" });
    if (objection !== undefined) return objection;
    const before = state.analyzers.get(groupId, id);
    const analyzers = behaviour.search.analyzersAfter(before?.analyzers ?? [], flatAnalyzers(validator, sent));
    state.analyzers.put({ id, groupId, created: before?.created ?? now, analyzers });
    return shows(behaviour.search.showAnalyzers(flatAnalyzers(validator, sent)));
  }),
};

/** The refusal of a list of custom analyzers that contradict each other, with its place `pointer` in the body. */
export function objectionTo(
  search: SearchBehaviour,
  analyzers: readonly Fields[],
  { write, pointer }: { readonly write: AnalyzerWrite; readonly pointer: string },
): Refusal | undefined {
  if (search.repeatedName(analyzers, write) !== undefined)
    return invalid(`The body is not valid at "${pointer}": expected analyzers with different names.`);
  const index = analyzers.findIndex((analyzer) => isReserved(textMember(analyzer, "name") ?? ""));
  return index < 0
    ? undefined
    : invalid(`The body is not valid at "${pointer}/${index}/name": expected a name without a reserved prefix.`);
}
