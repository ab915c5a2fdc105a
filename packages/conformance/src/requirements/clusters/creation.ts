import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, observed, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Risk } from "../../ground/risk.ts";
import { shortName } from "../../ground/short-name.ts";
import { wholeList } from "../../oracles/whole-list.ts";
import { fixture } from "../../rule/need.ts";
import {
  type Case,
  type Context,
  probe,
  type Requirement,
  type StoryRequirement,
  story,
} from "../../rule/requirement.ts";
import { clusterBody, HARDWARE, SHARED_TIER, ZONE } from "../../writes/clusters.ts";
import { carried } from "../shared/carrier.ts";
import { performs } from "../shared/perform.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { NEVER_ISSUED } from "../shared/subjects.ts";
import { besideTwin } from "../shared/twin.ts";
import { clusterTwin, createsAsDescribed, listedCluster, listedIn, twinName } from "./cluster-steps.ts";
import { firstTaken, memberRule, refusesCluster, takesCluster } from "./member-rule.ts";
import { currentBodies, largestDisk, nameIn, READ_ONLY, SMALL_DISK, smallDiskBody } from "./shared-clusters.ts";

/*
 * The effects of creating a cluster. No listed operation removes one, so these rules share clusters as far as possible
 * and need the permission for irreversible changes.
 */

const RESOURCE = "Resources and their fields > Cluster (version 1.0)";
const OPERATIONS = "Endpoints > Clusters (version 1.0)";
const NO_TIERS = "its document knows no tiers";
const list =
  ({ version }: Context, ask: Parameters<Case["ask"]>[0]) =>
  (page: { query: Readonly<Record<string, string>> }) =>
    ask({ operation: "listClusters", version, ...page, send: "again" });

const rule = (
  particulars: Omit<StoryRequirement, "kind" | "stage" | "risk" | "needs" | "on" | "section">,
): Requirement =>
  story({
    section: RESOURCE,
    stage: "state",
    risk: "irreversible",
    needs: ON_PROJECT,
    on: createsAsDescribed,
    mock: NO_STATE,
    ...particulars,
  });

const risk = (): Risk => "irreversible";
const stay = { stage: "refused-writes", risk, on: createsAsDescribed, needs: ON_PROJECT } as const;

/** Two regions whose names belong to different providers. */
const TWO_CLOUDS = {
  US_EAST_1: { analyticsNodes: 0, electableNodes: 2, priority: 7, readOnlyNodes: 0 },
  WESTERN_EUROPE: { analyticsNodes: 0, electableNodes: 1, priority: 6, readOnlyNodes: 0 },
};
/** Only the second region: a server that knows providers refuses it with the first provider's name. */
const OTHER_CLOUD = { WESTERN_EUROPE: { analyticsNodes: 0, electableNodes: 3, priority: 7, readOnlyNodes: 0 } };
const { instanceSizeName: _size, ...SIZELESS } = HARDWARE;
const SIZE_ON_SHARED = 20;

const ofTwoProviders = (context: Context): Case =>
  // The description does not list the regions of a provider, so a target that accepts both regions as one provider's
  // passes.
  asks("regions of two providers", 7, (ask) =>
    besideTwin(context, clusterTwin, ask, async () => {
      // Sent first: if the target accepts both bodies, a third cluster may have no room.
      const other = clusterBody(shortName(), { replicationSpecs: [{ ...ZONE, regionsConfig: OTHER_CLOUD }] });
      const knowsProviders = wasRefused(await ask(callOf(context, { body: other })));
      const name = shortName();
      const body = clusterBody(name, { replicationSpecs: [{ ...ZONE, regionsConfig: TWO_CLOUDS }] });
      const exchange = await ask(callOf(context, { body }));
      if (wasRefused(exchange)) {
        // The description does not say whether a cluster must state its size, which does not matter for a refused
        // cluster.
        const sizeless = { ...body, name: shortName(), providerSettings: SIZELESS };
        const bare = await ask(callOf(context, { body: sizeless }));
        const isJudged = wasRefused(bare) || wasAccepted(bare);
        return expects(isJudged, "4xx, or a cluster of one provider, without a size as well", received(bare));
      }
      if (!wasAccepted(exchange)) return broken("4xx, or a cluster of one provider", received(exchange));
      const listed = await wholeList(list(context, ask));
      const regions = (listed ?? [])
        .filter((cluster) => member(cluster, "name") === name)
        .map((cluster) => JSON.stringify(member(cluster, "replicationSpecs")));
      const both = regions.some((text) => Object.keys(TWO_CLOUDS).every((region) => text?.includes(region)));
      if (!both) return upheld;
      return knowsProviders
        ? broken("4xx, or a cluster of one provider", "a cluster with both regions")
        : observed("every name of a region is taken for one of the cluster's own provider");
    }),
  );

const withReadOnlyMembers = (context: Context): Case =>
  asks("id and stateName in the body", 6, (ask) =>
    besideTwin(context, clusterTwin, ask, async () => {
      const alone = clusterBody(shortName(), READ_ONLY);
      const bodies = currentBodies(context).filter((body) => member(body, "id") !== undefined);
      const sent = await firstTaken(context, ask, bodies);
      const body = sent?.body ?? alone;
      const exchange = sent?.exchange ?? (await ask(callOf(context, { body, due: "open" })));
      if (wasRefused(exchange)) return upheld;
      if (!wasAccepted(exchange)) return inconclusive(`the creation is answered ${received(exchange)}`);
      const cluster = await listedCluster(list(context, ask), nameIn(body));
      if (cluster === undefined) return inconclusive("the created cluster does not appear in the list of its project");
      return expects(
        member(cluster, context.contract.field("id")) !== NEVER_ISSUED,
        "an id of the cluster's own",
        `${NEVER_ISSUED}, as it was sent`,
      );
    }),
  );

