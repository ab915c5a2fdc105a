import { inAnalyzerOfIndex } from "@plumbline/conformance";
import { type BoundOperation, exampleOf, type JsonSchema } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import type { Certificate } from "../certificate.ts";
import { type FaultyText, faultyTexts } from "../lexical/faulty-texts.ts";
import { nearFaults } from "../lexical/near-texts.ts";
import { validTexts } from "../lexical/valid-texts.ts";
import { mutantsOf } from "../mutants/mutants-of.ts";
import { tierOf } from "../order.ts";
import { type BodyParts, bodiesFor, partOf } from "./bodies.ts";
import { outsideKnownSets } from "./known-sets.ts";
import { statedNear } from "./near-bodies.ts";
import { type FuzzedSubject, familyOf, fixtureOf } from "./subjects.ts";
import { type Base, type CaseCall, cellName, type TestCase } from "./test-case.ts";

/** Every single fault of an operation's body or form, query and path, in the order of the contract. */
export function negativesOf(subject: FuzzedSubject, parts: BodyParts): readonly TestCase[] {
  // For deletions of missing records, only the address can have a fault of its own.
  if (familyOf(subject.operation) === "removals") return addressNegatives(subject, parts, {});
  const bodies = bodiesFor(subject.operation.id, parts, subject.version);
  const plain = bodies.get("plain");
  if (subject.operation.body?.mediaType === "application/x-www-form-urlencoded") return formNegatives(subject);
  const body = plain === undefined ? {} : { rawBody: JSON.stringify(plain) };
  const inBody = [...bodies].map(([base, value]) => [base, bodyNegatives(subject, base, value)] as const);
  const known = new Set(inBody.find(([base]) => base === "plain")?.[1].map(({ shows }) => cellKey(shows)));
  return [
    ...inBody.flatMap(([base, testCases]) =>
      base === "full" ? testCases.filter(({ shows }) => !known.has(cellKey(shows))) : testCases,
    ),
    ...(plain === undefined || !takesTurn(subject, 0) ? [] : [truncated(subject, JSON.stringify(plain))]),
    ...(inBody[0]?.[1] ?? [])
      .filter(({ shows }) => shows.keyword === "required")
      .slice(0, 1)
      .map(withCharset),
    ...queryNegatives(subject)
      .map(([certificate, query]) => certified(subject, certificate, { ...body, query }))
      .map((testCase) => ({ ...testCase, ...(testCase.question && { way: testCase.question }) })),
    ...addressNegatives(subject, parts, body),
    ...nearQueryNegatives(subject, body),
    ...inTurns(
      subject,
      "misses",
      statedNear(subject, parts).map(([certificate, rawBody]) => certified(subject, certificate, { rawBody })),
    ),
    ...outsideKnownSets(subject, parts),
  ];
}

const cellKey = ({ pointer, keyword, side }: TestCase["shows"]): string => `${pointer} ${keyword} ${side}`;

function bodyNegatives(subject: FuzzedSubject, base: Base, value: unknown): TestCase[] {
  const { id: operation, body } = subject.operation;
  if (body === undefined) return [];
  return mutantsOf({ operation, schema: body.schema, base: value })
    .mutants.filter(({ certificate }) => base === "plain" || certificate.pointer.startsWith(partOf(base)))
    .map(({ certificate, text }) => certified(subject, certificate, { rawBody: text }, base));
}

/** A media type with a parameter is the same media type (RFC 9110, section 8.3.1). */
function withCharset(testCase: TestCase): TestCase {
  const side = `${testCase.shows.side}, with a charset`;
  const { certificate } = testCase;
  return {
    ...testCase,
    id: `${testCase.id}, with a charset`,
    question: `${testCase.question}, with a charset`,
    shows: { ...testCase.shows, side },
    ...(certificate && { certificate: { ...certificate, side } }),
    call: { ...testCase.call, contentType: "application/json; charset=utf-8" },
  };
}

