import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Call } from "../../ground/call.ts";
import type { Fields } from "../../ground/json.ts";
import type { Judgement } from "../../ground/judgement.ts";
import { storyOn } from "../../kernel/story-on.test-support.ts";
import { StoryStopped } from "../../kernel/story-stopped.ts";
import { reachesSnapshots } from "./earlier-snapshots.ts";

const DAY = 86_400_000;
const FIRST = "32b6e34b3d91647abb20e7b1";
const HAND = "32b6e34b3d91647abb20e7b2";
const CREATED = Date.parse("2026-06-01T00:00:00Z");
const dateAt = (milliseconds: number): string => new Date(milliseconds).toISOString();

const DAILY: Fields = {
  id: "1",
  frequencyType: "daily",
  frequencyInterval: 1,
  retentionUnit: "days",
  retentionValue: 7,
};

interface Server {
  readonly items?: readonly Fields[];
  readonly snapshots?: readonly Fields[];
  /** The new expiry of a snapshot after an update of the schedule, given the new retention in days. */
  readonly moves?: (snapshot: Fields, days: number, now: number) => number | undefined;
  /**
   * The number of lists that do not show the update yet; with `isPartial`, they show it for the first snapshot only.
   */
  readonly late?: number;
  readonly isPartial?: boolean;
  /** The number of reads that show an older schedule, which was restored since. */
  readonly stale?: number;
  readonly status?: number;
  /** Whether an update reaches existing snapshots no matter what it says about them. */
  readonly isAlwaysReached?: boolean;
}

/** A snapshot by the daily item, with this retention in days. */
const snapshot = (id: string, days: number, change: Fields = {}): Fields => ({
  id,
  createdAt: dateAt(CREATED),
  expiresAt: dateAt(CREATED + days * DAY),
  frequencyType: "daily",
  snapshotType: "scheduled",
  ...change,
});

/** Runs the story on a cluster with a schedule and snapshots, and returns the result. */
async function told({
  items = [DAILY],
  snapshots = [snapshot(FIRST, 7), snapshot(HAND, 3, { snapshotType: "onDemand" })],
  moves,
  late = 0,
  isPartial = false,
  stale = 0,
  status = 200,
  isAlwaysReached,
}: Server) {
  let shown = snapshots;
  let next: readonly Fields[] | undefined;
  let waits = late;
  let staleReads = stale;
  const sent: Fields[] = [];
  const answer = ({ operation, body }: Call): Exchange => {
    if (operation === "getBackupSchedule") {
      staleReads -= 1;
      const policyItems = staleReads < 0 ? items : [{ ...DAILY, frequencyType: "monthly" }];
      return exchangeOf(200, { policies: [{ id: "9", policyItems }] });
    }
    if (operation === "updateBackupSchedule") {
      sent.push(body as Fields);
      if (status !== 200) return exchangeOf(status, {}, "PATCH");
      if (isAlwaysReached !== true && (body as Fields)["updateSnapshots"] !== true) return exchangeOf(200, {}, "PATCH");
      const [policy] = (body as { policies: { policyItems: { retentionValue: number }[] }[] }).policies;
      const days = policy?.policyItems[0]?.retentionValue ?? 0;
      next = shown.flatMap((one) => {
        const expires = moves === undefined ? Number.NaN : moves(one, days, Date.now());
        if (expires === undefined) return [];
        return [Number.isNaN(expires) ? one : { ...one, expiresAt: dateAt(expires) }];
      });
      return exchangeOf(200, {}, "PATCH");
    }
    if (next !== undefined && waits === 0) shown = next;
    else if (next !== undefined) {
      waits -= 1;
      if (isPartial) shown = [...next.slice(0, 1), ...shown.slice(1)];
    }
    return exchangeOf(200, { results: shown, totalCount: shown.length });
  };
  const scene = storyOn(answer, { operation: "updateBackupSchedule", fixtures: { clusterName: "Cluster0" } });
  const judgement = await reachesSnapshots(scene.story).catch((error: unknown): Judgement => {
    if (error instanceof StoryStopped) return error.judgement;
    throw error;
  });
  return { judgement, sent, ...scene };
}

