import { answered, type Exchange, headerValue } from "@plumbline/client";
import type { DoctorFinding } from "@plumbline/report";
import {
  type OperationId,
  PATH_PARAMETERS,
  ROLES,
  type RouteVersion,
  readText,
  versionLabel,
} from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { jsonOf, member, received, wasAccepted } from "../expect/answers.ts";
import type { Call } from "../kernel/call.ts";
import { NotSentError } from "../kernel/not-sent-error.ts";
import type { Session } from "../kernel/session.ts";
import { certificateAdvice } from "./certificate-advice.ts";
import type { Fixture, Fixtures } from "./fixtures.ts";
import { greeting } from "./greeting.ts";
import { findMissing, type Missing, NOTHING_MISSING } from "./missing.ts";
import { spokenElsewhere } from "./spoken.ts";
import { subjectsOf } from "./subjects-of.ts";
import type { Target } from "./target.ts";
import { UnreachableError } from "./unreachable-error.ts";
import type { Region, World } from "./world.ts";

/** What the doctor found out before the first check. */
export interface Diagnosis {
  readonly world: World;
  readonly findings: readonly DoctorFinding[];
  /** Versions of which nothing that was asked for is there. */
  readonly unserved: ReadonlySet<RouteVersion>;
}

/**
 * Looks at a target before judging it: does it answer, are its clock and the credentials usable, what can be addressed,
 * which operations are served where the profile says.
 * @throws UnreachableError when nothing answers.
 */
export async function examine(session: Session): Promise<Diagnosis> {
  const findings: DoctorFinding[] = [];
  const { findings: first, ...greeted } = await greet(session).catch((error: unknown) => nobodyThere(session, error));
  findings.push(...first);
  session.world = { ...session.world, ...greeted };
  if (greeted.elsewhere !== undefined) return { world: session.world, findings, unserved: NOTHING_MISSING.unserved };
  const discovered = await discover(session, findings).catch(unlessUnsent(session, {}));
  session.world = { ...session.world, ...discovered };
  const { unserved, ...missing } = await lookForMissing(session).catch(unlessUnsent(session, NOTHING_MISSING));
  for (const text of new Set(missing.unbound.values())) findings.push({ subject: "paths", state: "advice", text });
  const isPartly = session.target.versions.some((version) => !unserved.has(version));
  if (unserved.size > 0 && isPartly)
    findings.push({ subject: "versions", state: "advice", text: versionAdvice(unserved, session.target) });
  session.world = { ...session.world, ...missing };
  return { world: session.world, findings, unserved };
}

/** A version that is not there is a fault of the server only where it claims to serve it. */
function versionAdvice(unserved: ReadonlySet<RouteVersion>, { versions }: Target): string {
  const rest = versions.filter((version) => !unserved.has(version)).map((version) => `"${version}"`);
  return `nothing of version ${[...unserved].map(versionLabel).join(", ")} is there: a server that does not offer it says so with this in the target file: versions: [${rest.join(", ")}]`;
}

async function lookForMissing(session: Session): Promise<Missing> {
  const { target, world } = session;
  if (target.mock || target.credentials.main === undefined || world.keyRefused !== undefined) return NOTHING_MISSING;
  return findMissing(target, world, (call) => ask(session, call));
}

const ask = (session: Session, call: Call): Promise<Exchange> => session.send(call, "doctor");

interface Greeted {
  readonly findings: readonly DoctorFinding[];
  /** Why nothing can be said with the main key. */
  readonly keyRefused?: string;
  /** Where the target is, if not where it is looked for. */
  readonly elsewhere?: string;
}

/** What cannot be sent now could not be sent later either, so each check says so for itself; unless the target is gone. */
const unlessUnsent =
  <T>(session: Session, instead: T) =>
  (error: unknown): T => {
    if (error instanceof NotSentError && session.stopped === undefined) return instead;
    throw error;
  };

/** @throws UnreachableError where nothing has ever answered. */
function nobodyThere({ everAnswered, stopped, target }: Session, error: unknown): never {
  if (stopped === undefined || everAnswered) throw error;
  const advice = certificateAdvice(stopped);
  throw new UnreachableError(target.baseUrl, advice === undefined ? stopped : `${stopped}; ${advice}`);
}

