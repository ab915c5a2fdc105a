import type { JsonSchema } from "@plumbline/schemas";
import { readText } from "@plumbline/schemas";
import fc from "fast-check";
import { arbitraryOf } from "../arbitraries/arbitrary-of.ts";
import { integerArbitrary } from "../arbitraries/integer.ts";
import { faultyTexts } from "../lexical/faulty-texts.ts";
import { validTexts } from "../lexical/valid-texts.ts";
import { mutantsOf } from "../mutants/mutants-of.ts";
import type { BodyParts } from "./bodies.ts";
import { certified, companions, levelOf } from "./negatives.ts";
import { breaksOneOf, type CampaignScope } from "./plan.ts";
import { type Choice, type Family, type FuzzedSubject, inShard, type Shard, subjectsOf } from "./subjects.ts";
import { cellOf, type TestCase } from "./test-case.ts";

/** Single violations used from one drawn body: enumerating them costs more than sending them. */
const TAKEN = 16;
/** Consecutive subjects without a request after which drawing ends. */
const PATIENCE = 2_000;

/**
 * An endless sequence of requests for the time after all enumerated ones: single violations of drawn bodies and of
 * drawn parameter combinations, and drawn valid queries. A pure function of its arguments, which makes one request at a
 * time.
 */
export function* drawnTestCases(
  scopes: readonly CampaignScope[],
  parts: BodyParts,
  seed: number,
  choice: Choice = {},
  shard?: Shard,
): Generator<TestCase, undefined, undefined> {
  const sources = scopes
    .filter(({ family, aim }) => isDrawnOf(family) && (aim === "refused" || aim === "accepted"))
    .flatMap((scope) =>
      subjectsOf(parts.contract, parts.world, scope.family, choice).map((subject) => ({ scope, subject })),
    )
    .filter(({ subject }) => inShard({ operation: subject.operation.id }, shard));
  for (let number = 0, empty = 0; sources.length > 0 && empty < PATIENCE; number += 1) {
    const { scope, subject } = sources[number % sources.length] ?? {};
    if (scope === undefined || subject === undefined) return;
    const drawn = drawnBy(scope, subject, seed + Math.floor(number / sources.length)).filter(
      (testCase) => testCase.level === scope.level && !breaksOneOf(testCase, choice.without),
    );
    empty = drawn.length === 0 ? empty + 1 : 0;
    for (const testCase of drawn) yield { ...testCase, id: `drawn ${number} ${testCase.id}` };
  }
}

/** The requests of all other families are enumerated completely. */
export const isDrawnOf = (family: Family): boolean =>
  family !== "lasting" && family !== "removals" && family !== "tokens";

/**
 * The requests that one number draws for an operation. Each contains the number, so that it can be drawn again alone.
 */
export function drawnBy(
  scope: Pick<CampaignScope, "aim" | "family">,
  subject: FuzzedSubject,
  seed: number,
): readonly TestCase[] {
  return testCasesOf(scope, subject, seed).map((testCase) => ({ ...testCase, drawn: seed }));
}

function testCasesOf(
  { aim, family }: Pick<CampaignScope, "aim" | "family">,
  subject: FuzzedSubject,
  seed: number,
): readonly TestCase[] {
  switch (aim) {
    case "refused":
      return family === "reads" ? faultyQuery(subject, seed) : faultyBodies(subject, seed);
    case "accepted":
      return family === "reads" ? validQuery(subject, seed) : [];
    case "no crash":
    case "kept out":
    case "let in":
      return [];
    default:
      return aim satisfies never;
  }
}

/** Violations of a drawn body, a different selection each time, spread over all of them. */
function faultyBodies(subject: FuzzedSubject, seed: number): readonly TestCase[] {
  const { id: operation, body } = subject.operation;
  if (body === undefined || body.mediaType !== "application/json") return [];
  const [base] = fc.sample(arbitraryOf(body.schema), { seed, numRuns: 1 });
  const { mutants } = mutantsOf({ operation, schema: body.schema, base });
  const step = Math.max(1, Math.floor(mutants.length / TAKEN));
  return mutants
    .filter((_mutant, index) => (index + seed) % step === 0)
    .slice(0, TAKEN)
    .map(({ certificate, text }) => certified(subject, certificate, { rawBody: text }));
}