/** A truncated document is not JSON (RFC 8259, section 2). Each operation may have its own parser. */
function truncated(subject: FuzzedSubject, text: string): TestCase {
  const cut = text.slice(0, Math.ceil(text.length / 2));
  const place = { operation: subject.operation.id, location: "body", pointer: "", at: "", keyword: "json" } as const;
  const certificate = {
    ...place,
    side: "truncated",
    value: cut,
    limit: "a JSON document",
    level: "MUST",
    also: [],
  } as const;
  // A JSON parser before the service may refuse it in its own words.
  const { question: _question, ...testCase } = certified(subject, certificate, { rawBody: cut, open: true });
  return testCase;
}

/** The faults of form fields: missing, with another value, with a value of other services. */
function formNegatives(subject: FuzzedSubject): TestCase[] {
  const { id: operation, body } = subject.operation;
  const base = exampleOf(body?.schema ?? {});
  const others = Object.entries(NAMED_BY_OTHERS).flatMap(([pointer, value]): TestCase[] => {
    const limit = body?.schema.properties?.[pointer]?.const;
    if (typeof limit !== "string") return [];
    const place = { operation, location: "form", pointer, at: pointer, keyword: "const" } as const;
    const certificate = { ...place, side: "a word of others", value, limit, level: "MUST", also: [] } as const;
    return [certified(subject, certificate, { rawBody: formOf({ ...Object(base), [pointer]: value }) })];
  });
  const ofFields = mutantsOf({ operation, schema: body?.schema ?? {}, base }).mutants.flatMap(
    ({ certificate, text }) => {
      const fields: unknown = JSON.parse(text);
      if (typeof fields !== "object" || fields === null) return [];
      const pairs = Object.entries(fields);
      // A form contains only texts, so a wrong JSON type is not a fault.
      if (pairs.some(([, value]) => typeof value !== "string")) return [];
      const pointer = certificate.pointer.slice(1);
      return [
        certified(subject, { ...certificate, location: "form", pointer, at: pointer }, { rawBody: formOf(fields) }),
      ];
    },
  );
  return [...ofFields, ...others];
}

/** Values that other services of this kind accept: the password grant (RFC 6749, section 4.3.2). */
const NAMED_BY_OTHERS: Readonly<Record<string, string>> = { grant_type: "password" };

const formOf = (fields: object): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

type Query = Readonly<Record<string, string>>;

function queryNegatives({ operation }: FuzzedSubject): [Certificate, Query][] {
  const of = { operation: operation.id, location: "query", level: "MUST", also: [] } as const;
  const lonely = (operation.together ?? []).flatMap((group) =>
    group.map((name): [Certificate, Query] => {
      const text = validTexts(operation.query.find((one) => one.name === name)?.schema ?? {})[1]?.text ?? "1";
      const others = group.filter((other) => other !== name).join(", ");
      const side = `without ${others}`;
      return [
        {
          ...of,
          keyword: "dependentRequired",
          pointer: name,
          at: name,
          side,
          value: text,
          limit: `${others} beside it`,
        },
        { [name]: text },
      ];
    }),
  );
  const single = operation.query.flatMap(({ name, schema }) =>
    faultyTexts(schema).map(({ keyword, side, text, limit }): [Certificate, Query] => [
      { ...of, keyword, pointer: name, at: name, side, value: text, limit, level: levelOf(schema) },
      { ...companions(operation, name), [name]: text },
    ]),
  );
  return [...single, ...lonely];
}

/**
 * The description does not list the words for a boolean in a query, so reading an unknown word as false breaks only a
 * SHOULD.
 */
export const levelOf = ({ type }: JsonSchema): Certificate["level"] => (type === "boolean" ? "SHOULD" : "MUST");

/** Valid texts of the parameters that one requires. */
export function companions(operation: FuzzedSubject["operation"], name: string): Query {
  const others = (operation.together ?? []).filter((group) => group.includes(name)).flat();
  return Object.fromEntries(
    operation.query
      .filter((other) => other.name !== name && others.includes(other.name))
      .map((other) => [other.name, validTexts(other.schema).at(-1)?.text ?? ""]),
  );
}

