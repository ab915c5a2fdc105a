import { isDeepStrictEqual } from "node:util";
import { NoRoomError } from "../../custody/no-room-error.ts";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { saysNoMore } from "../../oracles/says-no-more.ts";
import { type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";
import type { Sent } from "../../target/memory.ts";
import { createsAsDescribed } from "../clusters/cluster-steps.ts";
import {
  currentBodies,
  currentMembers,
  LONGEST_NAME,
  laterMembers,
  nameIn,
  olderMembers,
  READ_ONLY,
  sharedBody,
  smallDiskBody,
  together,
} from "../clusters/shared-clusters.ts";
import { looksOn, namesAll, type RoundTrip, sendsInParts, shows } from "../shared/round-trip.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";

const SECTION = "Endpoints > Clusters (version 1.0)";
const rule = (
  particulars: Pick<StoryRequirement, "id" | "level" | "basis" | "text" | "section" | "tell" | "early">,
): Requirement =>
  story({
    ...particulars,
    stage: "state",
    risk: "irreversible",
    needs: ON_PROJECT,
    on: createsAsDescribed,
    mock: NO_STATE,
    requests: 20,
  });

type Trip = readonly [RoundTrip, readonly Sent[]];

/** Creates the clusters that both rules and others judge: few, because clusters stay. */
async function sendsClusters(story: Story): Promise<readonly Trip[]> {
  const shared = { world: story.world, version: "1.0" } as const;
  const tripOf = (what: string, groups: readonly Fields[], more: Partial<RoundTrip> = {}): RoundTrip => ({
    operation: "createCluster",
    groups,
    body: (members) => sharedBody(shared, what, members),
    ...more,
  });
  const trips = [
    () => {
      const shownAs = lacking(story, Object.keys(READ_ONLY));
      return sends(story, "current", tripOf("current", currentMembers(), { shownAs }), currentBodies(shared));
    },
    () => {
      const shownAs = lacking(story, ["diskSizeGB"]);
      return sends(story, "older", tripOf("older", olderMembers(), { shownAs }), [smallDiskBody(shared)]);
    },
    () => sends(story, "later", tripOf("later", laterMembers(shared), { optional: true })),
    // An additional cluster, in case the target loses members of one when the next is created. It has no members to
    // compare.
    () => sends(story, "plain", tripOf("plain", [{}])),
  ];
  const sent: Trip[] = [];
  for (const trip of trips) {
    try {
      sent.push(await trip());
    } catch (error) {
      // Without room for this cluster, the rule judges those that were created.
      if (!(error instanceof NoRoomError) || sent.length === 0) throw error;
    }
  }
  return sent;
}

/**
 * Sends the members of a trip in the first accepted body of `withMore`, or by themselves if the target accepts none of
 * these.
 */
async function sends(story: Story, what: string, trip: RoundTrip, withMore: readonly Fields[] = []): Promise<Trip> {
  for (const body of withMore) {
    const exchange = await story.ask("createCluster", { body });
    if (wasAccepted(exchange)) return [trip, [{ members: together(trip.groups), body, isPart: false, exchange }]];
  }
  return [trip, await story.memory.sendsOnce(`${what} cluster`, () => whileThereIsRoom(sendsInParts(story, trip)))];
}

/** Skips the parts for which there is no room. */
async function* whileThereIsRoom(all: AsyncIterable<Sent>): AsyncGenerator<Sent> {
  let count = 0;
  try {
    for await (const one of all) {
      count += 1;
      yield one;
    }
  } catch (error) {
    if (!(error instanceof NoRoomError) || count === 0) throw error;
  }
}

/** A sent body without members for which the target may have its own values. */
const lacking =
  (story: Story, own: readonly string[]) =>
  (sent: Fields): Fields => {
    const wires = own.map((name) => story.contract.field(name));
    return Object.fromEntries(Object.entries(sent).filter(([name]) => !wires.includes(name)));
  };

/** Reads of records that belong to the cluster in the path. */
const BY_CLUSTER = ["listSnapshots", "getBackupSchedule", "listRestoreJobs"] as const;

/** Members that decide whether a cluster has backups to read. */
const OF_BACKUPS = ["backupEnabled", "clusterType", "paused", "pitEnabled", "providerBackupEnabled"];

/** The values of these members that the answer shows, or that the create sent. */
const circumstancesOf = ({ body, exchange }: Sent, { contract }: Story): readonly unknown[] =>
  OF_BACKUPS.map((name) => {
    const wire = contract.field(name);
    return member(jsonOf(exchange), wire) ?? member(body, wire);
  });

const names = ({ members }: Sent): string => Object.keys(members).join(" and ");

/** The rules that a cluster keeps the members of its create, and that valid bodies are not refused. */
export const keptClusters: readonly Requirement[] = [
  rule({
    id: "CLU-KEPT",
    early: true,
    level: "MUST",
    basis: "derived:D6",
    text: "The list of the project shows the values that a cluster was created with.",
    section: SECTION,
    tell: async (story) => {
      const all = await sendsClusters(story);
      // The run creates all clusters before it compares any.
      for (const [index, [trip, sent]] of all.slice(0, -1).entries()) {
        const judgement = await shows(story, trip, sent);
        if (judgement.kind === "holds") continue;
        for (const [other, others] of all.slice(index + 1)) await looksOn(() => shows(story, other, others, false));
        return namesAll(story, "createCluster", judgement);
      }
      return upheld;
    },
  }),
  rule({
    id: "CLU-NAME-LONGEST",
    level: "MUST",
    basis: "stated",
    text: "The backups of a cluster whose name has 64 characters are found by that name, like those of another new cluster.",
    section: "Limits",
    tell: async (story) => {
      const accepted = (await sendsClusters(story))
        .flatMap(([, all]) => all.filter(({ exchange }) => wasAccepted(exchange)))
        .map((sent) => ({ name: nameIn(fieldsOf(sent.body)), circumstances: circumstancesOf(sent, story) }));
      const long = accepted.find(({ name }) => name.length === LONGEST_NAME);
      const like = accepted.find(
        ({ name, circumstances }) =>
          name.length < LONGEST_NAME && isDeepStrictEqual(circumstances, long?.circumstances),
      );
      if (long === undefined || like === undefined)
        return story.cannot("no two clusters with the same backup settings were made, one with the longest name");
      const [longest, other] = [long.name, like.name];
      let compared = 0;
      for (const operation of BY_CLUSTER) {
        if (story.addresses.servedIn(operation).length === 0) continue;
        const look = (clusterName: string) =>
          story.ask(operation, { ...story.addresses.servedAs(operation), path: { clusterName } });
        if (!wasAccepted(await look(other))) continue;
        compared += 1;
        const exchange = await story.eventually(() => look(longest), wasAccepted);
        if (wasRefused(exchange))
          return broken(`2xx for ${operation} of ${longest}, as of ${other}`, received(exchange));
      }
      return compared > 0 ? upheld : story.cannot("backups of a new cluster are not to be read");
    },
  }),
  rule({
    id: "CLU-TAKES",
    level: "SHOULD",
    basis: "stated",
    text: "A cluster can be created with each member that is not read-only, and with the values that are listed for it.",
    section: "Resources and their fields > Cluster (version 1.0)",
    tell: async (story) => {
      const sent = (await sendsClusters(story)).flatMap(([{ optional }, all]) => (optional ? [] : all));
      if (!sent.some(({ exchange }) => wasAccepted(exchange)))
        return story.cannot("createCluster accepts none of the bodies, so none of its members is to blame");
      // The target may refuse several members because of their combination, so only parts count.
      const refused = sent.find(({ isPart, exchange }) => isPart && !wasAccepted(exchange) && !saysNoMore(exchange));
      return refused === undefined
        ? upheld
        : broken(`2xx for a cluster that differs in ${names(refused)}`, received(refused.exchange));
    },
  }),
];
