import { answered, type Exchange } from "@plumbline/client";
import { type BoundOperation, exampleOf, type RouteVersion } from "@plumbline/schemas";
import { jsonOf } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { member } from "../ground/json.ts";
import type { Subject } from "../ground/subject.ts";
import { pool } from "../kernel/pool.ts";
import type { Fixture } from "../target/fixtures.ts";
import { fixturesFor, OWN_FIXTURES } from "../target/fixtures-for.ts";
import { isAddition, notServed } from "../target/is-addition.ts";
import { MAY_BE_NONE } from "../target/may-be-none.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { wordsOf } from "./words-of.ts";

/** The key of `Missing.unbound` and `World.unbound`, for example `listAlerts/2`. */
export const keyOfSubject = ({ operation, version }: Subject): string => `${operation.id}/${version}`;

const AT_A_TIME = 8;

/** Operations that a target lacks, and how the preflight recognised that. */
export interface Missing {
  /** By operation and version, for example `listAlerts/2`; the value is one text about all of them. */
  readonly unbound: ReadonlyMap<string, string>;
  /** What to do about the missing operations that the contract demands; absent if there are none. */
  readonly advice?: string;
  /** Status and error code with which the target answers a path that does not exist, by version. */
  readonly nowhere: ReadonlyMap<string, string>;
  /** Versions in which the target serves none of the operations that were tried. */
  readonly unserved: ReadonlySet<RouteVersion>;
}

/**
 * Sends each reading operation once, and compares each "not found" with the answer to a path that does not exist. If
 * the record itself may not exist, the operation counts as missing only with the same words as that path. If the target
 * has no other words for missing records, the certain reads of its area must be missing too. A write is missing if the
 * read at its path is, or else all reads of its area. A version without any operation is reported as a whole.
 */
export async function findMissing(
  target: Target,
  world: World,
  ask: (call: Call) => Promise<Exchange>,
): Promise<Missing> {
  const subjects = subjectsOf(target, world).filter(({ operation }) => operation.authentication === "digest");
  const able = subjects.filter(({ operation }) => operation.risk === "read");
  // If the description does not state the path, the target may serve the operation at another one.
  const isOpen = (subject: Subject): boolean =>
    isAddition(subject) || (subject.operation.basis !== "stated" && !target.bindingStated);
  const looked = await lookAtReads(able, isOpen, world, ask);
  const gone = goneOf(able, looked);
  const served = new Set(able.filter((one) => !gone.has(keyOfSubject(one))).map(({ version }) => version));
  const lacking = able.filter((one) => gone.has(keyOfSubject(one)) && (served.has(one.version) || isOpen(one)));
  const writes = subjects.filter(({ operation }) => operation.risk !== "read").filter(goneWith(able, gone, served));
  const all = [...lacking, ...writes];
  const owed = all.filter((one) => !isAddition(one));
  const advice = adviceOn(owed, target);
  return {
    ...(owed.length > 0 && { advice }),
    unbound: new Map(all.map((one) => [keyOfSubject(one), isAddition(one) ? notServed(one) : advice])),
    nowhere: new Map([...looked.nowhere].map(([version, none]) => [version, printOf(none)] as const)),
    unserved: new Set(able.map(({ version }) => version).filter((version) => !served.has(version))),
  };
}

/** The results of one read of each operation. */
interface Looked {
  readonly gone: ReadonlySet<string>;
  /** Operations whose answer is ambiguous, so the other operations of their area decide. */
  readonly doubtful: readonly Subject[];
  /** Versions in which the target words a missing record differently from an unknown path. */
  readonly specific: ReadonlySet<string>;
  /** The answer to a path that does not exist, by version. */
  readonly nowhere: ReadonlyMap<string, Exchange>;
}

async function lookAtReads(
  able: readonly Subject[],
  isOpen: (subject: Subject) => boolean,
  world: World,
  ask: (call: Call) => Promise<Exchange>,
): Promise<Looked> {
  const [gone, specific] = [new Set<string>(), new Set<string>()];
  const doubtful: Subject[] = [];
  const unknown = new Map<string, Promise<Exchange>>();
  const unknownIn = (subject: Subject): Promise<Exchange> => {
    const known = unknown.get(subject.version) ?? nowhere(subject, world, ask);
    unknown.set(subject.version, known);
    return known;
  };
  const look = async (subject: Subject): Promise<void> => {
    const { operation, version } = subject;
    const madeUp = unknownIds(operation, world);
    const isKnown = isAddressed(operation, world);
    const path = Object.keys(madeUp).length > 0 ? { path: madeUp } : {};
    const exchange = await ask({ operation: operation.id, version, ...path });
    // Without a path of its own, an addition may end at the path of a record, whose id it then is not.
    if (isAddition(subject) && isKnown && isBadRequest(exchange)) gone.add(keyOfSubject(subject));
    if (!isNotFound(exchange)) return;
    const none = await unknownIn(subject);
    if (isKnown && MAY_BE_NONE[operation.id] === undefined) {
      if (isOpen(subject) || printOf(exchange) === printOf(none)) gone.add(keyOfSubject(subject));
    } else if (wordsOf(exchange) === wordsOf(none)) doubtful.push(subject);
    else specific.add(version);
  };
  await pool(able, AT_A_TIME, () => undefined, look);
  const answers = await Promise.all([...unknown].map(async ([version, none]) => [version, await none] as const));
  return { gone, doubtful, specific, nowhere: new Map(answers) };
}

