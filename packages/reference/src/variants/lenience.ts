import { isDeepStrictEqual } from "node:util";
import type { Reading } from "@plumbline/schemas";
import { withoutUnset } from "@plumbline/schemas/validate";
import { parseQuery } from "../http/query.ts";
import { fieldsOf } from "../rules/members.ts";
import type { Variant } from "./variant.ts";

/** The value of a loose spelling, as a lenient server reads it. */
function loosely(text: string, type: string): unknown {
  const word = text.trim().toLowerCase();
  switch (type) {
    case "boolean":
      return ["true", "1", "yes", "on"].includes(word);
    case "integer":
      return word === "" ? undefined : Number(word);
    default:
      return undefined;
  }
}

/**
 * Servers that accept more than the description requires, or refuse more where the description leaves the choice open.
 */
export const lenienceVariants: readonly Variant[] = [
  {
    id: "loose-spellings",
    text: "Loose spellings of booleans and integers in the query are accepted.",
    change: ({ read }) => ({
      read: (parameter, text): Reading => {
        const reading = read(parameter, text);
        if (reading.kind !== "unspecified") return reading;
        const value = loosely(text, String(parameter.schema.type));
        return value === undefined || Number.isNaN(value) ? reading : { kind: "value", value };
      },
    }),
  },
  {
    id: "repeated-query",
    text: "If a query parameter appears twice, the last one counts.",
    edge: () => (request, serve) => {
      const last = new Map([...(parseQuery(request.query) ?? [])].map(([name, values]) => [name, values.at(-1) ?? ""]));
      const twice = last.size < request.query.split("&").filter((pair) => pair !== "").length;
      return serve(twice ? { ...request, query: new URLSearchParams([...last]).toString() } : request);
    },
  },
  {
    id: "nulls-refused",
    text: "A request body with a null member is refused.",
    change: ({ objections }) => ({
      objections: (found, sent) => {
        const before = objections(found, sent);
        const stated = withoutUnset(sent.body, [sent.operation.body?.schema ?? {}]);
        return isDeepStrictEqual(stated, sent.body)
          ? before
          : [...before, { pointer: "", keyword: "type", expected: "a value", received: "null" }];
      },
    }),
  },
  {
    id: "schedule-address-checked",
    text: "A clusterId or clusterName in the body of a schedule must be well-formed.",
    change: ({ objections }) => ({
      objections: (found, sent) => {
        const before = objections(found, sent);
        const { clusterId, clusterName } = fieldsOf(sent.body);
        const odd =
          (typeof clusterId === "string" && !/^[a-f0-9]{24}$/.test(clusterId)) ||
          (typeof clusterName === "string" && !/^[a-zA-Z0-9][a-zA-Z0-9-]{0,63}$/.test(clusterName));
        return odd && sent.operation.id === "updateBackupSchedule"
          ? [...before, { pointer: "", keyword: "pattern", expected: "the cluster of the path", received: "" }]
          : before;
      },
    }),
  },
  {
    id: "unknown-members-refused",
    text: "A request body with an unlisted member is refused.",
    change: ({ objections }) => ({
      objections: (found, sent) => {
        const known = sent.operation.body?.schema.properties;
        const other = known && Object.keys(fieldsOf(sent.body)).find((name) => !Object.hasOwn(known, name));
        const before = objections(found, sent);
        if (other === undefined) return before;
        return [
          ...before,
          { pointer: "", keyword: "additionalProperties", expected: "no other members", received: "" },
        ];
      },
    }),
  },
  {
    id: "moments-in-one-form",
    text: "A sent moment must be in UTC, with three digits of milliseconds or none, and before the year 2090.",
    change: ({ readInstant }) => ({
      readInstant: (text) => (/^20[0-8]\d-[^.]*(\.\d{3})?Z$/.test(text) ? readInstant(text) : undefined),
    }),
  },
];
