import { OPERATION_IDS, type Operation, type OperationId, operations } from "@plumbline/schemas";
import type { Given } from "../decisions/behaviour.ts";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";

/** A query that every caller may send and that states only defaults, in words, and a test that recognises it. */
interface Spelled {
  readonly words: string;
  readonly isIn: (given: Given) => boolean;
  /** Other rules that check answers to exactly this query. */
  readonly seenBy: readonly string[];
}

/**
 * The query with an operation's parameters stated. Only the operation's own rule checks two switches together. The rule
 * on defaults also checks a single switch, if the operation is a read whose query the description states.
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

/** Whether rules call the operation with every two of its parameters. */
const isPaged = (id: OperationId): boolean =>
  operations[id].query.some(({ name }: { name: string }) => name === "pageNum");

/** For each operation, a server that refuses its query of `spelledOut`: two parameters together, or the only one. */
export const parameterFaults: readonly Fault[] = layer(
  "parameters",
  OPERATION_IDS.map((id) => {
    const { words, isIn, seenBy } = spelledOut(id);
    return {
      id: `QP-${numberOf(id)}`,
      text: `${operations[id].title}: ${words} ${words.includes(" ") ? "are" : "is"} refused.`,
      // Token requests are few, so another rule also sends both.
      violates: [`OP${numberOf(id)}-PARAMS`, ...seenBy, ...(id === "issueServiceToken" ? ["TOKEN-QUERY"] : [])],
      ...(isPaged(id) && { inPassing: ["PAGE-TOGETHER"] }),
      change: ({ missingCompanion }) => ({
        missingCompanion: (groups, given, operation) =>
          operation.id === id && isIn(given) ? "neither" : missingCompanion(groups, given, operation),
      }),
    };
  }),
);