async function greet(session: Session): Promise<Greeted> {
  const { target } = session;
  const greeting = greetingOf(session);
  if (greeting === undefined)
    return { findings: [{ subject: "clock", state: "advice", text: "nothing that is offered can be asked for" }] };
  const hello = await ask(session, { ...greeting, who: "none" });
  const clock = clockFinding(hello);
  const notThere = answered(hello) && hello.response.status === 404 && greeting.elsewhere === undefined;
  const elsewhere = notThere ? await spokenElsewhere(session) : undefined;
  if (elsewhere !== undefined)
    return { findings: [clock, { subject: "paths", state: "problem", text: elsewhere }], elsewhere };
  if (target.credentials.main === undefined) {
    const text = "no main key was given: state credentials.main in the target file; most checks need it";
    return { findings: [clock, { subject: "credentials", state: "problem", text }] };
  }
  if (greeting.elsewhere !== undefined) return { findings: [clock] };
  const signedIn = await signIn(session, greeting);
  if (typeof signedIn === "string")
    return { findings: [clock, { subject: "credentials", state: "problem", text: signedIn }] };
  const status = answered(signedIn) ? signedIn.response.status : 0;
  if (status !== 401) {
    const said = answered(signedIn) ? String(status) : received(signedIn);
    const text = `the main ${nameOf(target)} is answered ${said}`;
    return { findings: [clock, { subject: "credentials", state: "ok", text }] };
  }
  const question =
    target.credentials.main.scheme === "bearer"
      ? "is it one of this target, and still valid"
      : "are both halves of it right, and is it a key of this server";
  const text = `the main ${nameOf(target)} is answered ${received(signedIn)}: ${question}?`;
  const finding: DoctorFinding = { subject: "credentials", state: "problem", text };
  // That all of several keys are wrong is less likely than that the server takes none.
  return (await takesNone(session, greeting))
    ? { findings: [clock, finding] }
    : { findings: [clock, finding], keyRefused: text };
}

/** The first read with the main credential; a text says why it was not sent. */
async function signIn(session: Session, greeting: Call): Promise<Exchange | string> {
  try {
    return await ask(session, greeting);
  } catch (error) {
    if (error instanceof NotSentError && session.stopped === undefined) return error.message;
    throw error;
  }
}

/** Whether each of the other keys, of which there are some, is refused as the main one is. */
async function takesNone(session: Session, greeting: Call): Promise<boolean> {
  const { noRole, otherProject, byRole = {} } = session.target.credentials;
  const others: readonly Call["who"][] = [
    ...(noRole === undefined ? [] : (["noRole"] as const)),
    ...(otherProject === undefined ? [] : (["otherProject"] as const)),
    ...ROLES.filter((role) => byRole[role] !== undefined).map((role) => ({ role })),
  ];
  for (const who of others) {
    if (who === undefined) continue;
    const exchange = await ask(session, { ...greeting, who });
    if (!answered(exchange) || exchange.response.status !== 401) return false;
  }
  return others.length > 1;
}

/** What to greet a target with. */
function greetingOf({ target: { contract, versions }, target, world }: Session): Call | undefined {
  const usual = versions.map((version) => greeting(contract, world, version)).find((call) => call !== undefined);
  if (usual !== undefined) return usual;
  // Nothing that can be addressed yet: that something answers at all shows anywhere.
  const [any] = subjectsOf(target);
  return any && { operation: any.operation.id, version: any.version, method: "GET", elsewhere: "/" };
}

const nameOf = ({ credentials: { main } }: Target): string => (main?.scheme === "bearer" ? "token" : "key");

const FAR = 5 * 60_000;

function clockFinding(exchange: Exchange): DoctorFinding {
  const date = answered(exchange) ? Date.parse(headerValue(exchange.response.headers, "date") ?? "") : Number.NaN;
  if (Number.isNaN(date))
    return { subject: "clock", state: "advice", text: "the target sends no readable Date header" };
  const apart = Math.abs(date - exchange.startedAt);
  return apart <= FAR
    ? { subject: "clock", state: "ok", text: "the target's clock agrees with this machine's" }
    : {
        subject: "clock",
        state: "advice",
        text: `the target's clock is ${Math.round(apart / 60_000)} minutes from this machine's: times in checks follow the target's`,
      };
}