/** Ids with one fault. For records that the campaign creates, their ids are inserted when it has them. */
function pathNegatives({ operation }: FuzzedSubject, { world }: BodyParts): [Certificate, Query][] {
  return operation.pathParameters.flatMap(({ name, schema }) =>
    faultyTexts(schema, fixtureOf(world, name) ?? String(exampleOf(schema))).map(
      ({ keyword, side, text, limit }): [Certificate, Query] => {
        const place = { operation: operation.id, location: "path", pointer: name, at: name } as const;
        return [{ ...place, keyword, side, value: text, limit, level: "MUST", also: [] }, { [name]: text }];
      },
    ),
  );
}

/** Invalid addresses of records, and near misses. */
function addressNegatives(subject: FuzzedSubject, parts: BodyParts, body: CaseCall): TestCase[] {
  const { operation } = subject;
  const misses = operation.pathParameters.flatMap(({ name, schema }) =>
    missesOf(schema, fixtureOf(parts.world, name) ?? String(exampleOf(schema))).map(({ text, ...fault }) => {
      const place = { operation: operation.id, location: "path", pointer: name, at: name } as const;
      // A proxy may refuse an escape in its own words.
      const open = /\s/.test(text) ? { open: true as const } : {};
      return certified(
        subject,
        { ...place, ...fault, value: text, level: "MUST", also: [] },
        { ...body, path: { [name]: text }, ...open },
      );
    }),
  );
  return [
    ...pathNegatives(subject, parts)
      .map(([certificate, path]) => certified(subject, certificate, { ...body, path }))
      .map((testCase) => inItsPlace(subject, testCase)),
    ...inTurns(subject, "miss", misses),
  ];
}

/** Near misses of the sets in a query. The description leaves open whether full-width letters equal ordinary ones. */
function nearQueryNegatives(subject: FuzzedSubject, body: CaseCall): readonly TestCase[] {
  const { operation } = subject;
  const testCases = operation.query
    .filter(({ schema }) => schema.enum !== undefined)
    .flatMap(({ name, schema }) =>
      missesOf(schema, "")
        .filter(({ side }) => side !== "full-width characters")
        .map(({ text, ...fault }) => {
          const place = { operation: operation.id, location: "query", pointer: name, at: name } as const;
          return certified(
            subject,
            { ...place, ...fault, value: text, level: "MUST", also: [] },
            { ...body, query: { ...companions(operation, name), [name]: text } },
          );
        }),
    );
  return inTurns(subject, "miss", testCases);
}

/** Near misses that are not among the enumerated faults. */
function missesOf(schema: JsonSchema, valid: string): readonly FaultyText[] {
  const known = new Set(faultyTexts(schema, valid).map(({ text }) => text));
  return nearFaults(schema, valid).filter(({ text }) => !known.has(text));
}

/**
 * Schedules near misses: each in one version, because the code that reads such texts is seldom duplicated, and after
 * the faults at and far beyond the limits.
 */
const inTurns = (subject: FuzzedSubject, tier: TestCase["tier"], testCases: readonly TestCase[]): readonly TestCase[] =>
  testCases
    .filter((_testCase, index) => takesTurn(subject, index))
    .map(({ question: _question, ...testCase }) => ({
      ...testCase,
      tier,
      ...(saysMuch(subject) && { way: wayIn(subject, testCase) }),
    }));

/** A server reads one place of a path with the same code everywhere, so one such question covers most of the others. */
function inItsPlace(subject: FuzzedSubject, testCase: TestCase): TestCase {
  const { operation } = subject;
  const place = operation.pathParameters.findIndex(({ name }) => name === testCase.shows.pointer);
  const { pattern } = operation.pathParameters[place]?.schema ?? {};
  // Servers look up the first part of a path with other code than the rest, and names with other code than ids.
  const question = `${wayIn(subject, testCase)} in ${place === 0 ? "the first" : "a further"} ${pattern} of ${operation.authentication}`;
  return { ...testCase, question, ...(saysMuch(subject) && { way: question }) };
}