const fromCreation = (_one: Fields, days: number): number => CREATED + days * DAY;
const onlyScheduled =
  (moved: (one: Fields, days: number, now: number) => number | undefined) =>
  (one: Fields, days: number, now: number): number | undefined =>
    one["snapshotType"] === "onDemand" ? Number.NaN : moved(one, days, now);

describe("reachesSnapshots", () => {
  it("sends an update without and one with updateSnapshots, and holds if only the second reaches them", async () => {
    const { sent, judgement } = await told({ moves: onlyScheduled(fromCreation) });
    expect(judgement).toEqual({ kind: "holds" });
    expect(sent).toEqual([
      { policies: [{ id: "9", policyItems: [{ ...DAILY, retentionValue: 9 }] }], updateSnapshots: false },
      { policies: [{ id: "9", policyItems: [{ ...DAILY, retentionValue: 10 }] }], updateSnapshots: true },
    ]);
  });

  it("is broken if an update with updateSnapshots: false reaches them", async () => {
    const { judgement } = await told({ moves: onlyScheduled(fromCreation), isAlwaysReached: true });
    expect(judgement).toMatchObject({ kind: "broken", expected: expect.stringContaining("updateSnapshots was false") });
  });

  it("waits until reads show the restored schedule", async () => {
    const { sent, judgement, waits } = await told({ stale: 2, moves: onlyScheduled(fromCreation) });
    expect([judgement, sent.length, waits.length]).toEqual([{ kind: "holds" }, 2, 2]);
  });

  it("shortens the life of no snapshot, however long the schedule keeps it", async () => {
    for (const days of [1, 7, 30, 400]) {
      const snapshots = [snapshot(FIRST, days), snapshot(HAND, 2)];
      const { sent, judgement } = await told({ snapshots, moves: fromCreation });
      expect(judgement, `${days} days`).toEqual({ kind: "holds" });
      const [
        {
          policies: [
            {
              policyItems: [item],
            },
          ],
        },
      ] = sent as [{ policies: [{ policyItems: [Fields] }] }];
      expect(Number(item["retentionValue"]), `${days} days`).toBeGreaterThan(Math.max(7, days));
    }
  });

  it("accepts an expiry counted from the snapshot or the update, rounded to a day, and shown late", async () => {
    expect((await told({ moves: onlyScheduled(fromCreation), late: 3 })).judgement).toEqual({ kind: "holds" });
    const snapshots = [snapshot(FIRST, 7), snapshot(HAND, 7)];
    const oneByOne = await told({ snapshots, moves: fromCreation, late: 3, isPartial: true });
    expect(oneByOne.judgement).toEqual({ kind: "holds" });
    const fromWrite = onlyScheduled((_one, days, now) => now + days * DAY);
    expect((await told({ moves: fromWrite })).judgement).toEqual({ kind: "holds" });
    // The expiry is rounded to a full day.
    const rounded = onlyScheduled((_one, days) => CREATED + days * DAY + DAY);
    expect((await told({ moves: rounded })).judgement).toEqual({ kind: "holds" });
  });

  it("is broken by any other expiry, and names the expected one", async () => {
    for (const off of [-8, 3, 2_000]) {
      const { judgement } = await told({ moves: onlyScheduled((_one, days) => CREATED + (days + off) * DAY) });
      expect(judgement, `${off} days off`).toEqual({
        kind: "broken",
        expected: `snapshot ${FIRST} to expire 10 days after it was taken or the update`,
        received: dateAt(CREATED + (10 + off) * DAY),
      });
    }
  });

  it("is broken by one wrong snapshot even if another is correct", async () => {
    const snapshots = [snapshot(FIRST, 7), snapshot(HAND, 7)];
    const { judgement } = await told({
      snapshots,
      moves: (one, days) => CREATED + (one["id"] === HAND ? 2 * days : days) * DAY,
    });
    expect(judgement).toMatchObject({ kind: "broken", expected: expect.stringContaining(HAND) });
    expect(judgement).not.toHaveProperty("level");
  });

  it("is only a SHOULD if a snapshot does not move within a minute", async () => {
    const { judgement, waited } = await told({});
    expect(judgement).toEqual({
      kind: "broken",
      level: "SHOULD",
      expected: "a later expiresAt of each snapshot that the schedule took",
      received: expect.stringMatching(
        new RegExp(`^${dateAt(CREATED + 7 * DAY)} still of ${FIRST}, \\d+ seconds later$`),
      ),
    });
    expect(waited()).toBeGreaterThan(30_000);
    // A snapshot with a wrong new expiry weighs more than one whose expiry did not move.
    const wrong = await told({
      snapshots: [snapshot(HAND, 7), snapshot(FIRST, 7)],
      moves: (one) => (one["id"] === FIRST ? CREATED + 5 * DAY : Number.NaN),
    });
    expect(wrong.judgement).toMatchObject({ kind: "broken", received: dateAt(CREATED + 5 * DAY) });
    expect(wrong.judgement).not.toHaveProperty("level");
  });

  it("ignores lost snapshots and snapshots on demand", async () => {
    const snapshots = [snapshot(FIRST, 7), snapshot(HAND, 7)];
    const moves = (one: Fields, days: number) => (one["id"] === HAND ? undefined : CREATED + days * DAY);
    expect((await told({ snapshots, moves })).judgement).toEqual({ kind: "holds" });
    const { judgement } = await told({
      moves: (one, days) => CREATED + (one["snapshotType"] === "onDemand" ? 1 : days) * DAY,
    });
    expect(judgement).toEqual({ kind: "holds" });
  });

  it("accepts the retention of any item of the same frequency, and no other", async () => {
    const items = [
      DAILY,
      { ...DAILY, id: "2", retentionValue: 20 },
      { ...DAILY, id: "3", frequencyType: "weekly", retentionUnit: "weeks", retentionValue: 40 },
    ];
    const at = (days: number) => told({ items, moves: onlyScheduled(() => CREATED + days * DAY) });
    expect((await at(21)).judgement).toEqual({ kind: "holds" });
    const { judgement } = await at(41 * 7);
    expect(judgement).toMatchObject({
      kind: "broken",
      expected: expect.stringContaining("to expire 10 days or 22 days after"),
    });
  });
});

