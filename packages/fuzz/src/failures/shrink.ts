import type { JsonSchema } from "@plumbline/schemas";
import type { TestCase } from "../cases/test-case.ts";
import { isJson } from "./is-json.ts";
import { keepsItsPoint } from "./keeps-its-point.ts";
import { removable, withoutPlaces } from "./shrink-body.ts";

/**
 * A smaller test case that shows the same: first everything is left out that the certificate does not need, which costs
 * nothing, then the target is asked whether it still fails, with halves of that when it does not. `fails` sends one
 * request.
 */
export async function shrink(
  testCase: TestCase,
  schema: JsonSchema | undefined,
  most: number,
  fails: (testCase: TestCase) => Promise<boolean>,
): Promise<{ readonly testCase: TestCase; readonly requests: number }> {
  const text = testCase.call.rawBody;
  if (text === undefined || schema === undefined || !isJson(text)) return { testCase, requests: 0 };
  let requests = 0;
  const tries = async (places: readonly string[]): Promise<TestCase | undefined> => {
    if (places.length === 0 || requests >= most) return undefined;
    const rawBody = withoutPlaces(text, places);
    // Half of what can go together need not go alone.
    if (!keepsItsPoint(testCase, schema, rawBody)) return undefined;
    requests += 1;
    const smaller = { ...testCase, call: { ...testCase.call, rawBody } };
    return (await fails(smaller)) ? smaller : undefined;
  };
  let left = removable(text, (candidate) => keepsItsPoint(testCase, schema, candidate));
  let best = await tries(left);
  for (; best === undefined && left.length > 1 && requests < most; ) {
    const half = Math.ceil(left.length / 2);
    const [first, second] = [left.slice(0, half), left.slice(half)];
    best = (await tries(first)) ?? (await tries(second));
    left = first;
  }
  return { testCase: best ?? testCase, requests };
}
