import { OPERATION_IDS, type OperationId, operations } from "@plumbline/schemas";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";
import { spelledOut } from "./parameters.ts";

const shown = OPERATION_IDS.filter((id) => operations[id].result.kind !== "not-shown");

/**
 * Answers with another kind of body than the operation's, only to the query of `spelledOut`. If every answer were
 * wrong, each rule that reads one would notice; with this query, the operation's own rule must notice.
 */
export const resultFaults: readonly Fault[] = layer(
  "results",
  shown.map((id) => {
    const { words, isIn, seenBy } = spelledOut(id);
    const { said, wrong } = otherKind(id);
    return {
      id: `RS-${numberOf(id)}`,
      text: `${operations[id].title}: a request with ${words} is answered with ${said}.`,
      violates: [`OP${numberOf(id)}-RESP`, ...seenBy, ...shapeRules(id)],
      change: ({ answers }) => ({
        answers: (operation, body, given) => {
          const answer = answers(operation, body, given);
          return operation.id === id && isIn(given) ? { status: 200, body: wrong(answer.body) } : answer;
        },
      }),
    };
  }),
);

/** Rules about the shape of several answers, which a bare text breaks as well. */
function shapeRules(id: OperationId): readonly string[] {
  const { area, result, query } = operations[id];
  if (id === "listMatcherFieldNames") return ["ALC-MATCHER-NAMES"];
  if (area === "access-history") return ["ACC-SHAPE"];
  if (id === "issueServiceToken") return ["TOKEN-SUCCESS", "TOKEN-QUERY"];
  if (id === "discoverMetricsTargets") return ["METRICS-SHAPE"];
  return result.kind === "paged" && query.some(({ name }) => name === "itemsPerPage") ? ["PAGE-SHAPE"] : [];
}

function otherKind(id: OperationId): { readonly said: string; readonly wrong: (body: unknown) => unknown } {
  const kind = operations[id].result.kind;
  switch (kind) {
    case "empty":
      return { said: "a member that the description does not list", wrong: () => ({ removed: true }) };
    case "array":
      return { said: "its array as a text", wrong: (body) => JSON.stringify(body) };
    case "paged":
      return { said: "a text instead of the list", wrong: (body) => JSON.stringify(body) };
    case "record":
    case "not-shown":
    case undefined:
      return { said: "its record as a text", wrong: (body) => JSON.stringify(body ?? null) };
    default:
      return kind satisfies never;
  }
}
