import { createValidator } from "@plumbline/schemas/validate";
import type { BrokenKeyword, Certificate } from "../certificate.ts";
import { mutantsOf } from "../mutants/mutants-of.ts";
import { type Miss, openMisses, statedMisses } from "../mutants/near.ts";
import { type BodyParts, bodiesFor } from "./bodies.ts";
import { holdsMark } from "./fresh.ts";
import type { FuzzedSubject } from "./subjects.ts";

const validator = createValidator();

/** An invalid body, and its fault. */
export interface Refusable {
  readonly body: unknown;
  readonly broken: BrokenKeyword;
}

/** Keywords that most servers check. */
const PLAIN: ReadonlySet<string> = new Set(["required", "maximum", "minimum", "pattern", "maxLength"]);

/**
 * A body with one fault at its top level, so that a server carries it out under no circumstances: for operations whose
 * records are permanent. `undefined` if there is none.
 */
export function refusable({ operation }: FuzzedSubject, base: unknown): Refusable | undefined {
  const schema = operation.body?.mediaType === "application/json" ? operation.body.schema : undefined;
  if (schema === undefined || base === undefined) return undefined;
  const { mutants } = mutantsOf({ operation: operation.id, schema, base });
  const found = mutants.find(
    ({ certificate: { keyword, level, at } }) => level === "MUST" && PLAIN.has(keyword) && at.lastIndexOf("/") === 0,
  );
  return found && { body: JSON.parse(found.text), broken: found.certificate };
}

/** Whether a text still has its fault; false if it had none. */
export function isStillRefusable(
  { operation }: FuzzedSubject,
  text: string,
  broken: BrokenKeyword | undefined,
): boolean {
  const violations = validator.violations(operation.body?.schema ?? {}, JSON.parse(text));
  return violations.some(({ keyword, pointer }) => keyword === broken?.keyword && pointer === broken.pointer);
}

/** The mark of the run stays unchanged everywhere, because it identifies the run's own records. */
const isLeft = (value: unknown): boolean => value !== undefined && holdsMark(JSON.stringify(value));

/** Bodies that are nearly right in all places at once, and that the description rules out in each. */
export function statedNear(subject: FuzzedSubject, parts: BodyParts): readonly (readonly [Certificate, string])[] {
  const { operation, version } = subject;
  const schema = operation.body?.mediaType === "application/json" ? operation.body.schema : undefined;
  // The richest body has the most places.
  const base = [...bodiesFor(operation.id, parts, version).values()].at(-1);
  if (schema === undefined || base === undefined) return [];
  return statedMisses(schema, base, isLeft).flatMap(({ side, faults: [first], text }) => {
    const [named, ...also] = validator.violations(schema, JSON.parse(text));
    if (first === undefined || named === undefined) return [];
    const { limit, edit, level } = first;
    const value = edit.kind === "set" ? edit.value : undefined;
    const { keyword, pointer } = named;
    const certificate: Certificate = {
      operation: operation.id,
      location: "body",
      keyword,
      pointer,
      at: edit.pointer,
      side: `${side}, everywhere`,
      value,
      limit,
      level,
      also: also.map((one) => ({ keyword: one.keyword, pointer: one.pointer })),
    };
    return [[certificate, text]];
  });
}

/** Bodies that are nearly right in all places at once, in ways that the description leaves open. */
export function openNear({ operation }: FuzzedSubject, base: unknown): readonly Pick<Miss, "side" | "text">[] {
  const schema = operation.body?.mediaType === "application/json" ? operation.body.schema : undefined;
  return schema === undefined || base === undefined ? [] : openMisses(schema, base, isLeft);
}
