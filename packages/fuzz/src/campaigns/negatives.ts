import type { Call } from "@plumbline/conformance";
import { preview } from "@plumbline/schemas/validate";
import type { Certificate } from "../certificate.ts";
import { faultyTexts } from "../lexical/faulty-texts.ts";
import { validTexts } from "../lexical/valid-texts.ts";
import { mutantsOf } from "../mutants/mutants-of.ts";
import { tierOf } from "../order.ts";
import { type BodyParts, bodiesFor, partOf } from "./bodies.ts";
import { cellName, type Ground, type Shot } from "./shot.ts";
import { type FuzzedSubject, fixtureOf } from "./subjects.ts";

/** Every single fault of an operation's body, query and path, in the order of the contract. */
export function negativesOf(subject: FuzzedSubject, parts: BodyParts): readonly Shot[] {
  const bodies = bodiesFor(subject.operation.id, parts);
  const plain = bodies.get("plain");
  const body = plain === undefined ? {} : { rawBody: JSON.stringify(plain) };
  return [
    ...[...bodies].flatMap(([ground, base]) => bodyNegatives(subject, ground, base)),
    ...queryNegatives(subject).map(([certificate, query]) => shot(subject, certificate, { ...body, query })),
    ...pathNegatives(subject, parts).map(([certificate, path]) => shot(subject, certificate, { ...body, path })),
  ];
}

function bodyNegatives(subject: FuzzedSubject, ground: Ground, base: unknown): Shot[] {
  const { id: operation, body } = subject.operation;
  if (body === undefined) return [];
  return mutantsOf({ operation, schema: body.schema, base })
    .mutants.filter(({ certificate }) => ground === "plain" || certificate.pointer.startsWith(partOf(ground)))
    .map(({ certificate, text }) => shot(subject, certificate, { rawBody: text }, ground));
}

type Query = Readonly<Record<string, string>>;

/**
 * Leaving out a parameter's companion is no keyword of a document, so a server made from one cannot know; requirements
 * of access history ask for it.
 */
function queryNegatives({ operation }: FuzzedSubject): [Certificate, Query][] {
  const of = { operation: operation.id, location: "query", level: "MUST", also: [] } as const;
  return operation.query.flatMap(({ name, schema }) =>
    faultyTexts(schema).map(({ keyword, side, text, limit }): [Certificate, Query] => [
      { ...of, keyword, pointer: name, at: name, side, value: text, limit },
      { ...companions(operation, name), [name]: text },
    ]),
  );
}

/** Valid texts of the parameters without which one may not stand. */
function companions(operation: FuzzedSubject["operation"], name: string): Query {
  const others = (operation.together ?? []).filter((group) => group.includes(name)).flat();
  return Object.fromEntries(
    operation.query
      .filter((other) => other.name !== name && others.includes(other.name))
      .map((other) => [other.name, validTexts(other.schema).at(-1)?.text ?? ""]),
  );
}

/** Ids that are one step from a record's own. Those of records that the campaign makes are not known yet and left out. */
function pathNegatives({ operation }: FuzzedSubject, { world }: BodyParts): [Certificate, Query][] {
  const made = operation.risk === "read" ? undefined : "alertConfigId";
  return operation.pathParameters
    .filter(({ name }) => name !== made)
    .flatMap(({ name, schema }) =>
      faultyTexts(schema, fixtureOf(world, name) ?? "").map(({ keyword, side, text, limit }): [Certificate, Query] => {
        const place = { operation: operation.id, location: "path", pointer: name, at: name } as const;
        return [{ ...place, keyword, side, value: text, limit, level: "MUST", also: [] }, { [name]: text }];
      }),
    );
}

function shot(
  { operation, version, label }: FuzzedSubject,
  certificate: Certificate,
  call: Omit<Call, "operation" | "version">,
  ground: Ground = "plain",
): Shot {
  const { location, pointer, keyword, side, level } = certificate;
  const name = cellName(location, pointer, keyword, true);
  const cell = `${label} ${ground} ${name}`;
  return {
    id: `${cell} ${side}`,
    cell,
    tier: tierOf(keyword),
    aim: "refused",
    operation: operation.id,
    version,
    ground,
    level,
    name,
    expected: `4xx: ${describe(certificate)}`,
    // How a path that is malformed is refused is a router's business, so no error code is expected there.
    call: { ...call, ...(location === "path" ? {} : { invalid: true }) },
  };
}

/** What is wrong, in words: `the query itemsPerPage=501 breaks "maximum" (500)`. */
export function describe({ location, at, keyword, limit, value }: Certificate): string {
  const why = `breaks "${keyword}" (${limit})`;
  const where = at === "" ? "its top" : at;
  if (location === "body")
    return value === undefined
      ? `the body without ${where} ${why}`
      : `the body with ${preview(value, 60)} at ${where} ${why}`;
  return value === undefined
    ? `the ${location} without ${where} ${why}`
    : `the ${location} ${where}=${String(value)} ${why}`;
}
