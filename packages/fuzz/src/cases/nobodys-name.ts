import { NEVER_ISSUED } from "@plumbline/conformance";
import { type JsonSchema, readText } from "@plumbline/schemas";

/** Names that nobody has and that are far from every edge, of which one goes with each parameter of a path. */
const NAMES = [NEVER_ISSUED, "none.example.net", "plumbline-none", "plumbline"] as const;

/** Stands for nothing on any target, and is of the form that a parameter has; `undefined` where none is known. */
export const nobodysName = (schema: JsonSchema): string | undefined =>
  NAMES.find((name) => readText(schema, name).kind === "value");
