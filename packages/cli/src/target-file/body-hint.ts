import { NOTIFICATION_KINDS, nearest, type Profile } from "@plumbline/schemas";

/** A hint for a wrong place of a body: a member with a similar name, or the nearest kind of notification. */
export function bodyHint(body: unknown, pointer: string, { values }: Profile): string {
  const steps = pointer.split("/").slice(1);
  const last = steps.pop() ?? "";
  const around = within(body, steps);
  const own = within(around, [last]);
  const kind = within(own, ["typeName"]);
  if (typeof kind === "string" && !NOTIFICATION_KINDS.some((known) => known === kind))
    return asked(neutralKind(kind, values["typeName"]) ?? nearest(kind, NOTIFICATION_KINDS));
  if (own !== undefined || typeof around !== "object" || around === null) return "";
  const slip = nearest(last, Object.keys(around));
  return slip === undefined ? "" : `: found "${slip}", did you mean "${last}"?`;
}

/**
 * The contract's word for a kind that the target names differently, because a body in the file uses the contract's
 * words.
 */
const neutralKind = (kind: string, names: Readonly<Record<string, string>> = {}): string | undefined =>
  Object.keys(names).find((name) => names[name] === kind);

const asked = (word: string | undefined): string => (word === undefined ? "" : `: did you mean "${word}"?`);

function within(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (at, step) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, step)
        ? (at as Record<string, unknown>)[step]
        : undefined,
    value,
  );
}
