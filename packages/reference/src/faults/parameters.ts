import { OPERATION_IDS, type Operation, type OperationId, operations } from "@plumbline/schemas";
import type { Given } from "../decisions/behaviour.ts";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";

/** Words for a query that every caller may send and that asks for what comes without it, and how to tell it. */
interface Spelled {
  readonly words: string;
  readonly isIn: (given: Given) => boolean;
  /** The other rules that look at answers to just this query. */
  readonly seenBy: readonly string[];
}

/**
 * What the operation is asked when its parameters are spelled out. Two switches together are looked at by no rule but
 * the operation's own; one alone also by the rule on its default, where the operation is a read that is said to have it.
 */
export function spelledOut(id: OperationId): Spelled {
  const { query, risk, assumedQuery }: Operation = operations[id];
  const names = query.map(({ name }) => name);
  if (names.includes("envelope") && names.includes("pretty"))
    return {
      words: "envelope and pretty together",
      isIn: (given) => given.has("envelope") && given.has("pretty"),
      seenBy: [],
    };
  if (names.includes("envelope"))
    return {
      words: "envelope=false",
      isIn: (given) => given.get("envelope") === "false",
      seenBy: risk === "read" && !assumedQuery ? ["ENV-DEFAULT"] : [],
    };
  const [name = ""] = names;
  return { words: name, isIn: (given) => given.has(name), seenBy: DEFAULT_RULES[name] ?? [] };
}

const DEFAULT_RULES: Readonly<Record<string, readonly string[]>> = {
  targetScheme: ["METRICS-TARGETSCHEME-DEFAULT"],
};

/** A list is asked with every two of its parameters. */
const isPaged = (id: OperationId): boolean =>
  operations[id].query.some(({ name }: { name: string }) => name === "pageNum");

/** Parameters that are taken one by one and not together, or not at all where there is one: operation by operation. */
export const parameterFaults: readonly Fault[] = layer(
  "parameters",
  OPERATION_IDS.map((id) => {
    const { words, isIn, seenBy } = spelledOut(id);
    return {
      id: `QP-${numberOf(id)}`,
      text: `${operations[id].title}: ${words} ${words.includes(" ") ? "are" : "is"} refused.`,
      // Token requests are few, so another rule asks with both as well.
      violates: [`OP${numberOf(id)}-PARAMS`, ...seenBy, ...(id === "issueServiceToken" ? ["TOKEN-QUERY"] : [])],
      ...(isPaged(id) && { inPassing: ["PAGE-TOGETHER"] }),
      change: ({ missingCompanion }) => ({
        missingCompanion: (groups, given, operation) =>
          operation.id === id && isIn(given) ? "neither" : missingCompanion(groups, given, operation),
      }),
    };
  }),
);
