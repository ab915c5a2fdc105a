import type { BoundOperation } from "@plumbline/schemas";
import { mutantsOf } from "../mutants/mutants-of.ts";

/** A text that says what another one says, but for one stated limit that it breaks; `undefined` where there is none. */
export function refusedBodyOf({ id, body }: BoundOperation, text: string, number: number): string | undefined {
  if (body === undefined || body.mediaType !== "application/json") return undefined;
  const { mutants } = mutantsOf({ operation: id, schema: body.schema, base: JSON.parse(text) });
  const refused = mutants.filter(({ certificate }) => certificate.level === "MUST");
  return refused[number % Math.max(1, refused.length)]?.text;
}
