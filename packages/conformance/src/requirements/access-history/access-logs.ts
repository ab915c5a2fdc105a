import { isIP } from "node:net";
import type { Exchange } from "@plumbline/client";
import { readDate } from "@plumbline/schemas/validate";
import { asks } from "../../expect/asks.ts";
import { accepts, callOf, compares, notes, refuses } from "../../expect/cases.ts";
import { tells } from "../../expect/tells.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, observed, upheld } from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import { violatedInRecords } from "../../oracles/violated.ts";
import { fixture } from "../../rule/need.ts";
import { type Case, type Context, observe, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { clustersOfSharedTiers, isNoCluster } from "../shared/clusters-of.ts";
import { accessHistory, is } from "../shared/subjects.ts";

const SECTION = "Endpoints > Access history";
const NO_FILTER = "it answers its example whatever the query says";
const EARLY = "0";

/** The longest distance, in milliseconds, from the entry to either end of a window. */
const AROUND = 60_000;
/** Timestamps may be whole seconds. */
const STEP = 1_000;

const entries = (json: unknown): readonly unknown[] => listIn(member(json, "accessLogs")) ?? [];
/** Host names are case-insensitive and may end with the dot of the root. */
const plainName = (host: string): string => host.toLowerCase().replace(/\.$/, "");
const window = (start: string, end: string) => ({ query: { start, end } });

/**
 * A window around the entry with the nearest neighbour. It ends halfway to its neighbours, so a server that misreads
 * either end of the window shows a neighbour too.
 */
function windowAmong(
  stamps: readonly number[],
): { readonly middle: number; readonly from: number; readonly to: number } | undefined {
  const sorted = [...new Set(stamps)].sort((one, other) => one - other);
  const half = (at: number): number => ((sorted[at + 1] ?? Number.POSITIVE_INFINITY) - (sorted[at] ?? 0)) / 2;
  const isApart = (at: number): boolean => half(at) > 2 * STEP;
  const ends = sorted.map((_, at) => at).filter(isApart);
  const [best = 0] = ends.sort((one, other) => half(one) - half(other));
  const middle = sorted[best];
  if (middle === undefined) return undefined;
  const before = best > 0 && isApart(best - 1) ? half(best - 1) : AROUND;
  const [from, to] = [middle - Math.min(AROUND, before), middle + Math.min(AROUND, half(best))];
  return { middle, from: Math.floor(from), to: Math.ceil(to) };
}

const aroundOneEntry = (context: Context): Case =>
  asks("a window around one entry", 2, async (ask) => {
    const plain = entries(jsonOf(await ask(callOf(context))));
    const stamps = plain
      .map((entry) => readDate(String(member(entry, "timestamp"))))
      .filter((stamp) => !Number.isNaN(stamp));
    const around = windowAmong(stamps);
    if (around === undefined) return inconclusive("the access history holds no entry with a readable timestamp");
    const { middle, from, to } = around;
    const inside = await ask(callOf(context, window(String(from), String(to))));
    if (!wasAccepted(inside)) return broken("the entries of a past window", "a refusal");
    const outside = entries(jsonOf(inside))
      .map((entry) => String(member(entry, "timestamp")))
      .find((text) => readDate(text) < from - STEP || readDate(text) > to + STEP);
    if (entries(jsonOf(inside)).length === 0)
      return broken(`the entry of ${new Date(middle).toISOString()}, in the middle of the window`, "no entry");
    const able = stamps.some((stamp) => stamp < from - STEP || stamp > to + STEP);
    const judgement = expects(
      outside === undefined,
      `entries from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`,
      `an entry of ${outside ?? ""}`,
    );
    return tells(judgement, able, "the access history holds no entry outside the window around one of them");
  });

const ofKnownAddress = (context: Context): Case =>
  asks("the address of a known entry", 3, async (ask) => {
    const addresses = entries(jsonOf(await ask(callOf(context)))).map((entry) => member(entry, "ipAddress"));
    const address = addresses.find((one) => typeof one === "string" && /^\d+(\.\d+){3}$/.test(one));
    if (typeof address !== "string") return inconclusive("the access history holds no entry with an IPv4 address");
    const filtered = await ask(callOf(context, { query: { ipAddress: address } }));
    if (!wasAccepted(filtered)) return broken(`the entries of ${address}`, "a refusal");
    const shorter = await ofShorterAddress(ask, context, address);
    if (shorter !== undefined) return shorter;
    const shown = entries(jsonOf(filtered)).map((entry) => member(entry, "ipAddress"));
    if (shown.length === 0) return broken(`the entries of ${address} that are listed without it`, "no entry");
    const other = shown.find((one) => one !== address);
    const judgement = expects(other === undefined, `only entries of ${address}`, `an entry of ${String(other)}`);
    const able = addresses.some((one) => one !== address);
    return tells(judgement, able, "the access history holds no entry of another address to leave out");
  });

/** A shorter address is also the beginning of longer ones: the filter must not show their entries. */
async function ofShorterAddress(ask: Ask, context: Context, address: string): Promise<Judgement | undefined> {
  const shorter = address.slice(0, -1);
  if (isIP(shorter) !== 4) return undefined;
  const filtered = await ask(callOf(context, { query: { ipAddress: shorter } }));
  const stray = entries(jsonOf(filtered)).find((entry) => member(entry, "ipAddress") === address);
  return stray === undefined ? undefined : broken(`only entries of ${shorter}`, `an entry of ${address}`);
}

const noEntries = (context: Context): Case =>
  asks("nLogs=0", 2, async (ask) => {
    const exchange = await ask(callOf(context, { query: { nLogs: "0" } }));
    // ACC-NLOGS-ACCEPT judges whether the target accepts it.
    if (!wasAccepted(exchange)) return inconclusive(`nLogs=0 is not accepted (${received(exchange)})`);
    const { length } = entries(jsonOf(exchange));
    const all = entries(jsonOf(await ask(callOf(context)))).length;
    return tells(expects(length === 0, "no entry", `${length} entries`), all > 0, "the access history is empty");
  });

const ofOneHost = (context: Context): Case =>
  asks("the history of a host", 3, async (ask) => {
    const host = context.world.fixtures.hostname ?? "";
    if (isIP(host) !== 0) return observed("the host is known by its address, and entries name theirs by name");
    const others = (exchange: Exchange): unknown =>
      entries(jsonOf(exchange))
        .map((entry) => member(entry, "hostname"))
        .find((name) => typeof name === "string" && plainName(name) !== plainName(host));
    const own = await ask(callOf(context));
    if (!wasAccepted(own)) return inconclusive(`the history of the host is not to be had (${received(own)})`);
    const other = others(own);
    if (other !== undefined) return broken(`only entries of ${host}`, `an entry of ${String(other)}`);
    const operation = context.contract.operation("getAccessLogsByCluster", context.version);
    const whole = await ask(callOf({ ...context, operation }));
    return tells(upheld, others(whole) !== undefined, "the cluster's history holds no entry of another host");
  });

const mostIsDefault = (context: Context): Case =>
  compares(
    context,
    "without nLogs, then nLogs=20000",
    [{}, { query: { nLogs: "20000" } }],
    (plain, explicit): Judgement => {
      const [some, most] = [entries(jsonOf(plain)).length, entries(jsonOf(explicit)).length];
      // The history grows during the reads, so only a smaller default shows.
      const asMany = expects(
        most - some <= Math.max(5, some * 0.05),
        "as many entries as with nLogs=20000",
        `${some} entries without, ${most} with`,
      );
      return tells(asMany, most > 0, "the access history is empty");
    },
  );

const onlySuccesses = (context: Context): Case =>
  compares(context, "authResult=true", [{}, { query: { authResult: "true" } }], (plain, exchange) => {
    const holdsOne = (one: Exchange, authResult: boolean): boolean =>
      entries(jsonOf(one)).some((entry) => member(entry, "authResult") === authResult);
    if (holdsOne(plain, true) && !holdsOne(exchange, true))
      return broken("the successful attempts that are listed without it", "no successful attempt");
    const judgement = expects(
      !holdsOne(exchange, false),
      "only entries with authResult true",
      "an entry with authResult false",
    );
    return tells(judgement, holdsOne(plain, false), "the access history holds no failed attempt to leave out");
  });

/** The rules on access history, by cluster and by host. */
export const accessLogs: readonly Requirement[] = [
  watch({
    id: "ACC-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "Access history is an object with an array accessLogs whose entries have the listed types.",
    section: "Resources and their fields > Access log entry",
    on: accessHistory,
    examine: violatedInRecords(({ keyword }) => keyword !== "pattern", entries),
  }),
  probe({
    id: "ACC-START-END-PAIR",
    level: "MUST",
    basis: "stated",
    text: "start and end are given together or not at all.",
    section: "Errors",
    mock: "a document cannot say that one query parameter needs another",
    stage: "refused-reads",
    on: accessHistory,
    cases: (context) => [
      accepts(context, "start with end", window(EARLY, "1735689600000")),
      refuses(context, "start without end", { query: { start: "1735689600000" } }),
      refuses(context, "end without start", { query: { end: "1735689600000" } }),
    ],
  }),
  probe({
    id: "ACC-START-END-TYPE",
    level: "MUST",
    basis: "derived:D1",
    text: "start and end are milliseconds since the epoch, as integers of 64 bits.",
    section: SECTION,
    stage: "refused-reads",
    on: accessHistory,
    cases: (context) => [
      refuses(context, "start=abc", window("abc", "1735689600000")),
      refuses(context, "start as an ISO 8601 date", window("2024-01-01T00:00:00Z", "1735689600000")),
      refuses(context, "end=abc", window(EARLY, "abc")),
      // The description gives the width of the number with its type and not among the limits. A wider one does no harm.
      refuses(context, "end beyond 64 bits", window(EARLY, "9223372036854775808"), { level: "SHOULD" }),
    ],
  }),
  probe({
    id: "ACC-RANGE",
    level: "MUST",
    basis: "derived:D7",
    text: "The entries returned lie between start and end.",
    section: SECTION,
    mock: NO_FILTER,
    stage: "read",
    on: accessHistory,
    cases: (context) => [aroundOneEntry(context)],
  }),
  probe({
    id: "ACC-WINDOW-EDGES",
    level: "SHOULD",
    basis: "stated",
    text: "start and end accept moments from 0 to the end of the year 9999, and equal values.",
    section: SECTION,
    mock: NO_FILTER,
    stage: "read",
    on: accessHistory,
    cases: (context) => [
      accepts(context, "start=0 with an end of now", window(EARLY, String(Date.now()))),
      accepts(context, "start=0 with end=0", window(EARLY, EARLY)),
      accepts(context, "one moment for both", window("1735689600000", "1735689600000")),
      // Later integers of 64 bits are no moments in many calendars.
      accepts(context, "an end at the end of the year 9999", window(EARLY, "253402300799999")),
    ],
  }),
  observe({
    id: "ACC-START-AFTER-END",
    level: "UNSPECIFIED",
    text: "A start later than the end is not described.",
    section: SECTION,
    on: accessHistory,
    cases: (context) => [notes(context, "start after end", window("1735689600000", EARLY))],
  }),
  probe({
    id: "ACC-AUTHRESULT-TRUE",
    level: "MUST",
    basis: "stated",
    text: "With authResult=true only successful attempts are returned.",
    section: SECTION,
    mock: NO_FILTER,
    stage: "read",
    on: accessHistory,
    cases: (context) => [onlySuccesses(context)],
  }),
  observe({
    id: "ACC-AUTHRESULT-FALSE",
    level: "UNSPECIFIED",
    text: "Whether authResult=false selects failures or filters nothing is not given.",
    section: SECTION,
    on: accessHistory,
    cases: (context) => [
      asks("authResult=false", 1, async (ask) => {
        const found = entries(jsonOf(await ask(callOf(context, { query: { authResult: "false" }, due: "open" }))));
        const only = found.every((entry) => member(entry, "authResult") === false);
        return {
          kind: "observed",
          note: found.length === 0 ? "no entries" : only ? "failures only" : "successes too",
        };
      }),
    ],
  }),
  probe({
    id: "ACC-AUTHRESULT-BOOL",
    level: "SHOULD",
    basis: "derived:D1",
    text: "authResult is a boolean, and any other word is refused.",
    section: SECTION,
    stage: "refused-reads",
    on: accessHistory,
    cases: (context) => [refuses(context, "authResult=abc", { query: { authResult: "abc" } })],
  }),
  probe({
    id: "ACC-IPADDRESS",
    level: "MUST",
    basis: "derived:D1",
    text: "ipAddress is one IPv4 address.",
    section: SECTION,
    stage: "refused-reads",
    on: accessHistory,
    cases: (context) => [
      accepts(context, "ipAddress=203.0.113.7", { query: { ipAddress: "203.0.113.7" } }),
      ...["300.1.1.1", "2001:db8::1", "1.2.3.4,5.6.7.8", "1.2.3.0/24"].map((address) =>
        refuses(context, `ipAddress=${address}`, { query: { ipAddress: address } }),
      ),
    ],
  }),
  probe({
    id: "ACC-IPADDRESS-FILTER",
    level: "MUST",
    basis: "derived:D7",
    text: "With ipAddress only entries of that address are returned.",
    section: SECTION,
    mock: NO_FILTER,
    stage: "read",
    on: accessHistory,
    cases: (context) => [ofKnownAddress(context)],
  }),
  probe({
    id: "ACC-NLOGS-ACCEPT",
    level: "MUST",
    basis: "stated",
    text: "nLogs accepts 0 to 20000, and its default is 20000.",
    section: "Limits",
    stage: "read",
    on: accessHistory,
    cases: (context) => [
      accepts(context, "nLogs=0", { query: { nLogs: "0" } }),
      accepts(context, "nLogs=1", { query: { nLogs: "1" } }),
      mostIsDefault(context),
    ],
  }),
  probe({
    id: "ACC-NLOGS-REJECT",
    level: "MUST",
    basis: "derived:D1",
    text: "An nLogs outside 0 to 20000, or that is no integer, is not processed.",
    section: "Limits",
    stage: "refused-reads",
    on: accessHistory,
    cases: (context) =>
      ["-1", "20001", "abc", "1.5", "4294967297"].map((count) =>
        refuses(context, `nLogs=${count}`, { query: { nLogs: count } }),
      ),
  }),
  probe({
    id: "ACC-NLOGS-CAP",
    level: "SHOULD",
    basis: "derived:D7",
    text: "No more than nLogs entries are returned.",
    section: SECTION,
    mock: NO_FILTER,
    stage: "read",
    on: accessHistory,
    cases: (context) => [
      compares(context, "nLogs=1", [{}, { query: { nLogs: "1" } }], (plain, exchange) => {
        const [all, { length }] = [entries(jsonOf(plain)).length, entries(jsonOf(exchange))];
        const judgement = expects(length === 1 || (length === 0 && all === 0), "1 entry", `${length} entries`);
        return tells(judgement, all > 1, `the access history holds ${all} entries, and two are needed`);
      }),
      noEntries(context),
    ],
  }),
  probe({
    id: "ACC-UNAVAILABLE-SHARED",
    level: "MUST",
    basis: "derived:D8",
    text: "There is no access history for clusters of the shared tiers M0, M2 and M5.",
    section: "Limits",
    mock: "it knows no clusters",
    needs: [fixture("sharedClusterName")],
    stage: "refused-reads",
    on: is("getAccessLogsByCluster"),
    cases: (context) => [
      asks("a cluster of a shared tier", 8, async (ask) => {
        const { groupId, sharedGroupId, sharedClusterName: clusterName = "" } = context.world.fixtures;
        const lists = (step: object) => ask({ operation: "listClusters", version: "1.0", ...step });
        let why = "no project is known";
        // The cluster may be in either project of the target file.
        for (const project of [groupId, sharedGroupId].filter((one) => one !== undefined)) {
          const other = await isNoCluster("sharedClusterName", { ...context, groupId: project, clusterName }, lists);
          why = other ?? why;
          if (other !== undefined) continue;
          return refuses(context, "a cluster of a shared tier", { path: { groupId: project, clusterName } }).ask(ask);
        }
        return inconclusive(why);
      }),
      asks("a cluster of each shared tier that is listed", 9, async (ask) => {
        const { contract, world } = context;
        const where = { contract, groupId: world.fixtures.groupId ?? "" };
        const names = await clustersOfSharedTiers(where, (step) => ask({ operation: "listClusters", ...step }));
        for (const [tier, clusterName] of names) {
          const judgement = await refuses(context, `a cluster of ${tier}`, { path: { clusterName } }).ask(ask);
          if (judgement.kind !== "holds") return judgement;
        }
        return upheld;
      }),
    ],
  }),
  probe({
    id: "ACC-OP2-SAME",
    level: "SHOULD",
    basis: "derived:D7",
    text: "The history by host holds only entries of that host.",
    section: SECTION,
    mock: NO_FILTER,
    stage: "read",
    on: is("getAccessLogsByHost"),
    cases: (context) => [ofOneHost(context)],
  }),
];
