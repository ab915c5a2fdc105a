import { atlas, type JsonSchema, NOTIFICATION_KINDS, nearest } from "@plumbline/schemas";
import { createValidator, type Violation } from "@plumbline/schemas/validate";
import { DURATION_TEXT, readDuration } from "../duration.ts";
import { fieldsOf, isFields, listMember, textMember } from "../rules/members.ts";
import type { WorldProblem } from "./invalid-world-error.ts";
import type { OwnGrant, OwnWorld } from "./own-world.ts";
import { unknownNames } from "./unknown-names.ts";
import { worldSchema } from "./world-schema.ts";

const validator = createValidator();

/** The environment variables that may contain keys. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The problems in the form and the names of a world, before anything is created. Pure. */
export function ownProblems(value: unknown, environment: Environment): readonly WorldProblem[] {
  if (!isFields(value))
    return [{ pointer: "", text: `expected names with values, such as projects, received ${kindOf(value)}` }];
  const unknown = unknownNames(worldSchema, value);
  const elsewhere = new Set(unknown.map(({ pointer }) => pointer));
  const wrong = validator
    .violations(worldSchema, value)
    .filter(({ keyword }) => !["additionalProperties", "if", "oneOf"].includes(keyword))
    .filter(({ pointer }) => !elsewhere.has(pointer))
    .map((violation) => ({ pointer: violation.pointer, text: wordsOf(violation, value) }));
  const form = [...unknown, ...wrong];
  // References are checked only if the form is valid; otherwise problems would be reported twice.
  return form.length > 0 ? form : [...agesIn(value, ""), ...idsIn(value), ...namesIn(value as OwnWorld, environment)];
}

const kindOf = (value: unknown): string =>
  value === null || value === undefined ? "nothing" : Array.isArray(value) ? "a list" : "a single value";

function wordsOf({ pointer, keyword, expected, received }: Violation, file: unknown): string {
  const value = valueAt(file, pointer);
  const told = `expected ${expected}, received ${mayBeSecret(pointer) ? "something else (hidden, because it may be a secret)" : received}`;
  if (value === null) return `${told}: write a value, or leave the line out`;
  if (keyword === "type" && ["number", "boolean"].includes(typeof value) && expected.includes("string"))
    return `${told}: put it into quotes, unchanged`;
  if (keyword === "enum" && typeof value === "string") {
    const words: readonly unknown[] = JSON.parse(expected.replace(/^one of /, ""));
    const known = words.map(String);
    const meant = neutralValue(pointer, value, known) ?? nearest(value, known);
    return meant === undefined ? told : `${told}: did you mean "${meant}"?`;
  }
  if (keyword === "discriminator") {
    const kind = textMember(fieldsOf(value), "typeName") ?? "";
    const meant = neutralValue("/typeName", kind) ?? nearest(kind, NOTIFICATION_KINDS);
    return meant === undefined ? told : `${told}: did you mean "${meant}"?`;
  }
  return told;
}

/** Whether the place may contain a secret, or a secret in place of a variable's name. */
const mayBeSecret = (pointer: string): boolean =>
  /^\/(keys|serviceAccounts)\//.test(pointer) || /(key|token|secret|password|url)$/i.test(pointer);

/** A variable's name in the usual spelling. Any other text in its place may be a secret. */
const plainly = (variable: string): string =>
  /^[A-Z_][A-Z0-9_]{0,63}$/.test(variable) ? variable : "a name that is hidden, because it may be a secret";

/** The contract's word for a value with another name in public material, because bodies use the contract's words. */
function neutralValue(pointer: string, value: string, known?: readonly string[]): string | undefined {
  const member = pointer.slice(pointer.lastIndexOf("/") + 1);
  const words = atlas.values[member] ?? {};
  return Object.keys(words).find((one) => words[one] === value && known?.includes(one) !== false);
}

function valueAt(file: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((at, step) => Object(at)[step.replaceAll("~1", "/").replaceAll("~0", "~")], file);
}