/** Fills in what the user did not state, through the list operations. */
async function discover(
  session: Session,
  findings: DoctorFinding[],
): Promise<Pick<World, "fixtures" | "records" | "region">> {
  const fixtures: Partial<Record<Fixture, string>> = { ...(session.target.fixtures as Fixtures) };
  const records: Partial<Record<"listAlertConfigs" | "listAlerts", number>> = {};
  if (session.target.credentials.main === undefined || session.target.mock) return { fixtures, records };
  const learn = (name: Fixture, value: unknown): void => {
    if (fixtures[name] !== undefined || typeof value !== "string" || value === "") return;
    // A malformed id is a finding of the run; addressing records by it would only repeat that finding everywhere.
    if (readText(PATH_PARAMETERS[name] ?? {}, value).kind !== "value") return;
    fixtures[name] = value;
    findings.push({ subject: "fixtures", state: "ok", text: `${name} ${value} was found on the target` });
    session.world = { ...session.world, fixtures };
  };
  if (fixtures.groupId === undefined) {
    const project = first(await list(session, "listAllClusters"));
    learn("groupId", member(project, "groupId"));
    learn("orgId", member(project, "orgId"));
  }
  if (fixtures.groupId === undefined) {
    findings.push({
      subject: "fixtures",
      state: "problem",
      text: "no project is known: state fixtures.groupId in the target file",
    });
    return { fixtures, records };
  }
  if (fixtures.clusterName === undefined || fixtures.sharedClusterName === undefined) {
    const clusters = member(await list(session, "listClusters"), "results");
    const all: readonly unknown[] = Array.isArray(clusters) ? clusters : [];
    // A dedicated cluster has everything; one of a shared tier serves where that shows.
    learn("clusterName", member(all.find((cluster) => !isShared(cluster)) ?? all[0], "name"));
    learn("sharedClusterName", member(all.find(isShared), "name"));
    learn(
      "shardedClusterName",
      member(
        all.find((cluster) => member(cluster, "clusterType") === "SHARDED"),
        "name",
      ),
    );
  }
  const configurations = await list(session, "listAlertConfigs");
  // The oldest: what somebody made a moment ago may be gone a moment later.
  learn("alertConfigId", member(oldest(configurations), "id"));
  records.listAlertConfigs = sizeOf(configurations);
  const alerts = await list(session, "listAlerts");
  learn("alertId", member(firstUnacknowledged(alerts) ?? first(alerts), "id"));
  records.listAlerts = sizeOf(alerts);
  if (fixtures.roleId === undefined || fixtures.secondRoleId === undefined) {
    const roles = await list(session, "listCloudAccessRoles");
    const field = (name: string): unknown => member(roles, session.target.contract.field(name));
    learn("secondRoleId", member(firstOf(field("providerBServicePrincipals")), "_id"));
    learn("roleId", member(firstOf(field("providerAIamRoles")), "roleId"));
    learn("roleId", member(firstOf(field("providerBServicePrincipals")), "_id"));
  }
  if (
    fixtures.clusterName !== undefined &&
    fixtures.databaseName !== undefined &&
    fixtures.collectionName !== undefined
  ) {
    const index = firstOf(await list(session, "listSearchIndexes"));
    learn("indexId", member(index, session.target.contract.field("indexID")));
    learn("indexName", member(index, "name"));
  }
  if (fixtures.hostname === undefined && fixtures.clusterName !== undefined) {
    const logs = member(await list(session, "getAccessLogsByCluster"), "accessLogs");
    learn(
      "hostname",
      member(Array.isArray(logs) ? logs.find((entry) => member(entry, "hostname")) : undefined, "hostname"),
    );
  }
  await discoverBackups(session, learn);
  const region = await regionOf(session, fixtures);
  return { fixtures, records, ...(region && { region }) };
}

