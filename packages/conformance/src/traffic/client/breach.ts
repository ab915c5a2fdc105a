import { type Violation, validate } from "@plumbline/schemas/validate";
import type { WatchedExchange } from "../../ground/watched-exchange.ts";
import { inAnalyzerOfIndex } from "../../oracles/in-analyzer-of-index.ts";
import { isSuggested } from "./suggested.ts";

/**
 * The limit that a request breaks, in the words of the schema. It is mild if the schema has the level SHOULD, if a
 * boolean query parameter has another value, and in the analyzers of an index: a run makes these a SHOULD too.
 */
export interface Breach {
  readonly text: string;
  readonly isMild: boolean;
}

/** The first limit that a request breaks, a mild one only if there is no other; the text does not quote the sent value. */
export function breachIn({ call, contract, operation, version }: WatchedExchange): Breach | undefined {
  const options = { contract, version };
  const { query, body, rawPath } = call;
  const all = body === undefined ? [] : validate(operation.id, "body", contract.wire(body), options);
  const inBody = all.find((one) => !isMildIn(operation, one)) ?? all[0];
  if (inBody !== undefined)
    return { text: `the body at ${inBody.pointer || "/"}: ${inBody.expected}`, isMild: isMildIn(operation, inBody) };
  const [inQuery] = query === undefined ? [] : validate(operation.id, "query", query, options);
  if (inQuery !== undefined) {
    const name = inQuery.pointer.split("/")[1] ?? "";
    const schema = operation.query.find((one) => one.name === name)?.schema;
    return { text: `the query at ${inQuery.pointer}: ${inQuery.expected}`, isMild: schema?.type === "boolean" };
  }
  const [name] = Object.keys(rawPath ?? {});
  return name === undefined ? undefined : { text: `the path at ${name}`, isMild: false };
}

const isMildIn = ({ id, body }: Pick<WatchedExchange["operation"], "id" | "body">, found: Violation): boolean =>
  (body !== undefined && isSuggested(body.schema, found)) || inAnalyzerOfIndex(id, found.pointer);
