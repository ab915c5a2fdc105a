import { nearest, neutralWords } from "@plumbline/schemas";
import type { Mistake } from "./mistake.ts";
import type { ProfileChange } from "./target-file.ts";

const step = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Words of a profile that are no words of the contract, so that they would have no effect. Pure. */
export function mistakesInWords({ fields = {}, headers = {}, values = {}, moreValues = {} }: ProfileChange) {
  const words = neutralWords();
  return [
    ...unknownIn("/fields", "member of a body", fields, words.members),
    ...besides(fields, words.objects),
    ...unknownIn("/headers", "header", headers, words.headers),
    ...unknownIn("/values", "member of a body", values, words.members, fields),
    ...Object.entries(values).flatMap(([member, names]) => inValues(member, names)),
    ...unknownIn("/moreValues", "set that a profile can extend", moreValues, words.sets),
  ];
}

/** Mistakes for unknown names of a table; `renamed` maps known names to the target's own. */
function unknownIn(
  pointer: string,
  what: string,
  table: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  renamed: Readonly<Record<string, string>> = {},
): readonly Mistake[] {
  return Object.entries(table).flatMap(([name, other]): readonly Mistake[] => {
    if (known.has(name)) return [];
    const hint = turned(name, other, known) ?? ownName(name, renamed) ?? near(name, known);
    return [{ pointer: `${pointer}/${step(name)}`, text: `the contract has no ${what} "${name}": ${hint}` }];
  });
}

function inValues(member: string, names: Readonly<Record<string, string>>): readonly Mistake[] {
  const { values, decided } = neutralWords();
  const by = decided.get(member);
  if (by !== undefined)
    return [{ pointer: `/values/${step(member)}`, text: `its values follow ${by}: did you mean profile.${by}?` }];
  const known = values.get(member);
  return known === undefined ? [] : unknownIn(`/values/${step(member)}`, `value of ${member}`, names, known);
}

/** Mistakes for renamings that give two members of one object the same name. */
function besides(
  fields: Readonly<Record<string, string>>,
  objects: readonly (readonly string[])[],
): readonly Mistake[] {
  return Object.entries(fields).flatMap(([from, to]) => {
    const isTaken =
      from !== to && !Object.hasOwn(fields, to) && objects.some((names) => names.includes(from) && names.includes(to));
    return isTaken
      ? [
          {
            pointer: `/fields/${step(from)}`,
            text: `"${to}" is already the name of another member next to ${from}: rename one of them`,
          },
        ]
      : [];
  });
}

const turned = (name: string, other: unknown, known: ReadonlySet<string>): string | undefined =>
  typeof other === "string" && known.has(other)
    ? `the contract's word comes first: did you mean ${other}: ${name}?`
    : undefined;

function ownName(name: string, renamed: Readonly<Record<string, string>>): string | undefined {
  const [from] = Object.entries(renamed).find(([, to]) => to === name) ?? [];
  return from && `the file lists it under the contract's word: did you mean "${from}"?`;
}

function near(name: string, known: ReadonlySet<string>): string {
  const inSet = [...known].find((one) => one.endsWith(`.${name}`));
  const close = inSet ?? nearest(name, known);
  if (close !== undefined) return `did you mean "${close}"?`;
  return `known are ${[...known].slice(0, 12).join(", ")}${known.size > 12 ? ", ..." : ""}`;
}
