import type { Answer } from "@plumbline/client";
import { isSuccess, type JsonSchema, type Result } from "@plumbline/schemas";
import { type Fields, isContainer } from "../ground/json.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** No resource nests this deep; what does is left as it is, so that a hostile body cannot exhaust the stack. */
const DEEPEST = 64;

/**
 * The answer with what the description says of its body, and nothing else: checks judge and compare that alone, so a
 * link, a counter or an id of the request that differs from read to read is nobody's business. What is free of form,
 * or not of the form that it should have, stays as it came; rules about forms look at the answer itself.
 */
export function describedAnswer(answer: Answer, result: Result): Answer {
  if (!isSuccess(answer.status) || !("schema" in result)) return answer;
  const json = described(answer.json, [result.schema]);
  return json === answer.json ? answer : { ...answer, json };
}

/**
 * The members of a value that any of the schemas lists, all the way down, null counting as absent (D2): the same value
 * where nothing is left out.
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
