import type { Exchange } from "@plumbline/client";
import { createValidator, type Violation } from "@plumbline/schemas/validate";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { accepted, jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, decidedBy, expects, inconclusive, observed, upheld } from "../../ground/judgement.ts";
import { shortName } from "../../ground/short-name.ts";
import { listIn } from "../../oracles/envelope.ts";
import { ofOtherRules } from "../../oracles/of-other-rules.ts";
import { receivedAt } from "../../oracles/received-at.ts";
import { saysNoMore } from "../../oracles/says-no-more.ts";
import { type Case, type Context, type ProbeRequirement, probe, type Requirement } from "../../rule/requirement.ts";
import { clusterBody } from "../../writes/clusters.ts";
import { NO_STATE } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { besideTwin, type MoreOfRefusal, refusesBody } from "../shared/twin.ts";
import { clusterTwin, createsAsDescribed, listedCluster, twinName } from "./cluster-steps.ts";
import { sharedBody } from "./shared-clusters.ts";

/** A rule about members of a cluster: the bodies that create refuses, the values in the list, and the defaults. */
export interface MemberRule extends Pick<ProbeRequirement, "id" | "level" | "basis" | "text" | "section" | "mock"> {
  /** The names of the members, in neutral words. */
  readonly members: readonly string[];
  /** Bodies with one mistake: members to replace in a valid body, or to omit. */
  readonly faults: Readonly<Record<string, Fields>>;
  /**
   * Members with the same kind of mistake, sent in one body: a server that accepts it accepts each mistake, and creates
   * only one cluster.
   */
  readonly alike?: Fields;
  /** Like `faults`, but accepting one breaks only a SHOULD. */
  readonly mild?: Readonly<Record<string, Fields>>;
  /** Expected values of members that the create omitted. */
  readonly defaults?: Fields;
  /** Whether another value than the default breaks only a SHOULD. Default false. */
  readonly mildDefaults?: boolean;
  /** Whether this rule also judges the members in the list. Default true. */
  readonly listed?: false;
}

const lists = is("listClusters");
const answers = createValidator({ answers: true });

/** The cluster member in which a violation is; `undefined` outside of clusters. */
export const memberOf = ({ pointer }: Violation): string | undefined => /^\/results\/\d+\/([^/]+)/.exec(pointer)?.[1];

/** Makes a rule that tests members in the body of a create and, by default, also in the list of clusters. */
export const memberRule = (rule: MemberRule): Requirement => {
  const { members, faults, alike, mild = {}, defaults = {}, mildDefaults = false, listed, ...statement } = rule;
  return probe({
    ...statement,
    stage: (subject) => (createsAsDescribed(subject) ? "refused-writes" : "read"),
    risk: (subject) => (createsAsDescribed(subject) ? "irreversible" : "read"),
    on: (subject) => createsAsDescribed(subject) || (listed !== false && lists(subject)),
    cases: (context) =>
      createsAsDescribed(context)
        ? [
            ...Object.entries(faults).map(([name, change]) => refusesCluster(context, name, change, {}, alike)),
            ...Object.entries(mild).map(([name, change]) => refusesCluster(context, name, change, { level: "SHOULD" })),
            ...Object.entries(defaults).map(([name, value]) => leftOut(context, name, value, mildDefaults)),
          ]
        : [showsMembers(context, members)],
  });
};

/**
 * A case with a body that must not create a cluster although the valid one did; `alike` has the same mistake in more
 * members.
 */
export const refusesCluster = (
  context: Context,
  name: string,
  change: Fields,
  more: MoreOfRefusal = {},
  alike?: Fields,
): Case =>
  refusesBody(context, clusterTwin, name, () => clusterBody(shortName(), change), {
    ...more,
    ...(alike && { alike: sharedBody(context, "alike", alike) }),
  });

/** The first accepted body; the run sends equal bodies only once. */
export async function firstTaken(
  context: Context,
  ask: Ask,
  bodies: readonly Fields[],
): Promise<{ readonly body: Fields; readonly exchange: Exchange } | undefined> {
  for (const body of bodies) {
    const exchange = await ask(callOf(context, { body, send: "once" }));
    if (wasAccepted(exchange)) return { body, exchange };
  }
  return undefined;
}

/**
 * The target must accept this valid variation of the body, unless it already has as many clusters as it allows. An
 * accepted body of `withMore` includes the variation and proves the same.
 */
export const takesCluster = (context: Context, name: string, body: Fields, withMore: readonly Fields[]): Case =>
  asks(name, 2 + withMore.length, (ask) =>
    besideTwin(context, clusterTwin, ask, async () => {
      if ((await firstTaken(context, ask, withMore)) !== undefined) return upheld;
      const exchange = await ask(callOf(context, { body }));
      return saysNoMore(exchange)
        ? inconclusive(`a cluster with ${name} is answered ${received(exchange)}: what stands in its way is not given`)
        : accepted(exchange, name);
    }),
  );

/** The run's own cluster was created without the member: if the list shows the member, it must have its default. */
function leftOut(context: Context, name: string, value: unknown, mild: boolean): Case {
  const { contract, version } = context;
  const wire = contract.field(name);
  const wanted = member(contract.wire({ [name]: value }), wire);
  return asks(
    `${name} left out`,
    2,
    (ask) =>
      besideTwin(context, clusterTwin, ask, async () => {
        const list = (page: { readonly query: Readonly<Record<string, string>> }) =>
          ask({ operation: "listClusters", version, ...page, send: "again" });
        const cluster = await listedCluster(list, twinName(context));
        if (cluster === undefined)
          return inconclusive("the created cluster does not appear in the list of its project");
        const shown = member(cluster, wire);
        if (shown === undefined || shown === null) return upheld;
        if (typeof shown !== typeof wanted) return inconclusive(`the list shows ${name} as a value of another type`);
        return expects(shown === wanted, `${name} ${JSON.stringify(wanted)} in the list`, () => JSON.stringify(shown));
      }),
    { ...(mild && { level: "SHOULD" as const }), mock: NO_STATE },
  );
}

/** All listed clusters must show the members as described. */
function showsMembers(context: Context, members: readonly string[]): Case {
  const wires = members.map((name) => context.contract.field(name));
  return asks("listed clusters", 1, async (ask) => {
    const exchange = await ask(callOf(context));
    const { result } = context.operation;
    if (!wasAccepted(exchange) || !("schema" in result))
      return inconclusive(`the list of clusters is not to be had (${received(exchange)})`);
    const json = jsonOf(exchange);
    const mine = answers
      .violations(result.schema, json)
      .find((violation) => !ofOtherRules(violation) && wires.includes(memberOf(violation) ?? ""));
    if (mine !== undefined)
      return decidedBy(broken(`${mine.expected} at ${mine.pointer}`, receivedAt(json, mine)), mine.pointer);
    const shown = (listIn(json) ?? []).some((cluster) =>
      wires.some((wire) => (member(cluster, wire) ?? null) !== null),
    );
    return shown ? upheld : observed("no listed cluster shows it");
  });
}
