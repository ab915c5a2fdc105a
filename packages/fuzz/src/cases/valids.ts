import { writeOf } from "@plumbline/conformance";
import fc from "fast-check";
import { proseArbitrary } from "../arbitraries/prose.ts";
import { ALPHABETS } from "../arbitraries/string.ts";
import { validNames, validTexts } from "../lexical/valid-texts.ts";
import { type BodyParts, bodiesFor, LATER } from "./bodies.ts";
import { composedBodies } from "./composed-bodies.ts";
import { filtersOfIndexes } from "./filters-of-indexes.ts";
import { planned } from "./fresh.ts";
import { type FuzzedSubject, familyOf, isLastVersion } from "./subjects.ts";
import { type CaseCall, cellName, cellOf, type TestCase } from "./test-case.ts";

/** Random combinations per operation and version, in addition to the enumerated edges. */
const COMBINED = 6;

interface Draw {
  readonly name: string;
  readonly side: string;
  readonly tier: "valid edge" | "valid";
  readonly what: string;
  readonly call: CaseCall;
  readonly elsewhere?: true;
  /** Sent to each operation, whatever others showed. */
  readonly each?: true;
  /** @default "MUST" */
  readonly level?: "SHOULD";
  /**
   * Draws with the same cell are variants of each other.
   * @default one for each name
   */
  readonly cell?: string;
  /** The request that shows whether this draw is possible, if it is not the plain one. */
  readonly base?: TestCase["base"];
}

/** Requests that a correct server carries out in any state: edges of each parameter and member, and combinations. */
export function validsOf(subject: FuzzedSubject, parts: BodyParts, seed: number): readonly TestCase[] {
  const plain = bodiesFor(subject.operation.id, parts, subject.version).get("plain");
  const body = plain === undefined ? {} : { rawBody: JSON.stringify(plain) };
  const all = isRepeatable(subject)
    ? [...edges(subject), ...addresses(subject), ...combinations(subject, seed)]
    : ([] as const);
  const draws = [...all, ...allAtOnce(subject)].map((draw) => ({ ...draw, call: { ...body, ...draw.call } }));
  const ofBodies = [
    ...(isRepeatable(subject) ? bodyDraws(subject, parts, seed) : []),
    ...composedBodies(subject, parts).map(
      ({ name, side, body }): Draw => ({ ...rawBody(name, side, body), level: "SHOULD" }),
    ),
  ];
  return [...draws, ...ofBodies].map(
    ({ name, side, tier, what, call, elsewhere, each, cell = name, level, base = "plain" }) => ({
      id: `${subject.label} ${name} ${side}`,
      cell: `${subject.label} ${cell}`,
      // One version answers the question for the operation.
      question: each ? `${subject.operation.id} ${name} ${side}` : `${name} ${side}`,
      setup: subject.label,
      tier,
      aim: "accepted",
      operation: subject.operation.id,
      version: subject.version,
      base,
      level: level ?? "MUST",
      name,
      shows: cellOf(name, side),
      expected: `2xx${elsewhere ? " or 404" : ""}: ${what} is valid`,
      call,
      ...(elsewhere && { elsewhere }),
    }),
  );
}

/**
 * Parameters that require others are drawn only together with them. Parameters that an operation may lack are not
 * drawn.
 */
const alone = ({ operation }: FuzzedSubject) =>
  (operation.assumedQuery ? [] : operation.query).filter(
    ({ name }) => !operation.together?.some((group) => group.includes(name)),
  );

function edges(subject: FuzzedSubject): Draw[] {
  return [
    ...alone(subject).flatMap(({ name, schema }) =>
      validTexts(schema).map(({ keyword, side, text }) =>
        ofQuery(cellName("query", name, keyword, false), side, "valid edge", { [name]: text }),
      ),
    ),
    ...together(subject).map((query) =>
      ofQuery(cellName("query", Object.keys(query).join("+"), "format", false), asText(query), "valid edge", query),
    ),
  ];
}

/** Whether a valid request can be sent often, because it creates no permanent records and deletes nothing. */
function isRepeatable({ operation }: FuzzedSubject): boolean {
  const family = familyOf(operation);
  return family !== "lasting" && family !== "removals";
}

/**
 * The parameters common to all operations, together, because each operation reads them itself. Permanent records are
 * created once only; deletions are sent for missing records.
 */
function allAtOnce(subject: FuzzedSubject): Draw[] {
  const { operation } = subject;
  const family = familyOf(operation);
  const names = alone(subject)
    .map(({ name }) => name)
    .filter((name) => COMMON.includes(name));
  if (names.length === 0 || (family === "removals" && writeOf(operation.id)?.effect.kind !== "owned")) return [];
  const all = family === "lasting" ? (isLastVersion(subject) ? [PLAIN] : []) : [PLAIN, WRAPPED];
  return all.map((form) => ({
    ...ofQuery(
      "query:together",
      asText(form),
      "valid",
      Object.fromEntries(names.map((name) => [name, form[name] ?? ""])),
    ),
    ...(form === PLAIN && { tier: "valid edge" as const }),
    ...(family === "removals" && { elsewhere: true as const }),
    each: true as const,
  }));
}
/** One form in which the answer can be compared with the operation's answer schema, and one with an envelope. */
const PLAIN: Readonly<Record<string, string>> = { envelope: "false", pretty: "true" };
const WRAPPED: Readonly<Record<string, string>> = { envelope: "true", pretty: "false" };
const COMMON: readonly string[] = ["envelope", "pretty"];

