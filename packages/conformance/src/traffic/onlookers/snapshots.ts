import { jsonOf, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { hasBegun, isBeingTaken } from "../../requirements/backup/snapshot-steps.ts";
import { type Passed, withoutAnswer } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const RULE = "SNP-ONE-AT-A-TIME";
/** The most snapshots, and the most refusals, to remember for one cluster. */
const MOST = 20;
/** Milliseconds after which another read must again show two under way, because one may be a little behind. */
const APART = 3_000;

/** A request to take a snapshot, with the times of request and answer. */
interface Try {
  readonly passed: Passed;
  readonly from: number;
  readonly to: number;
}

interface Taken extends Try {
  readonly id: string;
  /** The time at which an answer first showed that it had begun. */
  begun?: number;
}

interface Cluster {
  taken: Taken[];
  refused: Try[];
  /** The time at which an answer first showed two under way together. */
  twoAt?: number;
}

/** While an on-demand snapshot is queued or in progress, the server must refuse the next one or let it wait. */
export function snapshots(): Onlooker {
  const clusters = new Bounded<Cluster>();
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    const { groupId = "", clusterName = "" } = recognised.captured;
    const key = `${groupId} ${clusterName}`;
    const known = clusters.get(key) ?? { taken: [], refused: [] };
    clusters.set(key, known);
    switch (call.operation) {
      case "takeSnapshot":
        return take(known, passed);
      case "getSnapshot":
        return wasAccepted(exchange) ? look(known, passed, [recordIn(jsonOf(exchange))]) : [];
      case "listSnapshots":
        return wasAccepted(exchange) ? look(known, passed, listIn(jsonOf(exchange)) ?? []) : [];
      case "deleteSnapshot":
        known.taken = known.taken.filter(({ id }) => id !== recognised.captured["snapshotId"]);
        return [];
      default:
        return [];
    }
  };
  return { decides: [RULE], see };
}

function take(known: Cluster, passed: Passed): readonly Found[] {
  const { call, exchange } = passed;
  const from = exchange.startedAt;
  const one: Try = { passed: withoutAnswer(passed), from, to: from + exchange.milliseconds };
  if (call.due === undefined && wasRefused(exchange)) known.refused = [...known.refused, one].slice(-MOST);
  const id = member(recordIn(jsonOf(exchange)), "id");
  if (!wasAccepted(exchange) || typeof id !== "string") return [];
  known.taken = [...known.taken, { ...one, id }].slice(-MOST);
  return look(known, passed, [recordIn(jsonOf(exchange))]);
}

function look(known: Cluster, passed: Passed, records: readonly unknown[]): readonly Found[] {
  const { startedAt: from, milliseconds } = passed.exchange;
  const shown = new Map(records.map((one) => [member(one, "id"), one] as const));
  for (const one of known.taken) if (hasBegun(shown.get(one.id))) one.begun ??= from + milliseconds;
  const open = known.taken.filter(({ id }) => isBeingTaken(shown.get(id)));
  const held = known.refused.filter((one) => open.some(({ to }) => one.from >= to && one.to <= from));
  known.refused = known.refused.filter((one) => !held.includes(one));
  const two = twoIn(records) ?? open.flatMap((first) => overtaking(first, known.taken, shown, from) ?? [])[0];
  return [
    ...held.map((one): Found => ({ requirement: RULE, judgement: upheld, passed: one.passed })),
    ...(two === undefined ? [] : seenAgain(known, passed, two)),
  ];
}

/** Two on-demand snapshots that one list shows in progress, in words. */
function twoIn(records: readonly unknown[]): string | undefined {
  const [one, other] = records.filter(
    (record) => member(record, "snapshotType") === "onDemand" && member(record, "status") === "inProgress",
  );
  if (other === undefined) return undefined;
  return `${quoted(member(one, "id"))} and ${quoted(member(other, "id"))} are inProgress at a time`;
}

/** A snapshot that has begun although an earlier one is not complete, in words. */
function overtaking(
  first: Taken,
  taken: readonly Taken[],
  shown: ReadonlyMap<unknown, unknown>,
  now: number,
): string | undefined {
  const second = taken.find(
    ({ id, from, begun }) => from >= first.to && begun !== undefined && (begun <= now || hasBegun(shown.get(id))),
  );
  return second && `${second.id} has begun while ${first.id} is ${quoted(member(shown.get(first.id), "status"))}`;
}

function seenAgain(known: Cluster, passed: Passed, two: string): readonly Found[] {
  const { call, exchange } = passed;
  known.twoAt ??= exchange.startedAt;
  if (exchange.startedAt - known.twoAt < APART) return [];
  const judgement = broken("4xx for the second snapshot, or one that stays queued until the first is complete", two);
  return [{ requirement: RULE, judgement, passed: { ...passed, call: { ...call, operation: "takeSnapshot" } } }];
}
