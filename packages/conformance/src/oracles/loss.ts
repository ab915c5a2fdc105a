import { isContainer, isObject, member } from "../ground/json.ts";
import { quoted } from "../ground/quoted.ts";
import { listIn } from "./envelope.ts";
import type { Shape } from "./shape.ts";

/** A part of a sent body that a record does not show, with its place and texts for both values. */
export interface Loss {
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
}

/**
 * The first part of a sent body that a record does not show (D6). The record may have additional members, and its lists
 * another order. A sent member may be missing only if the schema of this view does not list it or if its value is
 * empty. Both values are in the target's words. Pure.
 */
export function lossIn(sent: unknown, shown: unknown, shape: Shape | undefined, pointer = ""): Loss | undefined {
  if (Array.isArray(sent)) return lossOfItems(sent, shown, shape, pointer);
  if (isContainer(sent)) return lossOfMembers(sent, shown, shape, pointer);
  return isSame(sent, shown) ? undefined : loss(sent, shown, pointer);
}

function lossOfMembers(sent: object, shown: unknown, shape: Shape | undefined, pointer: string): Loss | undefined {
  if (!isObject(shown)) return loss(sent, shown, pointer);
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined) continue;
    const known = shape === undefined || shape.isFree ? undefined : shape.member(name);
    if (known === undefined && shape?.isFree === false) continue;
    const place = `${pointer}/${name}`;
    const inner = member(shown, name) ?? undefined;
    if (inner === undefined && showsNothing(value)) continue;
    const found = inner === undefined ? loss(value, undefined, place) : lossIn(value, inner, known, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Each sent item needs its own item in the record. */
function lossOfItems(
  sent: readonly unknown[],
  shown: unknown,
  shape: Shape | undefined,
  pointer: string,
): Loss | undefined {
  const items = listIn(shown);
  if (items === undefined || items.length !== sent.length) return loss(sent, shown, pointer);
  const left = new Set(items.keys());
  for (const [index, one] of sent.entries()) {
    const place = `${pointer}/${index}`;
    // Tries the item at the same position first: if the order was kept, it shows best what is missing.
    const candidates = [...(left.has(index) ? [index] : []), ...left];
    const at = candidates.find((other) => lossIn(one, items[other], shape?.items, place) === undefined);
    if (at === undefined) return lossIn(one, items[candidates[0] ?? index], shape?.items, place);
    left.delete(at);
  }
  return undefined;
}

const loss = (sent: unknown, shown: unknown, pointer: string): Loss => ({
  pointer,
  expected: quoted(sent, 120),
  received: shown === undefined ? "nothing" : quoted(shown, 120),
});

/** Whether a value has no content: null, an empty object or list, or one that contains only these. */
export const showsNothing = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.values(value).every(showsNothing));

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/;

/** Whether two values are equal, or two spellings of the same time, to the second. */
function isSame(sent: unknown, shown: unknown): boolean {
  if (sent === shown) return true;
  if (typeof sent !== "string" || typeof shown !== "string" || !INSTANT.test(sent) || !INSTANT.test(shown))
    return false;
  return Math.floor(Date.parse(sent) / 1_000) === Math.floor(Date.parse(shown) / 1_000);
}
