import { NEVER_ISSUED } from "@plumbline/conformance";
import { type JsonSchema, readText } from "@plumbline/schemas";

/** Names that no record has and that are far from every edge. One of them is valid for each path parameter. */
const NAMES = [NEVER_ISSUED, "none.example.net", "plumbline-none", "plumbline"] as const;

/** The first such name that is valid for a parameter; `undefined` if none is. */
export const nobodysName = (schema: JsonSchema): string | undefined =>
  NAMES.find((name) => readText(schema, name).kind === "value");
