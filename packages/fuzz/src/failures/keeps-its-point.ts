import type { JsonSchema } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import type { TestCase } from "../cases/test-case.ts";
import { breaksExactly } from "../mutants/mutants-of.ts";

const validator = createValidator();

/** Whether a body still has exactly the certified fault, or is still valid if the test case requires that. */
export function keepsItsPoint({ aim, certificate, shows }: TestCase, schema: JsonSchema, text: string): boolean {
  switch (aim) {
    case "refused":
      if (certificate === undefined) return false;
      if (certificate.location !== "body") return validator.accepts(schema, JSON.parse(text));
      return breaksExactly(schema, text, certificate);
    case "accepted":
    case "kept out":
    case "let in":
      return validator.accepts(schema, JSON.parse(text));
    case "no crash":
      // The cause of the failure is unknown, except that it was an unspecified form of the query or of a header.
      return shows.location !== "body" && validator.accepts(schema, JSON.parse(text));
    default:
      return aim satisfies never;
  }
}
