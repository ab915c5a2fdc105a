import type { Answer } from "@plumbline/client";
import { isSuccess, type JsonSchema, type Result } from "@plumbline/schemas";
import { type Fields, isContainer } from "../ground/json.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** No resource nests this deep. Deeper values stay unchanged, so that a hostile body cannot exhaust the stack. */
const DEEPEST = 64;

/**
 * Reduces an answer to the members that the description lists for its body. Checks judge and compare only those, so a
 * link, a counter or a request id may differ between reads. Values without a described form, or with a wrong form, stay
 * unchanged; requirements about forms look at the complete answer.
 */
export function describedAnswer(answer: Answer, result: Result): Answer {
  if (!isSuccess(answer.status) || !("schema" in result)) return answer;
  const json = described(answer.json, [result.schema]);
  return json === answer.json ? answer : { ...answer, json };
}

/**
 * The members of a value that any of the schemas lists, at every depth; null counts as absent (D2). Returns the same
 * value if it leaves nothing out.
 */
export const described = (value: unknown, schemas: readonly JsonSchema[]): unknown =>
  within(value, shapeOf(schemas), 0);

function within(value: unknown, shape: Shape, depth: number): unknown {
  if (!isContainer(value) || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    const { items: inner } = shape;
    if (inner === undefined) return value;
    const items: readonly unknown[] = value;
    const left = items.map((item) => within(item, inner, depth + 1));
    return left.every((item, at) => item === items[at]) ? value : left;
  }
  if (shape.isFree) return value;
  const members = value as Fields;
  const left: [string, unknown][] = [];
  const { names, isAll } = shape.among(members);
  let same = isAll;
  for (const name of names) {
    const member = members[name];
    const known = shape.member(name);
    const kept = known === undefined || member === null ? undefined : within(member, known, depth + 1);
    same &&= kept !== undefined && kept === member;
    if (kept !== undefined) left.push([name, kept]);
  }
  return same ? value : Object.fromEntries(left);
}
