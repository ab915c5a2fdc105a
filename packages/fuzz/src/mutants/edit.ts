import { escapePointer } from "@plumbline/schemas/validate";

/** A change at one place of a value; the container of the place must exist. */
export type Edit =
  | { readonly kind: "set"; readonly pointer: string; readonly value: unknown }
  | { readonly kind: "drop"; readonly pointer: string };

/** A copy of the value with one change. */
export function edited(value: unknown, edit: Edit): unknown {
  return at(value, edit.pointer.split("/").slice(1).map(unescapePointer), edit);
}

/** The pointer to a member or item of the value at another pointer. */
export const below = (pointer: string, name: string | number): string => `${pointer}/${escapePointer(String(name))}`;

function at(value: unknown, steps: readonly string[], edit: Edit): unknown {
  const [name, ...rest] = steps;
  if (name === undefined) return edit.kind === "set" ? edit.value : undefined;
  if (Array.isArray(value)) {
    if (rest.length === 0 && edit.kind === "drop") return value.filter((_item, index) => String(index) !== name);
    return value.map((item, index) => (String(index) === name ? at(item, rest, edit) : item));
  }
  const members = Object.entries(typeof value === "object" && value !== null ? value : {});
  const others = members.filter(([key]) => key !== name);
  if (rest.length === 0 && edit.kind === "drop") return Object.fromEntries(others);
  const inner = members.find(([key]) => key === name)?.[1];
  return Object.fromEntries([...others, [name, at(inner, rest, edit)]]);
}

/** RFC 6901, section 4: `~1` is decoded before `~0`. */
const unescapePointer = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");
