import type { BoundOperation } from "@plumbline/schemas";
import { mutantsOf } from "../mutants/mutants-of.ts";

/** A copy of a body that breaks one stated limit; `undefined` if there is none to break. */
export function refusedBodyOf({ id, body }: BoundOperation, text: string, number: number): string | undefined {
  if (body === undefined || body.mediaType !== "application/json") return undefined;
  const { mutants } = mutantsOf({ operation: id, schema: body.schema, base: JSON.parse(text) });
  const refused = mutants.filter(({ certificate }) => certificate.level === "MUST");
  return refused[number % Math.max(1, refused.length)]?.text;
}