const withoutMajorVersion = (context: Context): Case =>
  asks(
    "engineMajorVersion left out",
    2,
    (ask) =>
      besideTwin(context, clusterTwin, ask, async () => {
        const cluster = await listedCluster(list(context, ask), twinName(context));
        if (cluster === undefined)
          return inconclusive("the created cluster does not appear in the list of its project");
        const version = member(cluster, context.contract.field("engineMajorVersion"));
        if (version === undefined || version === null) return upheld;
        return expects(typeof version === "string" && version !== "", "a version in the list", () => quoted(version));
      }),
    { mock: NO_STATE },
  );

/** The rules on the sizes and defaults of a new cluster in the list of its project. */
export const clusterCreation: readonly Requirement[] = [
  rule({
    id: "CLU-DISK-LOW",
    level: "MUST",
    basis: "stated",
    text: "A diskSizeGB below 10 is taken as 10, not refused.",
    requests: 6,
    tell: async (story) => {
      let body = smallDiskBody({ world: story.world, version: "1.0" });
      if (!wasAccepted(await story.ask("createCluster", { body }))) {
        const plain = await performs(story, "createCluster");
        if (!wasAccepted(plain)) return story.cannot(`creating a cluster is not accepted (${received(plain)})`);
        body = clusterBody(shortName(), { diskSizeGB: SMALL_DISK });
        await story.does("createCluster", { body }, `a cluster with diskSizeGB ${SMALL_DISK}`);
      }
      const size = member(await listedIn(story, nameIn(body)), "diskSizeGB");
      if (typeof size !== "number") return story.cannot("the list does not show the size of the cluster");
      return expects(size === 10, "diskSizeGB 10 in the list", `diskSizeGB ${size}`);
    },
  }),
  probe({
    id: "CLU-DISK-RAM",
    level: "MUST",
    basis: "stated",
    text: "diskSizeGB is 50 times the most memory of the chosen tier, or less.",
    section: RESOURCE,
    mock: NO_TIERS,
    ...stay,
    needs: [...ON_PROJECT, fixture("tierMemoryGB")],
    cases: (context) => {
      const most = largestDisk(context) ?? 0;
      const name = (diskSizeGB: number): string => `diskSizeGB ${diskSizeGB} for ${HARDWARE.instanceSizeName}`;
      return [
        takesCluster(
          context,
          name(most),
          clusterBody(shortName(), { diskSizeGB: most }),
          currentBodies(context).filter((body) => member(body, "diskSizeGB") === most),
        ),
        refusesCluster(context, name(most + 1), { diskSizeGB: most + 1 }, { invalid: false }),
      ];
    },
  }),
  rule({
    id: "CLU-DISK-SHARED",
    level: "MUST",
    basis: "derived:D8",
    text: "A shared tier takes no diskSizeGB.",
    requests: 6,
    tell: async (story) => {
      const shared = await carried(story, "createCluster", "body");
      if (!wasAccepted(shared)) return story.cannot(`a cluster of a shared tier is not accepted (${received(shared)})`);
      const name = shortName();
      const body = clusterBody(name, { ...SHARED_TIER, diskSizeGB: SIZE_ON_SHARED });
      const exchange = await story.ask("createCluster", { body });
      if (wasRefused(exchange)) return upheld;
      if (!wasAccepted(exchange)) return broken("a refusal, or a cluster with a size of its own", received(exchange));
      const size = member(await listedIn(story, name), "diskSizeGB");
      return expects(
        size !== SIZE_ON_SHARED,
        "a size that was not chosen",
        `diskSizeGB ${SIZE_ON_SHARED}, as it was sent`,
      );
    },
  }),
  memberRule({
    id: "CLU-TERMINATION-DEFAULT",
    level: "MUST",
    basis: "stated",
    text: "terminationProtectionEnabled is false when left out.",
    section: RESOURCE,
    members: ["terminationProtectionEnabled"],
    listed: false,
    faults: {},
    defaults: { terminationProtectionEnabled: false },
  }),
  probe({
    id: "CLU-MAJORVERSION",
    level: "MUST",
    basis: "stated",
    text: "A cluster can be created without engineMajorVersion; it gets the recommended one.",
    section: RESOURCE,
    ...stay,
    cases: (context) => [
      withoutMajorVersion(context),
      refusesCluster(context, "engineMajorVersion as a number", { engineMajorVersion: 5 }, { level: "SHOULD" }),
    ],
  }),
  probe({
    id: "CLU-READONLY",
    level: "SHOULD",
    basis: "stated",
    text: "Read-only members in a create body are refused or have no effect: a cluster has an id of its own.",
    section: RESOURCE,
    mock: NO_STATE,
    ...stay,
    late: true,
    cases: (context) => [withReadOnlyMembers(context)],
  }),
  probe({
    id: "CLU-CREATE-NO-MULTICLOUD",
    level: "SHOULD",
    basis: "stated",
    text: "Create makes no cluster that spans several clouds.",
    section: OPERATIONS,
    mock: "it does not know which region belongs to which provider",
    ...stay,
    // Late: a server that does not know providers creates a cluster for each body, and other rules still need room.
    late: true,
    cases: (context) => [ofTwoProviders(context)],
  }),
];