describe("reachesSnapshots, if it cannot decide", () => {
  const inconclusive = { kind: "inconclusive" } as const;

  it("is inconclusive without a scheduled snapshot, and sends no update", async () => {
    for (const snapshots of [
      [],
      [snapshot(FIRST, 7, { snapshotType: "onDemand" })],
      [snapshot(FIRST, 7, { frequencyType: "monthly" })],
      [snapshot(FIRST, 7, { expiresAt: "some day" })],
      [snapshot(FIRST, 7, { createdAt: undefined })],
      [snapshot(FIRST, 7, { id: 7 })],
    ]) {
      const { judgement, sent } = await told({ snapshots });
      expect(judgement).toEqual({
        ...inconclusive,
        reason: "no snapshot is known that an item of the schedule was the reason for",
      });
      expect(sent).toEqual([]);
    }
  });

  it("is inconclusive if no item can be kept longer, and sends no update", async () => {
    const { judgement, sent } = await told({ items: [{ ...DAILY, retentionUnit: "fortnights" }] });
    expect(judgement).toMatchObject({
      ...inconclusive,
      reason: expect.stringContaining("no retention that could be made longer"),
    });
    expect(sent).toEqual([]);
  });

  it("is inconclusive if the update is not accepted", async () => {
    expect((await told({ status: 400 })).judgement).toMatchObject({
      ...inconclusive,
      reason: expect.stringContaining("keeping everything longer"),
    });
  });
});
