import { FIXTURES, type Who, type World } from "@plumbline/conformance";
import {
  exampleOf,
  isOperationId,
  type OperationId,
  PATH_PARAMETERS,
  ROLES,
  type RouteVersion,
  versionLabel,
} from "@plumbline/schemas";
import type { BodyParts } from "../cases/bodies.ts";
import { candidates } from "../cases/candidates.ts";
import { breaksOneOf, type CampaignScope } from "../cases/plan.ts";
import { STRANGERS } from "../cases/strangers.ts";
import { type Choice, type FuzzedSubject, familyOf, inShard, type Shard, subjectsOf } from "../cases/subjects.ts";
import { type Aim, type TestCase, VERSIONS } from "../cases/test-case.ts";
import type { ReachedCase } from "./reached.ts";

/** Everything that determines which requests a run sends. */
export interface Recalling {
  /** All enumerated requests of the run, in its order. */
  readonly plan: readonly TestCase[];
  readonly scopes: readonly CampaignScope[];
  readonly parts: BodyParts;
  readonly seed: number;
  readonly choice: Choice;
  readonly shard: Shard | undefined;
}

/**
 * The request of a stored name; "elsewhere" if this run does not send it, "nothing" if it is not a request of the
 * fuzzer.
 */
export type Recalled = TestCase | "elsewhere" | "nothing";

/** Recreates the requests of stored names, from the plan of the run or with the numbers that drew them. */
export function recall({ plan, scopes, parts, seed, choice, shard }: Recalling): (name: ReachedCase) => Recalled {
  const planned = new Map(plan.map((testCase) => [testCase.id, testCase]));
  const world = everything(parts.world);
  const anywhere = new Map<string, BodyParts>();
  const partsAnywhere = (fields: readonly string[]): BodyParts => {
    const [key = ""] = fields;
    const known = anywhere.get(key) ?? { ...parts, world, matcherFields: fields };
    anywhere.set(key, known);
    return known;
  };
  return (name) => {
    const own = name.drawn === undefined ? planned.get(name.testCase) : undefined;
    if (own !== undefined && (name.seed ?? seed) === seed) return own;
    const asPlanned = (testCase: TestCase): TestCase =>
      own !== undefined && JSON.stringify(own.call) === JSON.stringify(testCase.call) ? own : testCase;
    const [, aim = "", operation = "", label = ""] = NAME.exec(name.testCase) ?? [];
    if (!isAim(aim) || !isOperationId(operation)) return "nothing";
    const version = VERSIONS.find((one) => versionLabel(one) === label);
    if (version === undefined || parts.contract.route(operation, version) === undefined) return "nothing";
    const subject = subjectOf(parts, operation, version, choice);
    const testCase = subject && named(name, aim, subject, parts, seed);
    if (testCase === undefined) {
      const other = partsAnywhere(fieldsIn(name.testCase));
      const elsewhere = subjectOf(other, operation, version);
      return elsewhere !== undefined && named(name, aim, elsewhere, other, seed) !== undefined
        ? "elsewhere"
        : "nothing";
    }
    const family = familyOf(parts.contract.operation(operation));
    const isMine = scopes.some((one) => one.family === family && one.aim === aim && one.level === testCase.level);
    return isMine && inShard(testCase, shard) && !breaksOneOf(testCase, choice.without)
      ? asPlanned(testCase)
      : "elsewhere";
  };
}

const NAME = /^(.+?) ([A-Za-z]+)\/(\S+) /;
const AIMS = ["refused", "accepted", "no crash", "kept out", "let in"] as const satisfies readonly Aim[];
const isAim = (text: string): text is Aim => AIMS.some((aim) => aim === text);

function subjectOf(
  { contract, world }: BodyParts,
  operation: OperationId,
  version: RouteVersion,
  choice: Choice = {},
): FuzzedSubject | undefined {
  const family = familyOf(contract.operation(operation));
  const isChosen = choice.operations?.includes(operation) ?? true;
  if (family === undefined || !isChosen || !(choice.versions?.includes(version) ?? true)) return undefined;
  return subjectsOf(contract, world, family, { ...choice, operations: [operation], versions: [version] })[0];
}

function named(
  { testCase: id, drawn, seed: own }: ReachedCase,
  aim: Aim,
  subject: FuzzedSubject,
  parts: BodyParts,
  seed: number,
): TestCase | undefined {
  const family = familyOf(subject.operation);
  if (family === undefined) return undefined;
  const found = candidates(family, subject, { aim, drawn, seed: own ?? seed }, parts).find(
    (one) => `${aim} ${one.id}` === id,
  );
  return found && { ...found, id };
}

/** A world in which nothing is missing: requests planned for it and not here are still requests of the fuzzer. */
function everything(world: World): World {
  const fixtures = Object.fromEntries(FIXTURES.map((name) => [name, String(exampleOf(PATH_PARAMETERS[name] ?? {}))]));
  const callers: readonly Who[] = [...STRANGERS, ...ROLES.map((role) => ({ role }))];
  return { ...world, fixtures, callers, unbound: new Map() };
}

/** The target offers the names of matcher fields, so a stored name may contain any. */
function fieldsIn(name: string): readonly string[] {
  const [field] = /(?<=body\/matchers:type )\w{1,80}$/.exec(name) ?? [];
  return [field ?? "FIELD_NAME", "OTHER_FIELD_NAME"];
}