/** Well-formed names in the path of a read; a record with such a name may or may not exist. */
function addresses({ operation }: FuzzedSubject): Draw[] {
  if (operation.risk !== "read") return [];
  return operation.pathParameters.flatMap(({ name, schema }) =>
    validNames(name, schema).map(
      ({ keyword, side, text }): Draw => ({
        name: cellName("path", name, keyword, false),
        side,
        tier: "valid edge",
        what: `the path ${name}=${text}`,
        call: { path: { [name]: text } },
        elsewhere: true,
      }),
    ),
  );
}

/** Values in ascending order, so that the start of a range is before its end. */
function together({ operation }: FuzzedSubject): Record<string, string>[] {
  return (operation.together ?? []).flatMap((group) => {
    const texts = operation.query.filter(({ name }) => group.includes(name)).map(({ schema }) => validTexts(schema));
    const count = Math.max(0, Math.min(...texts.map((one) => one.length)) - group.length + 1);
    return Array.from({ length: count }, (_none, first) =>
      Object.fromEntries(group.map((name, place) => [name, texts[place]?.[first + place]?.text ?? ""])),
    );
  });
}

function combinations(subject: FuzzedSubject, seed: number): Draw[] {
  const parameters = alone(subject).flatMap(({ name, schema }) => {
    const texts = validTexts(schema).map(({ text }) => text);
    return texts.length === 0 ? [] : [[name, fc.constantFrom(...texts)] as const];
  });
  if (parameters.length < 2) return [];
  const drawn = fc.sample(fc.record(Object.fromEntries(parameters), { requiredKeys: [] }), {
    seed,
    numRuns: COMBINED,
  });
  return drawn.map((query, index) => ofQuery("query:combined", String(index), "valid", defined(query)));
}

const ofQuery = (name: string, side: string, tier: Draw["tier"], query: Record<string, string>): Draw => ({
  name,
  side,
  tier,
  what: `the query ${asText(query)}`,
  call: { query },
});
const asText = (query: Record<string, string>): string => new URLSearchParams(query).toString();
const defined = (query: object): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, text]) => [name, String(text)]));

function bodyDraws(subject: FuzzedSubject, parts: BodyParts, seed: number): Draw[] {
  switch (subject.operation.id) {
    case "createAlertConfig":
    case "updateAlertConfig":
      return configurations(parts, seed);
    case "setAlertConfigEnabled":
      return [true, false].map((enabled) => ofBody(parts, "body/enabled:type", String(enabled), { enabled }));
    case "acknowledgeAlert":
      return acknowledgements(parts, seed);
    case "createSearchIndex":
      return filtersOfIndexes(subject, parts).map(({ name, side, body }) => ({
        ...rawBody(name, side, body),
        // Each creates an index, so tests of the permission to create one come first.
        tier: "valid" as const,
        cell: `${name} ${side}`,
      }));
    default:
      return [];
  }
}

/** Varies only what the description fixes: kinds and members of notifications stay as they are known to work. */
function configurations(parts: BodyParts, seed: number): Draw[] {
  const { enabled: _enabled, matchers: _matchers, ...needed } = parts.world.alertConfiguration;
  const base = parts.world.alertConfiguration;
  const [word = "plumbline", other = "plumbline"] = fc.sample(proseArbitrary(1, 40), { seed, numRuns: 2 });
  const [fieldName] = parts.matcherFields;
  const matcher = (value: string) => ({ fieldName, operator: "EQUALS", value });
  // The description does not list the fields of an event: the base shows whether this field works.
  const matched = (fieldName === undefined ? [] : [[word], [word, other]]).map((words) => ({
    ...ofBody(parts, "body/matchers:type", words.length > 1 ? "two" : String(fieldName), {
      ...base,
      matchers: words.map(matcher),
    }),
    ...(base.matchers?.length ? {} : { base: "matchers" as const }),
  }));
  return [
    ...[true, false].map((enabled) => ofBody(parts, "body/enabled:type", String(enabled), { ...base, enabled })),
    ofBody(parts, "body:required", "only what is required", needed),
    ...["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE"].map((eventTypeName) =>
      ofBody(parts, "body/eventTypeName:type", eventTypeName, { ...needed, eventTypeName }),
    ),
    ...matched,
  ];
}

/**
 * Comments up to the stated length. The description does not say whether it counts characters or UTF-16 units, so texts
 * with characters outside the basic plane stay within both.
 */
function acknowledgements(parts: BodyParts, seed: number): Draw[] {
  const until = { acknowledgedUntil: LATER };
  const moments = [LATER, "2037-12-31T23:59:59.999Z", "2036-02-29T12:00:00Z"];
  const comments = [200, 1, 199].flatMap((length) =>
    ALPHABETS.map((letter) => letter.repeat(Math.floor(length / letter.length) || 1)),
  );
  return [
    ofBody(parts, "body:required", "neither member", {}),
    ...moments.map((moment) => ofBody(parts, "body/acknowledgedUntil:format", moment, { acknowledgedUntil: moment })),
    ...comments.map((comment, index) =>
      ofBody(parts, "body/acknowledgementComment:maxLength", `edge ${index}`, {
        ...until,
        acknowledgementComment: comment,
      }),
    ),
    ...fc.sample(proseArbitrary(1, 200), { seed, numRuns: COMBINED }).map((comment, index) => ({
      ...ofBody(parts, "body/acknowledgementComment:type", `prose ${index}`, {
        ...until,
        acknowledgementComment: comment,
      }),
      tier: "valid" as const,
    })),
  ];
}

const ofBody = ({ contract }: BodyParts, name: string, side: string, body: unknown): Draw =>
  rawBody(name, side, contract.wire(body));

/** A body in wire names. */
function rawBody(name: string, side: string, body: unknown): Draw {
  const text = planned(JSON.stringify(body));
  const shown = text.length > 120 ? `${text.slice(0, 120)}...` : text;
  return { name, side, tier: "valid edge", what: `the body ${shown}`, call: { rawBody: text } };
}
