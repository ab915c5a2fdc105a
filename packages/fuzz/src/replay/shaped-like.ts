import type { JsonSchema } from "@plumbline/schemas";
import type { TestCase } from "../cases/test-case.ts";
import { isJson } from "../failures/is-json.ts";
import { keepsItsPoint } from "../failures/keeps-its-point.ts";
import { withoutPlaces } from "../failures/shrink-body.ts";
import { below } from "../mutants/edit.ts";

/**
 * A planned request, reduced like its stored form. Only member names and list lengths of the stored body count, never
 * its values. Returns the planned request if the reduced one would lose its point.
 */
export function shapedLike(testCase: TestCase, stored: string | undefined, schema: JsonSchema | undefined): TestCase {
  const { rawBody } = testCase.call;
  if (rawBody === undefined || stored === undefined || schema === undefined) return testCase;
  if (!isJson(rawBody) || !isJson(stored)) return testCase;
  const gone = missing(JSON.parse(rawBody), JSON.parse(stored));
  if (gone.length === 0) return testCase;
  const smaller = withoutPlaces(rawBody, gone);
  return keepsItsPoint(testCase, schema, smaller)
    ? { ...testCase, call: { ...testCase.call, rawBody: smaller } }
    : testCase;
}

/** Places of a value that another value lacks. */
function missing(value: unknown, other: unknown, pointer = ""): readonly string[] {
  if (typeof value !== "object" || value === null || typeof other !== "object" || other === null) return [];
  if (Array.isArray(value) !== Array.isArray(other)) return [];
  const held = new Map<string, unknown>(Object.entries(other));
  return Object.entries(value).flatMap(([name, member]) =>
    held.has(name) ? missing(member, held.get(name), below(pointer, name)) : [below(pointer, name)],
  );
}