/** Parameters that are valid alone, each with a valid text or left out. */
function validTextsOf({ operation }: FuzzedSubject, seed: number): Record<string, string> {
  const key = Math.floor(seed / BATCH);
  const last = batches.get(operation);
  const batch = last?.key === key ? last : { key, queries: queriesOf(operation, key) };
  batches.set(operation, batch);
  return batch.queries[seed % BATCH] ?? {};
}

/** Drawing many queries at once costs a tenth of drawing them one by one. */
const BATCH = 64;
const batches = new WeakMap<object, { readonly key: number; readonly queries: readonly Record<string, string>[] }>();

function queriesOf(operation: FuzzedSubject["operation"], seed: number): readonly Record<string, string>[] {
  const alone = (operation.assumedQuery ? [] : operation.query).filter(
    ({ name }) => !operation.together?.some((group) => group.includes(name)),
  );
  const drawn = alone.map(({ name, schema }) => [name, textArbitrary(schema)] as const);
  const record = fc.record(Object.fromEntries(drawn), { requiredKeys: [] });
  return fc.sample(record, { seed, numRuns: BATCH }).map((query) => {
    const pairs: Record<string, string> = {};
    for (const [name, text] of Object.entries(query)) if (typeof text === "string") pairs[name] = text;
    return pairs;
  });
}

function textArbitrary(schema: JsonSchema): fc.Arbitrary<string | undefined> {
  const texts = validTexts(schema).map(({ text }) => text);
  if (texts.length === 0) return fc.constant(undefined);
  // A page far beyond the last one is already an enumerated edge; other numbers must be bounded to be canonical.
  if (schema.type !== "integer" || schema.maximum === undefined) return fc.constantFrom(...texts);
  const drawn = integerArbitrary(schema) ?? fc.constant(schema.maximum);
  return drawn.map(String).map((text) => (readText(schema, text).kind === "value" ? text : texts[0]));
}

function validQuery(subject: FuzzedSubject, seed: number): readonly TestCase[] {
  const { operation, version, label } = subject;
  const query = validTextsOf(subject, seed);
  if (Object.keys(query).length === 0) return [];
  const name = "query:combined";
  return [
    {
      id: `${label} ${name}`,
      cell: `${label} ${name}`,
      tier: "valid",
      aim: "accepted",
      operation: operation.id,
      version,
      base: "plain",
      level: "MUST",
      name,
      shows: cellOf(name, "drawn"),
      expected: `2xx: the query ${new URLSearchParams(query).toString()} is valid`,
      call: { query },
    },
  ];
}

const known = new WeakMap<JsonSchema, ReturnType<typeof faultyTexts>>();

function faultsOf(schema: JsonSchema): ReturnType<typeof faultyTexts> {
  const faults = known.get(schema) ?? faultyTexts(schema);
  known.set(schema, faults);
  return faults;
}

/** One invalid parameter among valid ones. */
function faultyQuery(subject: FuzzedSubject, seed: number): readonly TestCase[] {
  const { operation } = subject;
  const wrong = operation.query[seed % Math.max(1, operation.query.length)];
  if (wrong === undefined) return [];
  const faults = faultsOf(wrong.schema);
  const fault = faults[Math.floor(seed / operation.query.length) % Math.max(1, faults.length)];
  if (fault === undefined) return [];
  const { keyword, side, text, limit } = fault;
  const query = { ...validTextsOf(subject, seed), ...companions(operation, wrong.name), [wrong.name]: text };
  const place = { operation: operation.id, location: "query", pointer: wrong.name, at: wrong.name } as const;
  return [
    certified(
      subject,
      { ...place, keyword, side, value: text, limit, level: levelOf(wrong.schema), also: [] },
      { query },
    ),
  ];
}