/**
 * The missing reads, by operation and version. A doubtful read counts as missing if the list that it belongs to is, or
 * all certain reads of its area are.
 */
function goneOf(able: readonly Subject[], { gone, doubtful, specific }: Looked): ReadonlySet<string> {
  const certain = able.filter((subject) => !doubtful.includes(subject));
  const isGone = ({ version, operation: { area } }: Subject): boolean =>
    specific.has(version) ||
    certain
      .filter((one) => one.version === version && one.operation.area === area)
      .every((one) => gone.has(keyOfSubject(one)));
  const isListGone = (subject: Subject): boolean => {
    const lists = able.filter((one) => one.version === subject.version && isListOf(one, subject));
    return lists.length > 0 && lists.every((one) => gone.has(keyOfSubject(one)));
  };
  return new Set([...gone, ...doubtful.filter((one) => isGone(one) || isListGone(one)).map(keyOfSubject)]);
}

const pathIn = ({ operation, version }: Subject): string =>
  operation.routes.find((route) => route.version === version)?.path ?? "";

/** Whether the records of a read are at addresses below the path of another. */
const isListOf = (list: Subject, read: Subject): boolean => pathIn(read).startsWith(`${pathIn(list)}/{`);

/**
 * Whether a fixture of the right kind is known for each path parameter. A cluster, for example, is no serverless
 * instance.
 */
export const isAddressed = ({ id, pathParameters }: BoundOperation, { fixtures }: World): boolean =>
  pathParameters.every(({ name }) => Object.hasOwn(fixtures, OWN_FIXTURES[id]?.[name as Fixture] ?? name));

/** Made-up values for the path parameters without a known fixture. */
function unknownIds({ id, pathParameters }: BoundOperation, world: World): Readonly<Record<string, string>> {
  const fixtures = fixturesFor(world, id);
  const unknown = pathParameters.filter(({ name }) => !Object.hasOwn(fixtures, name));
  return Object.fromEntries(unknown.map(({ name, schema }) => [name, String(exampleOf(schema))]));
}

/** Requests a path that does not exist. */
export function nowhere(
  { operation, version }: Subject,
  { fixtures }: World,
  ask: (call: Call) => Promise<Exchange>,
): Promise<Exchange> {
  const elsewhere = `${fixtures.groupId === undefined ? "" : `/groups/${fixtures.groupId}`}/plumbline-no-such-path`;
  return ask({ operation: operation.id, version, method: "GET", elsewhere });
}

/** Statuses that say that a path, or a method on it, does not exist. */
export const isNotFound = ({ response }: Exchange): boolean =>
  "status" in response && [404, 405, 501].includes(response.status);

const isBadRequest = ({ response }: Exchange): boolean => "status" in response && response.status === 400;

/** Status and error code of an answer, which are the same for every answer with the same reason. */
export function printOf(exchange: Exchange): string {
  if (!answered(exchange)) return "";
  const code = member(jsonOf(exchange), "errorCode");
  return `${exchange.response.status} ${typeof code === "string" ? code : ""}`;
}

/** Whether a write is missing, as the read at its path is, or else as all reads of its area are. */
export function goneWith(
  reads: readonly Subject[],
  gone: ReadonlySet<string>,
  served: ReadonlySet<string>,
): (subject: Subject) => boolean {
  return (write) => {
    if (!served.has(write.version)) return false;
    const beside = reads.filter((read) => read.version === write.version && pathIn(read) === pathIn(write));
    const near = reads.filter((read) => read.version === write.version && read.operation.area === write.operation.area);
    const kin = beside.length > 0 ? beside : near;
    return kin.length > 0 && kin.every((read) => gone.has(keyOfSubject(read)));
  };
}

/** Advice for all operations that seem to be missing, in one text. */
export function adviceOn(lacking: readonly Subject[], target: Target): string {
  const byOperation = new Map<BoundOperation["id"], Set<string>>();
  for (const { operation, version } of lacking)
    byOperation.set(operation.id, (byOperation.get(operation.id) ?? new Set()).add(version));
  const lines = [...byOperation].map(([id, versions]) => {
    const served = target.contract
      .operation(id)
      .routes.filter(({ version }) => version === "standalone" || target.versions.includes(version));
    if (versions.size === served.length) return `${id}: absent`;
    return `${id}: { ${[...versions].map((version) => `"${version}": absent`).join(", ")} }`;
  });
  const [what, verb, are, them] =
    byOperation.size === 1 ? ["operation", "does", "it is", "it"] : ["operations", "do", "they are", "them"];
  return `${byOperation.size} ${what} ${verb} not seem to be there: ${are} answered like an unknown path. If the server does not offer ${them}, paste this into the target file; if the server uses another path, write it instead of "absent": operations: { ${lines.join(", ")} }`;
}

/** The result for targets that the preflight cannot ask, for example a mock or one that refuses the main key. */
export const NOTHING_MISSING: Missing = { unbound: new Map(), nowhere: new Map(), unserved: new Set() };
