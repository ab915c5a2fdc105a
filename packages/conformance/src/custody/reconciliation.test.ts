import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { WRITES } from "../writes/table.ts";
import { Creates } from "./creates.ts";
import type { Entry, MadeEntry } from "./entry.ts";
import { GROUP, madeEntry, RECORD } from "./made-entry.test-support.ts";
import { Reconciliation } from "./reconciliation.ts";
import { alertWith, CLUSTER, sceneOf } from "./scene.test-support.ts";
import { MARK } from "./undo-parts.test-support.ts";

const OLD = "32b6e34b3d91647abb20e7b1";
const LOST = "32b6e34b3d91647abb20e7b2";
const old = { id: OLD, ...alertWith("somebody") };
const ours = (id: string) => ({ id, ...alertWith(MARK) });

/**
 * A target whose lists show these records at each look, and the last ones from then on; the first look is before the
 * run.
 */
function reconciled(looks: readonly (readonly unknown[] | undefined)[], change: Parameters<typeof sceneOf>[1] = {}) {
  let look = 0;
  const scene = sceneOf(({ operation }): Exchange => {
    if (!operation.startsWith("list")) return exchangeOf(200, {});
    const records = looks[Math.min(look, looks.length - 1)];
    look += 1;
    return records === undefined ? exchangeOf(500) : exchangeOf(200, { results: records, totalCount: records.length });
  }, change);
  const creates = new Creates(scene.parts, scene.ledger, scene.lists);
  const undone: Entry[] = [];
  const reconciliation = new Reconciliation(scene.parts, scene.ledger, scene.lists, creates, async (entry) => {
    undone.push(entry);
    scene.ledger.close(entry, { state: "removed" });
  });
  /** Adds an entry in the same way as the create that requested it. */
  const knows = async (entry: MadeEntry): Promise<MadeEntry> => {
    await creates.remember(entry)?.known;
    scene.ledger.open.add(entry);
    if (entry.id !== undefined) scene.ledger.own.set(entry.id, entry);
    return entry;
  };
  const removed = async (entry: MadeEntry): Promise<void> =>
    scene.ledger.close(await knows(entry), { state: "removed" });
  return { ...scene, creates, reconciliation, undone, knows, removed };
}
const unheard = (change: Partial<MadeEntry> = {}): MadeEntry => {
  const { id: _id, ...entry } = madeEntry(change);
  return entry;
};
const state = (...states: readonly object[]) => states.map((one) => expect.objectContaining(one));

describe("Reconciliation, for a removed record", () => {
  it("reports the record as removed once its list no longer shows it, soon or late", async () => {
    const both = [old, ours(RECORD)];
    for (const looks of [[[old]], [[old], both, both, [old]]]) {
      const { reconciliation, removed, ledger } = reconciled(looks);
      await removed(madeEntry());
      await reconciliation.all();
      expect(ledger.changes).toEqual(state({ id: RECORD, state: "removed" }));
    }
  });

  it("waits as long as a removal may take, and reports the record as left after that", async () => {
    const both = [old, ours(RECORD)];
    const soon = Array.from({ length: 8 }, () => both);
    const late = reconciled([[old], ...soon, [old]]);
    await late.removed(madeEntry());
    await late.reconciliation.all();
    expect(late.ledger.changes).toEqual(state({ state: "removed" }));
    const never = reconciled([[old], both]);
    await never.removed(madeEntry());
    await never.reconciliation.all();
    const note = "its removal returned as if it were done, but the list still shows it";
    expect(never.ledger.changes).toEqual([{ operation: "createAlertConfig", id: RECORD, state: "left", note }]);
    expect([...never.parts.inVain]).toEqual(["deleteAlertConfig: gone"]);
    expect(never.waits.length).toBeGreaterThan(late.waits.length);
  });

  it("reports a record as left if the list still shows it, even without the mark", async () => {
    const { reconciliation, removed, ledger } = reconciled([[old], [old, { id: RECORD }]]);
    await removed(madeEntry({ marked: false }));
    await reconciliation.all();
    expect(ledger.changes).toEqual(state({ id: RECORD, state: "left" }));
  });

  it("counts a record that the list shows as deleting as removed", async () => {
    const effect = WRITES.takeSnapshot.effect;
    if (effect.kind !== "makes") throw new Error("no create");
    const fading = { id: RECORD, description: MARK, status: "deleting" };
    const { reconciliation, removed, ledger, waits } = reconciled([[], [fading]]);
    await removed(madeEntry({ operation: "takeSnapshot", effect, path: CLUSTER }));
    await reconciliation.all();
    expect([ledger.changes, waits]).toEqual([state({ state: "removed" }), []]);
  });

  it("does not look for a record that was left anyway, or that is in another list", async () => {
    const { reconciliation, knows, removed, ledger } = reconciled([[old], [old], [old, { id: RECORD }]]);
    const left = await knows(madeEntry({ marked: false }));
    ledger.close(left, { state: "left", note: "403" });
    await removed(madeEntry({ number: 1, id: LOST, path: { groupId: OLD }, marked: false }));
    await reconciliation.all();
    expect(ledger.changes).toEqual(state({ id: RECORD, note: "403" }, { id: LOST, state: "removed" }));
  });

  it("keeps the record as removed if the list cannot be read", async () => {
    const { reconciliation, removed, ledger } = reconciled([[old], undefined]);
    await removed(madeEntry());
    await reconciliation.all();
    expect(ledger.changes).toEqual(state({ state: "removed" }));
  });
});

