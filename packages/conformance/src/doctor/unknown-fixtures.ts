import { answered, type Exchange } from "@plumbline/client";
import type { DoctorFinding } from "@plumbline/report";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { received } from "../ground/answers.ts";
import type { Session } from "../kernel/session.ts";
import type { Fixture, Fixtures } from "../target/fixtures.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import { isFoundByLists } from "../target/found-by-lists.ts";
import type { World } from "../target/world.ts";
import { ask } from "./ask-as-doctor.ts";
import { type Listed, listed } from "./listed.ts";
import { wordsOf } from "./words-of.ts";

/** The read that addresses the record of a fixture, where there is one. */
const READS: Readonly<Partial<Record<Fixture, OperationId>>> = {
  clusterName: "listSnapshots",
  alertConfigId: "getAlertConfig",
  alertId: "getAlert",
  exportBucketId: "getExportBucket",
  exportId: "getExportJob",
  snapshotId: "getSnapshot",
  restoreJobId: "getRestoreJob",
  roleId: "getCloudAccessRole",
  indexId: "getSearchIndexById",
  shardedClusterName: "listShardedSnapshots",
  shardedSnapshotId: "getShardedSnapshot",
  serverlessInstanceName: "listServerlessSnapshots",
  serverlessSnapshotId: "getServerlessSnapshot",
  serverlessRestoreJobId: "getServerlessRestoreJob",
  liveMigrationId: "getMigration",
  validationId: "getMigrationValidation",
};

/** Reads that need only a project: each answers 404 to an unknown one. */
const OF_A_PROJECT: readonly OperationId[] = ["listAlertConfigs", "listAlerts", "listClusters", "listExportBuckets"];

/**
 * Finds fixtures that the user stated and the target does not know. It removes them from the world and reports a
 * problem for each. A fixture is unknown if its read answers 404 and its complete list does not show it. If no list can
 * decide, it is unknown if the 404 is worded differently from the one for a path that does not exist. So a missing
 * operation makes no fixture unknown.
 */
export async function dropUnknownFixtures(
  session: Session,
  findings: DoctorFinding[],
): Promise<Pick<World, "fixtures" | "unknown">> {
  const { target, world } = session;
  const unknown = new Map<Fixture, string>();
  // The reference knows its own fixtures, and a mock knows none.
  if (target.kind === "reference" || target.mock || target.credentials.main === undefined || isRefused(world))
    return { fixtures: world.fixtures, unknown };
  const stated = (name: Fixture): string | undefined => target.fixtures[name];
  const drop = (name: Fixture, why: string): void => {
    const text = textOf(name, session, why);
    unknown.set(name, text);
    findings.push({ subject: "fixtures", state: "problem", text });
    session.world = { ...session.world, fixtures: without(session.world.fixtures, name) };
  };
  const project = stated("groupId") === undefined ? undefined : await unknownProject(session);
  if (project !== undefined) drop("groupId", project);
  else
    for (const name of Object.keys(READS) as Fixture[]) {
      const why = stated(name) === undefined ? undefined : await whyUnknown(session, name);
      if (why !== undefined) drop(name, why);
    }
  return { fixtures: session.world.fixtures, unknown };
}

const isRefused = ({ keyRefused, elsewhere }: World): boolean => keyRefused !== undefined || elsewhere !== undefined;

function without(fixtures: Fixtures, name: Fixture): Fixtures {
  const { [name]: _, ...rest } = fixtures;
  return rest;
}

function textOf(name: Fixture, { target }: Session, why: string): string {
  const place = target.fixturePlaces?.[name];
  const where = place === undefined ? "" : ` (${place})`;
  const next = isFoundByLists(name, target)
    ? "state an existing one, or none: then the run finds one in the lists"
    : "state an existing one, or none";
  return `fixtures.${name}${where} is ${target.fixtures[name]}, but the target does not know it: ${why}; ${next}`;
}

/** Why the target does not know the project: every read that needs only the project answers 404. */
async function unknownProject(session: Session): Promise<string | undefined> {
  const answers = await Promise.all(OF_A_PROJECT.map((operation) => answersOf(session, operation)));
  const all = answers.flat();
  const [first] = all;
  if (first === undefined || !all.every(isUnknownRecord)) return undefined;
  const [none] = await answersOf(session, OF_A_PROJECT[0] ?? "listAlerts", "/plumbline-no-such-path");
  if (none === undefined || all.some((one) => wordsOf(one) === wordsOf(none))) return undefined;
  return `every read of it returned ${received(first)}`;
}

async function whyUnknown(session: Session, name: Fixture): Promise<string | undefined> {
  const read = READS[name];
  if (read === undefined) return undefined;
  const answers = await answersOf(session, read);
  const [first] = answers;
  // One version that finds the record proves that it exists.
  if (first === undefined || !answers.every(isUnknownRecord)) return undefined;
  const shown: Listed = await listed(session, name);
  switch (shown.kind) {
    case "shown":
      return undefined;
    case "not-shown":
      return `${read} returned ${received(first)}, and ${shown.list} does not show it`;
    case "silent": {
      const [none] = await answersOf(session, read, nowhereIn(session.world.fixtures));
      if (none === undefined || wordsOf(none) === wordsOf(first)) return undefined;
      return `${read} returned ${received(first)}`;
    }
  }
}

const nowhereIn = ({ groupId }: Fixtures): string =>
  `${groupId === undefined ? "" : `/groups/${groupId}`}/plumbline-no-such-path`;

const isUnknownRecord = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 404;

/** The answers to a read in each served version; empty if a fixture of its path is unknown. */
async function answersOf(session: Session, operation: OperationId, elsewhere?: string): Promise<readonly Exchange[]> {
  const { contract, versions } = session.target;
  const { routes, pathParameters } = contract.operation(operation);
  const known = fixturesFor(session.world, operation);
  if (elsewhere === undefined && !pathParameters.every(({ name }) => Object.hasOwn(known, name))) return [];
  const served = routes
    .map(({ version }) => version)
    .filter((version: RouteVersion) => versions.some((one) => one === version));
  const call = elsewhere === undefined ? {} : ({ method: "GET", elsewhere } as const);
  return Promise.all(served.map((version) => ask(session, { operation, version, ...call })));
}
