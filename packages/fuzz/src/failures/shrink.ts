import type { JsonSchema } from "@plumbline/schemas";
import type { TestCase } from "../cases/test-case.ts";
import { isJson } from "./is-json.ts";
import { keepsItsPoint } from "./keeps-its-point.ts";
import { removable, withoutPlaces } from "./shrink-body.ts";

/**
 * Shrinks a test case that fails. First removes everything that the certificate does not need, which costs no requests.
 * Then asks the target whether the rest still fails, and if not, removes only half, and so on. `fails` sends one
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
    // A half of the removable places may not be removable without the other half.
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
