import { isDeepStrictEqual } from "node:util";
import { operations as catalogue, type Operation, type OperationId } from "@plumbline/schemas";
import { isUndescribed } from "../../ground/call.ts";
import { broken, expects, type Judgement } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { violated } from "../../oracles/violated.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import { notice, type Requirement, watch } from "../../rule/requirement.ts";
import { is } from "../shared/subjects.ts";
import { credentialNeeds } from "./credential-needs.ts";

function isEmpty({ answer, call }: WatchedExchange): Judgement | undefined {
  if (!succeeded(answer) || isUndescribed(call) || call.query?.["envelope"] === "true") return undefined;
  const empty = answer.body.trim() === "" || isDeepStrictEqual(answer.json, {});
  return expects(empty, "an empty object, or no body", () => quoted(answer.json ?? answer.body));
}

/** What an operation returns. */
export function resultRules(id: OperationId): readonly Requirement[] {
  const operation = catalogue[id];
  if (operation.result.kind === "not-shown") {
    return [
      notice({
        id: operationRule(id, "RESP"),
        level: "UNSPECIFIED",
        text: `${operation.title}: the body of its answer is not given.`,
        section: operation.section,
        on: is(id),
        notice: ({ answer, call }) =>
          succeeded(answer) && !isUndescribed(call)
            ? `${answer.status} ${answer.body === "" ? "without a body" : "with a body"}`
            : undefined,
      }),
    ];
  }
  return [
    watch({
      id: operationRule(id, "RESP"),
      level: "MUST",
      basis: operation.basis === "stated" ? "stated" : "derived:D5",
      text: `${operation.title}: a successful answer is ${describeAll(operation)}.`,
      section: operation.section,
      needs: credentialNeeds(operation),
      on: is(id),
      each: true,
      examine:
        operation.result.kind === "empty"
          ? isEmpty
          : (watched) =>
              saysNothing(watched) ?? violated(({ pointer, keyword }) => pointer === "" && keyword === "type")(watched),
    }),
  ];
}

/** An answer without a body breaks this rule, because rules about the contents of a body skip it. */
function saysNothing({ answer, call, operation }: WatchedExchange): Judgement | undefined {
  if (!succeeded(answer) || isUndescribed(call) || answer.body.trim() !== "" || !("schema" in operation.result))
    return undefined;
  return broken(
    operation.result.kind === "record" ? "a JSON object" : "a JSON list",
    `${answer.status} without a body`,
  );
}

/** The results in all versions, each form once. */
function describeAll({ result, inVersion = {} }: Operation): string {
  const others = Object.values(inVersion).map((form) => form.result ?? result);
  return [...new Set([result, ...others].map(describe))].join(" or ");
}

function describe(kind: (typeof catalogue)[OperationId]["result"]): string {
  switch (kind.kind) {
    case "record":
      return `a JSON object: ${kind.schema.title ?? "the record"}`;
    case "paged":
      return `a paged list of ${kind.items.title ?? "records"}`;
    case "array":
      return "a JSON array";
    case "empty":
      return "an empty object or no body";
    case "not-shown":
      return "not given";
    default:
      return kind satisfies never;
  }
}
