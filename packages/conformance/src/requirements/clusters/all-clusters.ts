import type { Contract } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { callOf, unasked } from "../../expect/cases.ts";
import { jsonOf, received, refused, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import type { Call, Who } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Subject } from "../../ground/subject.ts";
import { listIn } from "../../oracles/envelope.ts";
import { wholeList } from "../../oracles/whole-list.ts";
import { credential } from "../../rule/need.ts";
import { type Case, type Context, probe, type Requirement } from "../../rule/requirement.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { sameReach } from "./same-reach.ts";

const WHOLE = { query: ONE_LARGE_PAGE };
const READER = "Project Read Only";
const NO_PROJECT = "the list across projects does not show the known project to the main key either";

/** The known project in a list across projects. */
const knownIn = (projects: readonly unknown[], { world }: Context): unknown =>
  projects.find((project) => member(project, "groupId") === world.fixtures.groupId);

/** Verifies that the list across projects hides the known project from a key without a role on it. */
const hidesFrom = (context: Context, name: string, who: Extract<Who, "noRole" | "otherProject">): Case =>
  asks(
    name,
    2,
    async (ask) => {
      const plain = await ask(callOf(context, WHOLE));
      if (knownIn(listIn(jsonOf(plain)) ?? [], context) === undefined) return inconclusive(NO_PROJECT);
      const exchange = await ask(callOf(context, { ...WHOLE, who }));
      if (unasked(exchange)) return inconclusive("the target asks for no credentials here");
      if (!wasAccepted(exchange)) return refused(exchange, name);
      const shown = listIn(jsonOf(exchange));
      if (shown === undefined) return inconclusive(`no list is shown (${received(exchange)})`);
      return expects(
        knownIn(shown, context) === undefined,
        `${name} sees nothing of project ${context.world.fixtures.groupId}`,
        "the project, with its clusters",
      );
    },
    { needs: [credential(who)] },
  );

const namesIn = (clusters: readonly unknown[]): readonly unknown[] =>
  clusters.map((cluster) => member(cluster, "name"));

/**
 * The names of the known project's clusters that the list across projects omits. The lists are read anew, so they
 * include clusters that the run created. A text instead says why the comparison is not possible.
 */
async function leftOut(ask: Ask, context: Context): Promise<readonly unknown[] | string> {
  const { multiCloudClusterName } = context.world.fixtures;
  const more: Partial<Call> = { send: "again" };
  const own = await wholeList((page) => ask({ ...callOf(context, { ...more, ...page }), operation: "listClusters" }));
  const all = await wholeList((page) => ask(callOf(context, { ...more, ...page })), { idName: "groupId" });
  if (own === undefined || all === undefined) return "the lists are not to be had";
  const names = namesIn(own).filter((name) => typeof name === "string" && name !== multiCloudClusterName);
  if (names.length === 0) return "the known project shows no cluster";
  const project = knownIn(all, context);
  const shown = namesIn(listIn(member(project, "clusters")) ?? []);
  return names.filter((name) => !shown.includes(name));
}

/** Compares the lists twice, because another client may create a cluster between the two reads. */
async function holdsProject(ask: Ask, context: Context): Promise<Judgement> {
  const first = await leftOut(ask, context);
  if (typeof first === "string") return inconclusive(first);
  if (first.length === 0) return upheld;
  const second = await leftOut(ask, context);
  if (typeof second === "string") return inconclusive(second);
  const [lost] = second.filter((name) => first.includes(name));
  return lost === undefined ? upheld : broken(`cluster ${quoted(lost)}, which its project lists`, "a list without it");
}

/** The three numbers of a version, without a suffix. */
const numbersOf = (version: unknown): string | undefined => /^\d+\.\d+\.\d+/.exec(String(version))?.[0];

