import { answered, type Exchange } from "@plumbline/client";
import { type BoundOperation, exampleOf, type RouteVersion } from "@plumbline/schemas";
import { jsonOf, member } from "../expect/answers.ts";
import type { Call } from "../kernel/call.ts";
import { pool } from "../kernel/pool.ts";
import { subjectsOf } from "../plan.ts";
import type { Subject } from "../requirement.ts";
import type { Target } from "./target.ts";
import { fixturesFor, type World } from "./world.ts";

export const keyOfSubject = ({ operation, version }: Subject): string => `${operation.id}/${version}`;

const AT_A_TIME = 8;

/** What a target does not have. */
export interface Missing {
  /** Keys of what does not seem to be there, such as `listAlerts/2`, with one text about all of it. */
  readonly operations: ReadonlyMap<string, string>;
  /** Versions of which nothing that was asked for is there. */
  readonly versions: ReadonlySet<RouteVersion>;
}

/**
 * Reads each operation once that only reads, and compares what is not found with how a path is answered that is none;
 * where an id is not known, one that is made up stands for it, and a record that is not there is another answer. A write is taken to be missing with the read at its path, or with all reads of its area.
 * Operations of a version of which nothing is there are not told one by one.
 */
export async function findMissing(
  target: Target,
  world: World,
  ask: (call: Call) => Promise<Exchange>,
): Promise<Missing> {
  const subjects = subjectsOf(target, world).filter(({ operation }) => operation.authentication === "digest");
  const able = subjects.filter(({ operation }) => operation.risk === "read");
  const [gone, there] = [new Set<string>(), new Set<string>()];
  // Where the description does not state the path, whatever is not found there may be elsewhere.
  const isOpen = ({ operation }: Subject): boolean => operation.basis !== "stated" && !target.bindingStated;
  const unknown = new Map<string, Promise<string>>();
  const unknownIn = (subject: Subject): Promise<string> => {
    const known = unknown.get(subject.version) ?? nowhere(subject, world, ask);
    unknown.set(subject.version, known);
    return known;
  };
  await pool(
    able,
    AT_A_TIME,
    () => undefined,
    async (subject) => {
      const { operation, version } = subject;
      const madeUp = unknownIds(operation, world);
      const isKnown = Object.keys(madeUp).length === 0;
      const exchange = await ask({ operation: operation.id, version, ...(!isKnown && { path: madeUp }) });
      const isGone =
        isNotFound(exchange) && ((isKnown && isOpen(subject)) || printOf(exchange) === (await unknownIn(subject)));
      (isGone ? gone : there).add(keyOfSubject(subject));
    },
  );
  const served = new Set(able.filter((one) => there.has(keyOfSubject(one))).map(({ version }) => version));
  const lacking = able.filter((one) => gone.has(keyOfSubject(one)) && (served.has(one.version) || isOpen(one)));
  const writes = subjects.filter(({ operation }) => operation.risk !== "read").filter(goneWith(able, gone, served));
  const all = [...lacking, ...writes];
  const advice = adviceOn(all, target);
  return {
    operations: new Map(all.map((one) => [keyOfSubject(one), advice])),
    versions: new Set(able.map(({ version }) => version).filter((version) => !served.has(version))),
  };
}

/** Made-up values of the path parameters of which none is known. */
function unknownIds({ id, pathParameters }: BoundOperation, world: World): Readonly<Record<string, string>> {
  const fixtures = fixturesFor(world, id);
  const unknown = pathParameters.filter(({ name }) => !Object.hasOwn(fixtures, name));
  return Object.fromEntries(unknown.map(({ name, schema }) => [name, String(exampleOf(schema))]));
}

/** How a path is answered below which there is nothing. */
async function nowhere({ operation, version }: Subject, { fixtures }: World, ask: (call: Call) => Promise<Exchange>) {
  const elsewhere = `${fixtures.groupId === undefined ? "" : `/groups/${fixtures.groupId}`}/plumbline-no-such-path`;
  return printOf(await ask({ operation: operation.id, version, method: "GET", elsewhere }));
}

const isNotFound = ({ response }: Exchange): boolean =>
  "status" in response && [404, 405, 501].includes(response.status);

/** What is the same in all answers for one reason. */
function printOf(exchange: Exchange): string {
  if (!answered(exchange)) return "";
  const code = member(jsonOf(exchange), "errorCode");
  return `${exchange.response.status} ${typeof code === "string" ? code : ""}`;
}

function goneWith(
  reads: readonly Subject[],
  gone: ReadonlySet<string>,
  served: ReadonlySet<string>,
): (subject: Subject) => boolean {
  const pathIn = ({ operation, version }: Subject): string | undefined =>
    operation.routes.find((route) => route.version === version)?.path;
  return (write) => {
    if (!served.has(write.version)) return false;
    const beside = reads.filter((read) => read.version === write.version && pathIn(read) === pathIn(write));
    const near = reads.filter((read) => read.version === write.version && read.operation.area === write.operation.area);
    const kin = beside.length > 0 ? beside : near;
    return kin.length > 0 && kin.every((read) => gone.has(keyOfSubject(read)));
  };
}

function adviceOn(lacking: readonly Subject[], target: Target): string {
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
  const [what, verb] = byOperation.size === 1 ? ["operation", "does"] : ["operations", "do"];
  return `${byOperation.size} ${what} ${verb} not seem to be there: they are answered like a path that is none. What is not offered is left out with this in the target file, and what is elsewhere with its path: operations: { ${lines.join(", ")} }`;
}