/** Ages that are not durations; only records have an age. */
function agesIn(value: unknown, pointer: string): readonly WorldProblem[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => agesIn(item, `${pointer}/${index}`));
  if (!isFields(value)) return [];
  const { age } = value;
  const own =
    typeof age === "string" && readDuration(age) === undefined
      ? [{ pointer: `${pointer}/age`, text: `expected ${DURATION_TEXT}, received "${age}"` }]
      : [];
  // The operation checks the contents of a body.
  const lists = Object.entries(value).filter(([, inner]) => Array.isArray(inner));
  return [...own, ...lists.flatMap(([name, inner]) => agesIn(inner, `${pointer}/${name}`))];
}

/** Repeated ids. */
function idsIn(value: unknown): readonly WorldProblem[] {
  const first = new Map<string, string>();
  const problems: WorldProblem[] = [];
  const look = (inner: unknown, pointer: string): void => {
    if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries()) look(item, `${pointer}/${index}`);
      return;
    }
    if (!isFields(inner) || pointer.startsWith("/serviceAccounts")) return;
    const id = textMember(inner, "id");
    const before = id === undefined ? undefined : first.get(id);
    if (id !== undefined && before === undefined) first.set(id, `${pointer}/id`);
    if (before !== undefined)
      problems.push({
        pointer: `${pointer}/id`,
        text: `expected an id that no other record has, received the id of ${before}`,
      });
    for (const name of NESTED) if (name in inner) look(inner[name], `${pointer}/${name}`);
  };
  look(value, "");
  return problems;
}

/** Lists of records that have their own id. */
const NESTED = [
  ...["organizations", "projects", "clusters", "searchIndexes", "snapshots", "restoreJobs", "cloudAccessRoles"],
  ...["exportBuckets", "alertConfigurations", "alerts"],
];

/** Names that are repeated or refer to nothing, and variables that are not set. */
function namesIn(world: OwnWorld, environment: Environment): readonly WorldProblem[] {
  const isOpen = world.extends === "default";
  const organizations = listMember({ list: world.organizations }, "list").map((one) => textMember(one, "name") ?? "");
  const projects = (world.projects ?? []).map((one) => one.name);
  const named = (
    pointer: string,
    name: string | undefined,
    known: readonly string[],
    what: string,
  ): readonly WorldProblem[] => {
    if (name === undefined || known.includes(name) || isOpen) return [];
    const meant = nearest(name, known);
    const hint = meant === undefined ? `: add it to ${what}s` : `: did you mean "${meant}"?`;
    return [
      {
        pointer,
        text: `expected the name of ${/^[aeiou]/.test(what) ? "an" : "a"} ${what} of this file, received "${name}"${hint}`,
      },
    ];
  };
  const twice = (list: readonly string[], at: string): readonly WorldProblem[] =>
    list.flatMap((name, index) =>
      list.indexOf(name) === index
        ? []
        : [
            {
              pointer: `${at}/${index}/name`,
              text: `expected a name that no other record has, received "${name}" again`,
            },
          ],
    );
  const grants = (list: readonly OwnGrant[], at: string, halves: readonly string[]): readonly WorldProblem[] =>
    list.flatMap((grant, index) => [
      ...named(`${at}/${index}/organization`, grant.organization, organizations, "organization"),
      ...(grant.projects ?? []).flatMap((name, place) =>
        named(`${at}/${index}/projects/${place}`, name, projects, "project"),
      ),
      ...halves.flatMap((half) => {
        const variable = textMember(grant as unknown as Readonly<Record<string, unknown>>, half) ?? "";
        return environment[variable]
          ? []
          : [
              {
                pointer: `${at}/${index}/${half}`,
                text: `expected the name of an environment variable that is set, received ${plainly(variable)}: set it before the server starts`,
              },
            ];
      }),
    ]);
  return [
    ...twice(organizations, "/organizations"),
    ...twice(projects, "/projects"),
    ...(world.projects ?? []).flatMap(({ organization }, index) =>
      named(`/projects/${index}/organization`, organization, organizations, "organization"),
    ),
    ...grants(world.keys ?? [], "/keys", ["public", "private"]),
    ...grants(world.serviceAccounts ?? [], "/serviceAccounts", ["id", "secret"]),
  ];
}

/** The schema of a world file, with a title and a description. */
export const worldFileSchema: JsonSchema = {
  ...worldSchema,
  title: "World file of plumbline serve",
  description: "Records to start with: projects, and in them the bodies of the operations that create their records.",
};