/** Where the known cluster stands: an outage of any other region is none of its own. */
async function regionOf(session: Session, { clusterName }: Fixtures): Promise<Region | undefined> {
  const { allow, contract } = session.target;
  if (clusterName === undefined || !allow.has(contract.operation("startOutageSimulation").risk)) return undefined;
  const clusters = member(await list(session, "listClusters"), "results");
  const own = (Array.isArray(clusters) ? clusters : []).find((cluster) => member(cluster, "name") === clusterName);
  const settings = member(own, contract.field("providerSettings"));
  const cloudProvider = member(settings, contract.field("providerName"));
  const [spec] = [member(own, contract.field("replicationSpecs"))].flat();
  const regions = Object.keys(Object(member(spec, contract.field("regionsConfig"))));
  const regionName = member(settings, contract.field("regionName")) ?? regions[0];
  return typeof cloudProvider === "string" && typeof regionName === "string"
    ? { cloudProvider, regionName }
    : undefined;
}

/** Backups and jobs of the known cluster, and of a sharded cluster and a serverless instance where these are known. */
async function discoverBackups(session: Session, learn: (name: Fixture, value: unknown) => void): Promise<void> {
  const known = (name: Fixture): boolean => session.world.fixtures[name] !== undefined;
  const complete = (page: unknown): unknown => {
    const results = member(page, "results");
    const all: readonly unknown[] = Array.isArray(results) ? results : [];
    // What a snapshot is called that can be restored from is not given: any but one that is being taken, or has failed.
    return all.find((one) => member(one, "status") === "completed") ?? all.find((one) => !isUnfit(one));
  };
  learn("exportBucketId", member(first(await list(session, "listExportBuckets")), "_id"));
  if (known("clusterName")) {
    learn("snapshotId", member(complete(await list(session, "listSnapshots")), "id"));
    learn("exportId", member(first(await list(session, "listExportJobs")), "id"));
    learn("restoreJobId", member(first(await list(session, "listRestoreJobs")), "id"));
  }
  if (known("shardedClusterName"))
    learn("shardedSnapshotId", member(first(await list(session, "listShardedSnapshots")), "id"));
  if (!known("serverlessInstanceName")) return;
  learn("serverlessSnapshotId", member(complete(await list(session, "listServerlessSnapshots")), "id"));
  learn("serverlessRestoreJobId", member(first(await list(session, "listServerlessRestoreJobs")), "id"));
}

/** What a list shows in the first version in which it is there. */
async function list(session: Session, operation: OperationId): Promise<unknown> {
  const { contract, versions } = session.target;
  const { routes } = contract.operation(operation);
  const served = routes.filter((route) => versions.some((version) => version === route.version));
  for (const { version } of served.length > 0 ? served : routes.slice(0, 1)) {
    const exchange = await ask(session, { operation, version });
    if (wasAccepted(exchange)) return jsonOf(exchange);
  }
  return undefined;
}

const SHARED_TIERS: readonly unknown[] = ["M0", "M2", "M5"];
const isShared = (cluster: unknown): boolean =>
  SHARED_TIERS.includes(member(member(cluster, "providerSettings"), "instanceSizeName"));

const isUnfit = (snapshot: unknown): boolean =>
  /^(queued|inProgress|fail|delet|expire)/i.test(String(member(snapshot, "status")));

const first = (list: unknown): unknown => firstOf(member(list, "results"));

function oldest(list: unknown): unknown {
  const results = member(list, "results");
  const dated = (Array.isArray(results) ? results : []).flatMap((record) => {
    const created = readDate(String(member(record, "created")));
    return Number.isNaN(created) ? [] : [{ record, created }];
  });
  return dated.sort((one, other) => one.created - other.created)[0]?.record ?? first(list);
}

/** An alert that somebody has acknowledged is theirs: to acknowledge it again would put another name in its place. */
function firstUnacknowledged(list: unknown): unknown {
  const results = member(list, "results");
  const own = (Array.isArray(results) ? results : []).filter(
    (alert) => !(readDate(String(member(alert, "acknowledgedUntil"))) > Date.now()),
  );
  // One that is open shows that acknowledging takes it off the open ones.
  return own.find((alert) => member(alert, "status") === "OPEN") ?? own[0];
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

function sizeOf(list: unknown): number {
  const total = member(list, "totalCount");
  const results = member(list, "results");
  return typeof total === "number" ? total : Array.isArray(results) ? results.length : 0;
}