describe("Reconciliation, for a record with the run's mark", () => {
  it("removes a record with the run's mark that no answer mentioned, as the unanswered create asked for it", async () => {
    const { reconciliation, knows, undone, journal, ledger } = reconciled([[old], [old, ours(LOST)]]);
    const lost = await knows(unheard({ number: 5, by: "B", sent: { a: 1 } }));
    await reconciliation.all();
    expect(undone).toEqual([
      { ...lost, id: LOST, marked: true, proven: true, noted: true, closed: true, kind: "made" },
    ]);
    expect(journal).toContainEqual({
      type: "intent",
      entry: 5,
      operation: "createAlertConfig",
      version: "2",
      path: { groupId: GROUP },
      marked: true,
      listedAt: {},
    });
    expect(ledger.own.get(LOST)?.number).toBe(5);
    expect([ledger.open.size, ledger.changes.length]).toEqual([0, 1]);
  });

  it("removes an unknown marked record as a copy of the last create if every create was answered", async () => {
    const { reconciliation, removed, undone, ledger } = reconciled([[old], [old, ours(LOST)]]);
    const entry = madeEntry({ number: ledger.common(madeEntry()).number, listedAt: {} });
    await removed(entry);
    await reconciliation.all();
    expect(undone).toMatchObject([{ number: 1, id: LOST, by: "A", operation: "createAlertConfig", proven: true }]);
    expect(ledger.changes).toEqual(state({ id: RECORD, state: "removed" }, { id: LOST, state: "removed" }));
  });

  it("assigns an unknown marked record to the unanswered marked create of the same list", async () => {
    const { reconciliation, knows, undone } = reconciled([[], [], [ours(LOST)]]);
    await knows(unheard({ number: 1, marked: false }));
    await knows(madeEntry({ number: 2 }));
    await knows(unheard({ number: 3, path: { groupId: OLD } }));
    await knows(unheard({ number: 4 }));
    await reconciliation.all();
    expect(undone.map(({ number }) => number)).toEqual([4]);
  });

  it("leaves a known record to the entry that reported it", async () => {
    const { reconciliation, knows, undone, ledger, waits } = reconciled([[old], [old, ours(RECORD), { name: 1 }]]);
    const entry = await knows(madeEntry());
    ledger.close(entry, { state: "left", note: "403" });
    await reconciliation.all();
    expect(undone).toEqual([]);
    expect(ledger.changes).toEqual(state({ id: RECORD, state: "left", note: "403" }));
    // The run waits as long as reads may be late, and no longer.
    expect(waits.every((one) => one <= 1_600)).toBe(true);
  });

  it("reads no list if the run created nothing", async () => {
    const { reconciliation, undone, asked } = reconciled([[ours(LOST)]]);
    await reconciliation.all();
    expect([undone, asked()]).toEqual([[], []]);
  });
});

