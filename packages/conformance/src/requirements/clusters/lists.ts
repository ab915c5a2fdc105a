import { CONNECTION_STRING_FORMS, type ConnectionStringForm } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { callOf, compares, refuses } from "../../expect/cases.ts";
import { tells } from "../../expect/tells.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { isUndescribed } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import { succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { listIn } from "../../oracles/envelope.ts";
import { ofOtherRules } from "../../oracles/of-other-rules.ts";
import { sameRead } from "../../oracles/same.ts";
import { depthOf, violatedInRecords } from "../../oracles/violated.ts";
import { fixture } from "../../rule/need.ts";
import { type Case, type Context, notice, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { is } from "../shared/subjects.ts";
import { memberOf } from "./member-rule.ts";

const RESOURCE = "Resources and their fields > Cluster (version 1.0)";
const OPERATIONS = "Endpoints > Clusters (version 1.0)";
const NO_RULES = "its clusters are examples";

/** Members of a listed cluster that have their own rules, in neutral names. */
const OWNED = [
  "acceptDataRisksAndForceReplicaSetReconfig",
  "autoScaling",
  "backupEnabled",
  "biConnector",
  "clusterType",
  "configServerManagementMode",
  "connectionStrings",
  "diskWarmingMode",
  "encryptionAtRestProvider",
  "globalClusterSelfManagedSharding",
  "labels",
  "paused",
  "pitEnabled",
  "providerBackupEnabled",
  "providerSettings",
  "replicaSetScalingStrategy",
  "replicationFactor",
  "replicationSpec",
  "replicationSpecs",
  "rootCertType",
  "tags",
  "terminationProtectionEnabled",
  "vendorEmployeeAccessGrant",
  "versionReleaseSystem",
];
const DATES = ["createDate", "engineURIUpdated", "groupId"];
const TEXTS = ["configServerType", "featureCompatibilityVersion", "featureCompatibilityVersionExpirationDate", "id"];

/** A rule about the shape of certain members of listed clusters. */
const shapeOf =
  (mine: (member: string, keyword: string, watched: WatchedExchange) => boolean) =>
  (watched: WatchedExchange): Judgement | undefined =>
    violatedInRecords((violation) => {
      const name = memberOf(violation);
      return name !== undefined && !ofOtherRules(violation) && mine(name, violation.keyword, watched);
    })(watched);

const wires = ({ contract }: WatchedExchange, names: readonly string[]): readonly string[] =>
  names.map((name) => contract.field(name));

/** The clusters of a successful answer without an envelope. */
function clustersIn({ answer, call }: WatchedExchange): readonly unknown[] {
  return succeeded(answer) && !isUndescribed(call) ? (listIn(answer.json) ?? []) : [];
}

/** The patterns concern only the first host, and clusters with many shards list hundreds of hosts. */
const LONGEST = 500;
const DELETED = "includeDeletedWithRetainedBackups";

/** A rule that connection strings of one kind have its form, wherever the list shows them. */
const form = (
  id: string,
  text: string,
  kinds: Readonly<Partial<Record<ConnectionStringForm, (strings: unknown) => readonly unknown[]>>>,
): Requirement =>
  watch({
    id,
    level: "SHOULD",
    basis: "derived:D2",
    text,
    section: RESOURCE,
    on: is("listClusters"),
    examine: (watched) => {
      const strings = clustersIn(watched).map((cluster) => member(cluster, "connectionStrings"));
      const found = Object.entries(kinds).flatMap(([kind, pick]) =>
        strings
          .flatMap(pick)
          .filter((one) => typeof one === "string")
          .map((one) => ({ kind, one })),
      );
      if (found.length === 0) return undefined;
      const other = found.find(({ kind, one }) => !hasForm(kind, one));
      return other === undefined ? upheld : broken(`a string of the kind ${other.kind}`, quoted(other.one));
    },
  });

const PATTERNS = new Map(Object.entries(CONNECTION_STRING_FORMS).map(([kind, pattern]) => [kind, new RegExp(pattern)]));
/** A list that is too long is examined up to the last host that is whole. */
const examined = (text: string): string =>
  text.length <= LONGEST ? text : text.slice(0, Math.max(text.lastIndexOf(",", LONGEST), 0) || LONGEST);
const hasForm = (kind: string, text: string): boolean =>
  text === "" || PATTERNS.get(kind)?.test(examined(text)) === true;
const endPoints =
  (name: string) =>
  (strings: unknown): readonly unknown[] =>
    (listIn(member(strings, "privateEndpoint")) ?? []).map((point) => member(point, name));

/**
 * A string of a kind that two clusters with different names share, although it should lead to only one of them. Two
 * with the same name may be a removed cluster and its successor.
 */
function sharedString(clusters: readonly unknown[]): { readonly shown?: string; readonly kinds: number } {
  const owners = new Map<string, unknown>();
  let kinds = 0;
  for (const cluster of clusters)
    for (const kind of ["standard", "standardSrv"]) {
      const shown = member(member(cluster, "connectionStrings"), kind);
      if (typeof shown !== "string" || shown === "") continue;
      kinds += 1;
      const name = member(cluster, "name");
      if (owners.has(shown) && owners.get(shown) !== name) return { shown, kinds };
      owners.set(shown, name);
    }
  return { kinds };
}

/** Verifies that the list omits a cluster that is known to span several clouds. */
const absent = (
  context: Context,
  name: string,
  namesIn: (json: unknown) => readonly unknown[],
  more: Readonly<Record<string, string>> = {},
) =>
  asks(["the whole list", ...Object.keys(more)].join(" with "), 2, async (ask: Ask) => {
    const exchange = await ask(callOf(context, { query: { ...ONE_LARGE_PAGE, ...more } }));
    if (!wasAccepted(exchange)) return inconclusive(`the list is not to be had (${received(exchange)})`);
    const found = namesIn(jsonOf(exchange));
    if (found.length === 0) return inconclusive("the list holds no cluster at all");
    return expects(
      !found.includes(name),
      `no cluster ${name}, which spans several clouds`,
      `cluster ${name} in the list`,
    );
  });

const namesOf = (clusters: unknown): readonly unknown[] => (listIn(clusters) ?? []).map((one) => member(one, "name"));

const deletedLeftOut = (context: Context): Case =>
  compares(
    context,
    "without it, then with false",
    [{}, { query: { [DELETED]: "false" } }, { query: { [DELETED]: "true" } }],
    (plain, explicit, all) =>
      tells(
        sameRead(plain, explicit, "the same list"),
        namesOf(jsonOf(all)).length > namesOf(jsonOf(explicit)).length,
        "there is no deleted cluster with retained backups, so a list that shows such would look the same",
      ),
    { mock: NO_RULES },
  );

const deletedAdded = (context: Context): Case =>
  compares(
    context,
    "with false, then with true",
    [{ query: { [DELETED]: "false" } }, { query: { [DELETED]: "true" } }],
    (without, all) => {
      const more = new Set(namesOf(jsonOf(all)));
      const gone = namesOf(jsonOf(without)).find((name) => !more.has(name));
      return expects(gone === undefined, "everything that is listed without it", () => `no ${quoted(gone)}`);
    },
    { level: "SHOULD" },
  );

/** The rules on the two lists of clusters: of one project and across projects. */
export const clusterLists: readonly Requirement[] = [
  watch({
    id: "CLU-LIST-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "Members of a cluster in the list of a project have the listed types.",
    section: RESOURCE,
    on: is("listClusters"),
    examine: shapeOf((name, keyword, watched) => {
      if (name === watched.contract.field("engineVersion")) return keyword !== "pattern";
      return !wires(watched, [...OWNED, ...DATES, ...TEXTS]).includes(name);
    }),
  }),
  watch({
    id: "CLU-CONN-OWN",
    level: "SHOULD",
    basis: "derived:D2",
    text: "No two clusters of a list show the same standard connection string.",
    section: RESOURCE,
    on: is("listClusters"),
    examine: (watched) => {
      const { shown, kinds } = sharedString(clustersIn(watched));
      if (shown !== undefined) return broken("connection strings of each cluster's own", quoted(shown));
      return kinds > 2 ? upheld : undefined;
    },
  }),
  watch({
    id: "CLU-CROSS-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "Members of the list across projects have the listed types.",
    section: RESOURCE,
    on: is("listAllClusters"),
    examine: violatedInRecords((violation) => depthOf(violation) > 1 && !ofOtherRules(violation)),
  }),
  watch({
    id: "CLU-ENGINEVERSION",
    level: "SHOULD",
    basis: "derived:D2",
    text: "engineVersion is three numbers with dots between them.",
    section: RESOURCE,
    on: is("listClusters"),
    examine: shapeOf(
      (name, keyword, { contract }) => name === contract.field("engineVersion") && keyword === "pattern",
    ),
  }),
  watch({
    id: "CLU-CONNSTRINGS",
    level: "MUST",
    basis: "stated",
    text: "Members of connectionStrings have the listed types.",
    section: RESOURCE,
    on: is("listClusters"),
    examine: shapeOf((name) => name === "connectionStrings"),
  }),
  form("CLU-CONN-STANDARD", "Standard connection strings have the listed shape.", {
    standard: (strings) => [member(strings, "standard")],
    standardSrv: (strings) => [member(strings, "standardSrv")],
  }),
  form("CLU-CONN-PRIVATE", "Private connection strings have the listed shape.", {
    private: (strings) => [member(strings, "private")],
    privateSrv: (strings) => [member(strings, "privateSrv")],
  }),
  form("CLU-CONN-ENDPOINT", "Connection strings of private endpoints have the listed shape.", {
    privateEndpoint: endPoints("connectionString"),
    privateEndpointSrv: endPoints("srvConnectionString"),
  }),
  notice({
    id: "CLU-CONN-LEGACY",
    level: "MAY",
    basis: "derived:D2",
    text: "Connection strings may still have the legacy shape.",
    section: RESOURCE,
    on: is("listClusters"),
    notice: (watched) => {
      const legacy = clustersIn(watched).some((cluster) => {
        const name = member(cluster, "name");
        const srv = member(member(cluster, "connectionStrings"), "standardSrv");
        const host = typeof srv === "string" ? (srv.split("://")[1] ?? "") : "";
        return typeof name === "string" && host.toLowerCase().startsWith(`${name.toLowerCase()}-`);
      });
      return legacy ? "a name of the legacy shape was shown" : undefined;
    },
  }),
  watch({
    id: "CLU-CREATEDATE",
    level: "MUST",
    basis: "stated",
    text: "createDate and engineURIUpdated are date-times, and groupId is the project of the path.",
    section: RESOURCE,
    on: is("listClusters"),
    // GEN-GROUP-IS-PROJECT judges, for all records, whether groupId is the addressed project.
    examine: shapeOf((name, _keyword, watched) => wires(watched, DATES).includes(name)),
  }),
  watch({
    id: "CLU-TYPE-STRINGS",
    level: "MUST",
    basis: "stated",
    text: "configServerType and featureCompatibilityVersion are texts, the latter's expiration a date-time, id and groupId ids.",
    section: RESOURCE,
    on: is("listClusters"),
    examine: shapeOf((name, _keyword, watched) => wires(watched, TEXTS).includes(name)),
  }),
  notice({
    id: "CLU-STATES",
    level: "UNSPECIFIED",
    text: "Values of stateName other than IDLE, and the moves between them, are not given.",
    section: RESOURCE,
    on: is("listClusters"),
    notice: (watched) => {
      const states = clustersIn(watched)
        .map((cluster) => member(cluster, "stateName"))
        .filter((state) => typeof state === "string")
        .map((state) => quotedText(state, 40));
      return states.length === 0 ? undefined : [...new Set(states)].sort().join(", ");
    },
  }),
  probe({
    id: "CLU-NO-MULTICLOUD-ALL",
    level: "MUST",
    basis: "stated",
    text: "The list across projects leaves out clusters that span several clouds.",
    section: OPERATIONS,
    mock: NO_RULES,
    stage: "read",
    on: is("listAllClusters"),
    needs: [fixture("multiCloudClusterName")],
    cases: (context) => [
      absent(context, context.world.fixtures.multiCloudClusterName ?? "", (json) =>
        (listIn(json) ?? [])
          .filter((project) => member(project, "groupId") === context.world.fixtures.groupId)
          .flatMap((project) => namesOf(member(project, "clusters"))),
      ),
    ],
  }),
  probe({
    id: "CLU-NO-MULTICLOUD-PROJECT",
    level: "MUST",
    basis: "stated",
    text: "The list of a project leaves out clusters that span several clouds.",
    section: OPERATIONS,
    mock: NO_RULES,
    stage: "read",
    on: is("listClusters"),
    needs: [fixture("multiCloudClusterName")],
    cases: (context) => {
      const name = context.world.fixtures.multiCloudClusterName ?? "";
      return [absent(context, name, namesOf), absent(context, name, namesOf, { [DELETED]: "true" })];
    },
  }),
  probe({
    id: "CLU-DELETED-PARAM",
    level: "MUST",
    basis: "stated",
    text: "includeDeletedWithRetainedBackups is a boolean and false when left out.",
    section: OPERATIONS,
    stage: "refused-reads",
    on: is("listClusters"),
    cases: (context) => [
      deletedLeftOut(context),
      refuses(context, `${DELETED}=abc`, { query: { [DELETED]: "abc" } }, { level: "SHOULD" }),
      deletedAdded(context),
    ],
  }),
  notice({
    id: "CLU-DEPRECATED",
    level: "MAY",
    basis: "stated",
    text: "labels and replicationFactor are deprecated in favour of tags and replicationSpecs; they may still be taken and returned.",
    section: "Versioning",
    on: is("listClusters"),
    notice: (watched) => {
      const shown = ["labels", "replicationFactor"].filter((name) =>
        clustersIn(watched).some((cluster) => (member(cluster, name) ?? null) !== null),
      );
      return shown.length === 0 ? undefined : `${shown.join(" and ")} returned`;
    },
  }),
];