/** A refusal says little for a missing record, and for a permanent record that may exist only once. */
function saysMuch({ operation }: FuzzedSubject): boolean {
  const family = familyOf(operation);
  return family !== "removals" && family !== "lasting";
}

/** A server may read the addresses of writes and of reads with different code. */
const wayIn = ({ operation }: FuzzedSubject, { shows: { location, keyword, side } }: TestCase): string =>
  `${location} ${keyword} ${side} ${location === "path" && operation.risk !== "read" ? "write" : "read"}`;

/** Whether the version of a subject is the one that sends a request which each operation gets once. */
export const takesTurn = ({ versions, version }: FuzzedSubject, index: number): boolean =>
  versions[index % versions.length] === version;

/**
 * A test case with the fault of its path in the id of the current record: with the planned id, a server that looks
 * nothing up could not tell a faulty id from a missing record. `undefined` if that id cannot have the fault, such as
 * capitals in digits.
 */
export function atRecord(testCase: TestCase, operation: BoundOperation, path: Query): TestCase | undefined {
  const { certificate } = testCase;
  const id = certificate?.location === "path" ? path[certificate.pointer] : undefined;
  if (certificate === undefined || id === undefined) return testCase;
  const { pointer, keyword, side } = certificate;
  const schema = operation.pathParameters.find(({ name }) => name === pointer)?.schema ?? {};
  const faults = [...faultyTexts(schema, id), ...nearFaults(schema, id)];
  const fault = faults.find((one) => one.keyword === keyword && one.side === side);
  if (fault === undefined) return undefined;
  const made = { ...certificate, value: fault.text };
  return {
    ...testCase,
    certificate: made,
    expected: `4xx: ${describe(made)}`,
    call: { ...testCase.call, path: { ...testCase.call.path, [pointer]: fault.text } },
  };
}

/** A test case that the target must refuse because of its certificate. */
export function certified(
  { operation, version, label }: FuzzedSubject,
  fault: Certificate,
  call: CaseCall,
  base: Base = "plain",
): TestCase {
  const isLesser = fault.location === "body" && inAnalyzerOfIndex(fault.operation, fault.pointer);
  const certificate: Certificate = isLesser ? { ...fault, level: "SHOULD" } : fault;
  const { location, pointer, keyword, side, level } = certificate;
  const name = cellName(location, pointer, keyword, true);
  const cell = `${label} ${base} ${name}`;
  return {
    id: `${cell} ${side}`,
    cell,
    question: questionOf(operation, `${name} ${side}`),
    setup: label,
    tier: tierOf(keyword),
    aim: "refused",
    operation: operation.id,
    version,
    base,
    level,
    name,
    shows: { location, pointer, keyword, side },
    certificate,
    expected: `4xx: ${describe(certificate)}`,
    // A router decides how to refuse a malformed path, so no error code is expected.
    call: { ...call, ...(location === "path" ? {} : { invalid: true }) },
  };
}

/** Servers often validate the body of an update with other code than that of a creation. */
const questionOf = ({ risk, body }: BoundOperation, fault: string): string =>
  body !== undefined && risk === "update" ? `${fault}, updated` : fault;

/** The fault in words: `the query itemsPerPage=501 breaks "maximum" (500)`. */
export function describe({ location, at, keyword, limit, value }: Certificate): string {
  const why = `breaks "${keyword}" (${limit})`;
  const where = at === "" ? "its top" : at;
  if (keyword === "json") return `the body ends after ${String(value).length} characters`;
  if (location === "body")
    return value === undefined
      ? `the body without ${where} ${why}`
      : `the body with ${preview(value, 60)} at ${where} ${why}`;
  return value === undefined
    ? `the ${location} without ${where} ${why}`
    : `the ${location} ${where}=${oneLine(String(value))} ${why}`;
}

/** Shows a line break as an escape. */
const oneLine = (text: string): string => text.replaceAll("\n", "\\n");