describe("Reconciliation, for an unanswered create", () => {
  const note =
    "it may be the result of a request that got no answer; it bears no mark of the run, so nothing proves it";
  const fresh = { id: LOST, ...alertWith("somebody") };

  it("reports each new record without the mark once, as left", async () => {
    const { reconciliation, knows, ledger } = reconciled([[old], [old, { id: 7 }, fresh]]);
    for (const number of [0, 1]) await knows(unheard({ number, marked: false }));
    await reconciliation.all();
    expect(ledger.changes).toEqual([{ operation: "createAlertConfig", id: LOST, state: "left", note }]);
    expect(ledger.open.size).toBe(0);
  });

  it("reports nothing if every new record is known or belongs to another entry", async () => {
    const own = reconciled([[old], [old, { id: RECORD }]]);
    await own.knows(unheard({ marked: false }));
    await own.knows(madeEntry({ number: 1, marked: false }));
    await own.reconciliation.all();
    expect(own.ledger.changes).toEqual([]);
    const passed = reconciled([[old], [old, fresh]]);
    passed.reconciliation.leaveAlone(LOST);
    await passed.knows(unheard({ marked: false }));
    await passed.reconciliation.all();
    expect([passed.ledger.changes, passed.ledger.open.size]).toEqual([[], 0]);
  });

  it("ignores new records without the mark if the create had the mark", async () => {
    const { reconciliation, knows, ledger, types } = reconciled([[old], [old, fresh]]);
    await knows(unheard());
    await reconciliation.all();
    expect([ledger.changes, types().at(-1)]).toEqual([[], "void"]);
  });

  it("reports an unknown record as left if the list can no longer be read", async () => {
    const { reconciliation, knows, ledger } = reconciled([[old], undefined]);
    await knows(unheard());
    await reconciliation.all();
    expect(ledger.changes).toEqual(
      state({
        id: "without an id",
        state: "left",
        note: expect.stringMatching(/could not read the list: .*plumbline cleanup/),
      }),
    );
  });

  it("reports nothing without the mark if the list could not be read before", async () => {
    const { reconciliation, knows, ledger } = reconciled([undefined, [old]]);
    await knows(unheard({ marked: false }));
    await reconciliation.all();
    expect(ledger.changes).toEqual([]);
  });

  it("reports a record that nothing removes as permanent, with its id if the list shows it", async () => {
    const effect = WRITES.createCloudAccessRole.effect;
    if (effect.kind !== "makes") throw new Error("no create");
    const change = { operation: "createCloudAccessRole", effect, marked: false } as const;
    const stays = { state: "stays", note: "no operation removes an access role" };
    const role = reconciled([[], []]);
    await role.knows(unheard(change));
    await role.reconciliation.all();
    expect(role.ledger.changes).toEqual(state({ ...stays, id: "without an id" }));
    const { records: _records, ...listed } = effect;
    const found = reconciled([[], [{ roleId: LOST }]]);
    await found.knows(unheard({ ...change, effect: listed }));
    await found.reconciliation.all();
    expect(found.ledger.changes).toEqual(state({ ...stays, id: LOST }));
    const unread = reconciled([[], undefined]);
    await unread.knows(unheard(change));
    await unread.reconciliation.all();
    expect(unread.ledger.changes).toEqual(state(stays));
  });

  it("reports an unknown record as left if no list of the target shows its kind", async () => {
    const { list: _list, ...unlisted } = madeEntry().effect;
    const left = state({
      id: "without an id",
      state: "left",
      note: expect.stringMatching(/no list .*it is still there/),
    });
    const nowhere = reconciled([[old]]);
    await nowhere.knows(unheard({ effect: unlisted }));
    await nowhere.reconciliation.all();
    expect([nowhere.ledger.changes, nowhere.ledger.open.size]).toEqual([left, 0]);
    const absent = reconciled([[old]], { served: (id) => (id === "listAlertConfigs" ? undefined : "2") });
    await absent.knows(unheard());
    await absent.reconciliation.all();
    expect([absent.ledger.changes, absent.asked()]).toEqual([left, []]);
  });

  it("does nothing for an answered create, or an operation that creates no record", async () => {
    const { reconciliation, knows, ledger } = reconciled([[old], [old]]);
    await knows(madeEntry());
    const effect = WRITES.disablePrivateIpMode.effect;
    if (effect.kind !== "lasting") throw new Error("it does not last");
    ledger.note({ ...ledger.common(madeEntry()), kind: "lasting", operation: "disablePrivateIpMode", effect });
    await reconciliation.all();
    expect(ledger.open.size).toBe(2);
  });
});
