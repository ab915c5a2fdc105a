import { isContainer, isObject, member } from "../ground/json.ts";
import { listIn } from "./envelope.ts";
import { lossIn, showsNothing } from "./loss.ts";
import type { Shape } from "./shape.ts";

/** Whether a view of a record shows one sent member. */
export interface KeptMember {
  /** JSON pointer (RFC 6901) in which `-` stands for any item of a list. */
  readonly pointer: string;
  /** `unlisted` if the description does not list the member there. */
  readonly state: "shown" | "lost" | "unlisted";
}

/**
 * The innermost members of a sent body and whether a record shows each of them; both are in the target's words. Pure.
 */
export function keptMembers(sent: unknown, shown: unknown, shape: Shape | undefined): readonly KeptMember[] {
  const found = new Map<string, KeptMember>();
  for (const one of within(sent, shown, shape, "")) {
    const known = found.get(one.pointer);
    if (known === undefined || isWorse(one.state, known.state)) found.set(one.pointer, one);
  }
  return [...found.values()];
}

const WORST: readonly KeptMember["state"][] = ["lost", "shown", "unlisted"];

/** Whether the first state is worse. The order is lost, shown, unlisted, and callers keep the worst of several. */
export const isWorse = (one: KeptMember["state"], other: KeptMember["state"]): boolean =>
  WORST.indexOf(one) < WORST.indexOf(other);

function* within(sent: unknown, shown: unknown, shape: Shape | undefined, pointer: string): Generator<KeptMember> {
  if (isListOfObjects(sent)) {
    const items = listIn(shown) ?? [];
    for (const [index, one] of sent.entries()) {
      const own = items.find((item) => lossIn(one, item, shape?.items) === undefined) ?? items[index];
      yield* within(one, own, shape?.items, `${pointer}/-`);
    }
    return;
  }
  if (!isObject(sent)) {
    yield { pointer, state: lossIn(sent, shown, shape) === undefined ? "shown" : "lost" };
    return;
  }
  for (const [name, value] of Object.entries(sent)) {
    const known = shape === undefined || shape.isFree ? undefined : shape.member(name);
    const place = `${pointer}/${name}`;
    const inner = member(shown, name) ?? undefined;
    if (known === undefined && shape?.isFree === false) yield { pointer: place, state: "unlisted" };
    else if (value !== undefined && !(inner === undefined && showsNothing(value)))
      yield* within(value, inner, known, place);
  }
}

const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every(isContainer);
