import { parseJson } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { recordIn } from "../../oracles/envelope.ts";
import { follows } from "../../requirements/backup/retention.ts";
import { endOf, type Passed, withoutAnswer } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import type { Captured } from "./concerns.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";

const RULE = "SNP-EXPIRY-EFFECT";
/** How many writes must yield a wrong expiry before it counts as the server's fault. */
const OFTEN = 2;

/** Milliseconds after which a read is assumed to show a write: the description states no time. */
const SHOWN_AFTER = 3_000;
/** Writes that may change the expiries of snapshots that they do not name. */
const REACHING: readonly OperationId[] = ["updateBackupSchedule", "updateBackupCompliancePolicy"];

/** The known expiry of a snapshot, and the write that changes it. */
interface Known {
  readonly expires: number;
  readonly written?: Passed;
}

/**
 * If an expiry moves after a change of the snapshot's retention, it must follow from that retention. An expiry that has
 * not moved may still be late.
 */
export function expiries(): Onlooker {
  const known = new Bounded<Known>();
  const wrong = new Set<string>();
  /** The time until which the server may still carry out a write, in milliseconds since the epoch. */
  let pending = 0;
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    const { groupId = "", clusterName = "", snapshotId } = recognised.captured;
    if (!wasAccepted(exchange) || exchange.startedAt < pending) return [];
    const isChange = call.operation === "changeSnapshotExpiration";
    const place = `${groupId} ${clusterName} ${snapshotId}`;
    if (REACHING.includes(call.operation)) forget(recognised.captured);
    if (isChange) ofChange(passed, place);
    return isChange || call.operation === "getSnapshot" ? ofShown(passed, place) : [];
  };
  const doubt = ({ place = {}, passed, until }: DoubtedWrite): void => {
    const isOther = passed !== undefined && passed.call.operation !== "changeSnapshotExpiration";
    if (isOther && !REACHING.includes(passed.call.operation)) return;
    forget(place);
    pending = Math.max(pending, until);
  };
  return { decides: [RULE], see, doubt };

  function ofChange(passed: Passed, place: string): void {
    const before = known.get(place);
    if (before === undefined) return;
    // After two changes since the last known expiry, the next one may follow from either.
    const isClear = passed.call.due === undefined && before.written === undefined;
    if (isClear) known.set(place, { ...before, written: withoutAnswer(passed) });
    else known.delete(place);
  }

  function ofShown(passed: Passed, place: string): readonly Found[] {
    const { exchange } = passed;
    const record = recordIn(jsonOf(exchange));
    const [expires, created] = ["expiresAt", "createdAt"].map((name) => Date.parse(String(member(record, name))));
    if (expires === undefined || created === undefined || Number.isNaN(expires) || Number.isNaN(created)) return [];
    const before = known.get(place);
    const since = before?.written === undefined ? undefined : exchange.startedAt - endOf(before.written);
    if (since !== undefined && since < SHOWN_AFTER && passed.call.operation === "getSnapshot") return [];
    if (before?.written === undefined) known.set(place, { expires });
    if (before?.written === undefined || before.expires === expires) return [];
    known.set(place, { expires });
    const { written } = before;
    const judgement = judgedAfter(written, record, expires, created);
    if (judgement === upheld) return [{ requirement: RULE, judgement, passed: written }];
    wrong.add(written.exchange.id);
    if (wrong.size < OFTEN) return [];
    const decided = decidedBy(judgement, "/expiresAt", exchange);
    return [{ requirement: RULE, judgement: decided, passed: { ...passed, call: written.call } }];
  }

  /** Forgets the expiries that a write at this path may have changed. */
  function forget({ groupId, snapshotId }: Captured): void {
    for (const key of [...known.keys()])
      if (key.startsWith(groupId ?? "") && key.endsWith(snapshotId ?? "")) known.delete(key);
  }
}

/** Whether the expiry of a snapshot follows from the retention that a write stated; both times in milliseconds. */
function judgedAfter(written: Passed, record: unknown, expires: number, created: number): Judgement {
  const { startedAt: from, milliseconds, request } = written.exchange;
  const sent = parseJson(request.body ?? "");
  const [unit, retentionValue] = ["retentionUnit", "retentionValue"].map((name) => member(sent, name));
  const retention = { retentionUnit: String(unit).toLowerCase(), retentionValue };
  if (follows(expires, created, { from, to: from + milliseconds }, retention)) return upheld;
  return broken(
    `expiresAt in ${quoted(retentionValue)} ${quoted(unit)}, as was sent`,
    `${quoted(member(record, "expiresAt"))}, of a snapshot of ${quoted(member(record, "createdAt"))}`,
  );
}
