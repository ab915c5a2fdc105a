import type { JsonSchema } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import type { TestCase } from "../cases/test-case.ts";
import { breaksExactly } from "../mutants/mutants-of.ts";

const validator = createValidator();

/** Whether a body is still wrong for the certified reason alone, or still valid where that is the point. */
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
      // What made it fail is not known, only that it was an unspecified form of the query or of a header.
      return shows.location !== "body" && validator.accepts(schema, JSON.parse(text));
    default:
      return aim satisfies never;
  }
}
