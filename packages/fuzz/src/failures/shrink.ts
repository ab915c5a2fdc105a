import type { JsonSchema } from "@plumbline/schemas";
import type { Shot } from "../campaigns/shot.ts";
import { isJson } from "./is-json.ts";
import { keepsItsPoint } from "./keeps-its-point.ts";
import { removable, withoutPlaces } from "./shrink-body.ts";

/**
 * A smaller shot that shows the same: first everything is left out that the certificate does not need, which costs
 * nothing, then the target is asked whether it still fails, with halves of that when it does not. `fails` sends one
 * request.
 */
export async function shrink(
  shot: Shot,
  schema: JsonSchema | undefined,
  most: number,
  fails: (shot: Shot) => Promise<boolean>,
): Promise<{ readonly shot: Shot; readonly requests: number }> {
  const text = shot.call.rawBody;
  if (text === undefined || schema === undefined || !isJson(text)) return { shot, requests: 0 };
  let requests = 0;
  const tries = async (places: readonly string[]): Promise<Shot | undefined> => {
    if (places.length === 0 || requests >= most) return undefined;
    const rawBody = withoutPlaces(text, places);
    // Half of what can go together need not go alone.
    if (!keepsItsPoint(shot, schema, rawBody)) return undefined;
    requests += 1;
    const smaller = { ...shot, call: { ...shot.call, rawBody } };
    return (await fails(smaller)) ? smaller : undefined;
  };
  let left = removable(text, (candidate) => keepsItsPoint(shot, schema, candidate));
  let best = await tries(left);
  for (; best === undefined && left.length > 1 && requests < most; ) {
    const half = Math.ceil(left.length / 2);
    const [first, second] = [left.slice(0, half), left.slice(half)];
    best = (await tries(first)) ?? (await tries(second));
    left = first;
  }
  return { shot: best ?? shot, requests };
}
