import { type Fields, member } from "../ground/json.ts";
import { listIn } from "../oracles/envelope.ts";
import { ON_CLUSTER } from "../requirements/shared/statement-parts.ts";
import { is } from "../requirements/shared/subjects.ts";
import { analyzersOf } from "./analyzers-of.ts";
import type { Draw } from "./draw.ts";
import type { DrawnRule } from "./drawn-rule.ts";

/**
 * The description leaves open whether an update replaces analyzers or adds to them, so the answer may show others too.
 */
function amongOthers(sent: unknown, shown: unknown): unknown {
  const own = listIn(sent) ?? [];
  const names = new Set(own.map((one) => member(one, "name")));
  return [...own, ...(listIn(shown) ?? []).filter((one) => !names.has(member(one, "name")))];
}

/** Drawn lists of custom analyzers; a SHOULD, because the description leaves replacing or adding open. */
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
      // The description gives no rule for combinations: if the target refuses all, the rule sends each analyzer alone.
      const groups = [plain(draw), ...analyzersOf(draw)].map((one): Fields => ({ [String(one["name"])]: one }));
      return {
        operation: "replaceCustomAnalyzers",
        groups,
        body: (members) => Object.values(members).map((one): Fields => Object(one)),
        shownAs: amongOthers,
      };
    },
  },
];

/** An analyzer of parts that need no members except their types. */
const plain = (draw: Draw): Fields => ({
  name: "drawn",
  tokenizer: { type: draw.oneOf(["whitespace", "keyword", "standard"]) },
  charFilters: [{ type: "persian" }],
  tokenFilters: [{ type: draw.oneOf(["lowercase", "trim", "reverse"]) }],
});