/** Looks for a cluster of the known project whose versions across projects lack the version that its project shows. */
async function otherVersion(ask: Ask, context: Context): Promise<Judgement> {
  const more: Partial<Call> = { send: "again" };
  const across = await ask(callOf(context, { ...WHOLE, ...more }));
  const own = await ask({ ...callOf(context, { ...WHOLE, ...more }), operation: "listClusters" });
  const summaries = listIn(member(knownIn(listIn(jsonOf(across)) ?? [], context), "clusters")) ?? [];
  const versionOf = (cluster: unknown): string | undefined =>
    numbersOf(member(cluster, context.contract.field("engineVersion")));
  let compared = 0;
  for (const cluster of listIn(jsonOf(own)) ?? []) {
    const [name, version] = [member(cluster, "name"), versionOf(cluster)];
    const versions = listIn(
      member(
        summaries.find((one) => member(one, "name") === name),
        "versions",
      ),
    );
    if (version === undefined || versions === undefined || versions.length === 0) continue;
    compared += 1;
    if (!versions.some((one) => numbersOf(one) === version))
      return broken(`versions of ${quoted(name)} with ${version}, which its project shows`, quoted(versions));
  }
  return compared > 0 ? upheld : inconclusive("no cluster shows its version in both lists");
}

/** Whether the list of one project, in the same version, shows the same clusters. */
const besideProjectList = ({ operation, version }: Subject, { route }: Contract): boolean =>
  operation.id === "listAllClusters" && route("listClusters", version) !== undefined;

/** The rules on the content of the list of all clusters in all projects, and on who may see it. */
export const allClusters: readonly Requirement[] = [
  probe({
    id: "AUTH-ROLES-GATE-ALL",
    level: "MUST",
    basis: "derived:D3",
    text: "A valid key without any role on the project does not see it in the list of all clusters.",
    section: "Authentication",
    mock: "it knows no roles",
    // Late, when other rules have created clusters: each new cluster might make the project visible to more callers.
    stage: "quota",
    on: is("listAllClusters"),
    needs: ON_PROJECT,
    cases: (context) => [
      hidesFrom(context, "a key without any role", "noRole"),
      hidesFrom(context, "a key of another project", "otherProject"),
    ],
  }),
  probe({
    id: "CLU-ALL-HOLDS-PROJECT",
    level: "MUST",
    basis: "derived:D5",
    text: "The list of all clusters in all projects holds the clusters that the list of a project shows.",
    section: "Endpoints > Clusters (version 1.0)",
    mock: "its clusters are examples",
    // Late, when other rules have created clusters.
    stage: "quota",
    on: besideProjectList,
    needs: ON_PROJECT,
    cases: (context) => [asks("the clusters of the known project", 4, (ask) => holdsProject(ask, context))],
  }),
  probe({
    id: "CLU-ALL-VERSIONS",
    level: "SHOULD",
    basis: "derived:D5",
    text: "The versions of a cluster in the list of all clusters hold the one that its project shows.",
    section: "Endpoints > Clusters (version 1.0)",
    mock: "its clusters are examples",
    stage: "read",
    on: besideProjectList,
    needs: ON_PROJECT,
    cases: (context) => [
      asks("the versions of the clusters of the known project", 4, async (ask) => {
        const first = await otherVersion(ask, context);
        // The target may upgrade a cluster between the two reads, but hardly twice.
        return first.kind === "broken" ? otherVersion(ask, context) : first;
      }),
    ],
  }),
  probe({
    id: "CLU-ALL-REACH",
    level: "SHOULD",
    basis: "derived:D3",
    text: "The list of all clusters shows a caller the projects whose clusters it may list, and no others.",
    section: "Endpoints > Clusters (version 1.0)",
    mock: "it knows no roles",
    stage: "read",
    on: besideProjectList,
    needs: [...ON_PROJECT, { kind: "roles", anyOf: [READER] }],
    cases: (context) => [
      asks("the projects of a key that may only read", 12, async (ask) => {
        const first = await sameReach(ask, context, { role: READER });
        // Another client may create the first cluster of a project between the two reads.
        return first.kind === "broken" ? sameReach(ask, context, { role: READER }) : first;
      }),
    ],
  }),
];
