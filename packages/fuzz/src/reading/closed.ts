import { preview } from "@plumbline/schemas/validate";
import { objectAt } from "./object-at.ts";
import { inside } from "./place.ts";
import type { Read } from "./read.ts";
import { refuse } from "./refuse.ts";

type Members = Readonly<Record<string, Read<unknown>>>;
type Held<M extends Members> = { readonly [Name in keyof M]: M[Name] extends Read<infer T> ? T : never };
// An explicit empty type: with the default, a shape without optional members would allow any member.
type None = Readonly<Record<never, never>>;

/** Reads an object with these members and no others. */
export function closed<R extends Members, O extends Members = None>(
  required: R,
  optional?: O,
): Read<Held<R> & Partial<Held<O>>> {
  const readers = new Map([...Object.entries(required), ...Object.entries(optional ?? {})]);
  const known = [...readers.keys()].join(", ");
  return (value, place) => {
    const held = objectAt(value, place, `an object with ${known}`);
    const members = held.map(([name, member]): [string, unknown] => {
      const read = readers.get(name);
      const here = inside(place, name);
      if (read === undefined) return refuse(here, `no member but ${known}`, `the member ${preview(name, 60)}`);
      return [name, read(member, here)];
    });
    const names = new Set(held.map(([name]) => name));
    for (const name of Object.keys(required))
      if (!names.has(name)) refuse(inside(place, name), "the member to be present", "nothing: the member is absent");
    return Object.fromEntries(members) as Held<R> & Partial<Held<O>>;
  };
}
