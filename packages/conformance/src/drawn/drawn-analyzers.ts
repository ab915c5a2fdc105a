import { type Fields, member } from "../json.ts";
import { listIn } from "../oracles/envelope.ts";
import { ON_CLUSTER } from "../requirements/shared/statement-parts.ts";
import { is } from "../requirements/shared/subjects.ts";
import { analyzersOf } from "./analyzers-of.ts";
import type { DrawnRule } from "./drawn-rule.ts";

/** Whether an update replaces the analyzers or adds to them is not given, so others may stand beside those that were sent. */
function amongOthers(sent: unknown, shown: unknown): unknown {
  const own = listIn(sent) ?? [];
  const names = new Set(own.map((one) => member(one, "name")));
  return [...own, ...(listIn(shown) ?? []).filter((one) => !names.has(member(one, "name")))];
}

export const drawnAnalyzers: readonly DrawnRule[] = [
  {
    of: "custom analyzers",
    suffix: "-ANALYZERS",
    level: "SHOULD",
    risk: "update",
    lane: "analyzers",
    needs: ON_CLUSTER,
    on: is("replaceCustomAnalyzers"),
    prepare: async () => async (draw) => {
      const analyzers = analyzersOf(draw);
      // Which parts go together is not given, so each analyzer is sent alone where they are refused together.
      const groups = analyzers.map((one): Fields => ({ [String(one["name"])]: one }));
      return {
        operation: "replaceCustomAnalyzers",
        groups: groups.length > 0 ? groups : [PLAIN],
        body: (members) => Object.values(members).map((one): Fields => Object(one)),
        shownAs: amongOthers,
      };
    },
  },
];

/** What any server of the interface takes. */
const PLAIN = { drawn: { name: "drawn", tokenizer: { type: "whitespace" } } };
