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
    await creates.remembers(entry)?.known;
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

describe("what was removed", () => {
  it("is gone where its list shows it no more, soon or late", async () => {
    const both = [old, ours(RECORD)];
    for (const looks of [[[old]], [[old], both, both, [old]]]) {
      const { reconciliation, removed, ledger } = reconciled(looks);
      await removed(madeEntry());
      await reconciliation.all();
      expect(ledger.changes).toEqual(state({ id: RECORD, state: "removed" }));
    }
  });

  it("may take as long to go as removing may take, and is left where it does not", async () => {
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

  it("is left although it does not bear the mark, and although nobody answers for it any more", async () => {
    const { reconciliation, removed, ledger } = reconciled([[old], [old, { id: RECORD }]]);
    await removed(madeEntry({ marked: false }));
    await reconciliation.all();
    expect(ledger.changes).toEqual(state({ id: RECORD, state: "left" }));
  });

  it("may be shown for a while as one that goes", async () => {
    const effect = WRITES.takeSnapshot.effect;
    if (effect.kind !== "makes") throw new Error("no create");
    const fading = { id: RECORD, description: MARK, status: "deleting" };
    const { reconciliation, removed, ledger, waits } = reconciled([[], [fading]]);
    await removed(madeEntry({ operation: "takeSnapshot", effect, path: CLUSTER }));
    await reconciliation.all();
    expect([ledger.changes, waits]).toEqual([state({ state: "removed" }), []]);
  });

  it("is not looked for where it was left anyway, or where it was in another list", async () => {
    const { reconciliation, knows, removed, ledger } = reconciled([[old], [old], [old, { id: RECORD }]]);
    const left = await knows(madeEntry({ marked: false }));
    ledger.close(left, { state: "left", note: "403" });
    await removed(madeEntry({ number: 1, id: LOST, path: { groupId: OLD }, marked: false }));
    await reconciliation.all();
    expect(ledger.changes).toEqual(state({ id: RECORD, note: "403" }, { id: LOST, state: "removed" }));
  });

  it("cannot be told of where the list cannot be read", async () => {
    const { reconciliation, removed, ledger } = reconciled([[old], undefined]);
    await removed(madeEntry());
    await reconciliation.all();
    expect(ledger.changes).toEqual(state({ state: "removed" }));
  });
});

describe("what bears the mark", () => {
  it("of which no answer told is removed, as what was asked for and not heard of", async () => {
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

  it("is removed as one like the last that was asked for there where all were heard of", async () => {
    const { reconciliation, removed, undone, ledger } = reconciled([[old], [old, ours(LOST)]]);
    const entry = madeEntry({ number: ledger.common(madeEntry()).number, listedAt: {} });
    await removed(entry);
    await reconciliation.all();
    expect(undone).toMatchObject([{ number: 1, id: LOST, by: "A", operation: "createAlertConfig", proven: true }]);
    expect(ledger.changes).toEqual(state({ id: RECORD, state: "removed" }, { id: LOST, state: "removed" }));
  });

  it("is one of what was asked for in that list, with the mark, and not answered", async () => {
    const { reconciliation, knows, undone } = reconciled([[], [], [ours(LOST)]]);
    await knows(unheard({ number: 1, marked: false }));
    await knows(madeEntry({ number: 2 }));
    await knows(unheard({ number: 3, path: { groupId: OLD } }));
    await knows(unheard({ number: 4 }));
    await reconciliation.all();
    expect(undone.map(({ number }) => number)).toEqual([4]);
  });

  it("is left alone where it is known: what was not removed is told by whoever did not", async () => {
    const { reconciliation, knows, undone, ledger, waits } = reconciled([[old], [old, ours(RECORD), { name: 1 }]]);
    const entry = await knows(madeEntry());
    ledger.close(entry, { state: "left", note: "403" });
    await reconciliation.all();
    expect(undone).toEqual([]);
    expect(ledger.changes).toEqual(state({ id: RECORD, state: "left", note: "403" }));
    // The run waits as long as reads may be late, and no longer.
    expect(waits.every((one) => one <= 1_600)).toBe(true);
  });

  it("is not looked for where nothing was made", async () => {
    const { reconciliation, undone, asked } = reconciled([[ours(LOST)]]);
    await reconciliation.all();
    expect([undone, asked()]).toEqual([[], []]);
  });
});

describe("a request that was not answered, for what bears no mark", () => {
  const note =
    "it may be the result of a request that got no answer; it bears no mark of the run, so nothing proves it";
  const fresh = { id: LOST, ...alertWith("somebody") };

  it("may have made what is in the list since, once for each", async () => {
    const { reconciliation, knows, ledger } = reconciled([[old], [old, { id: 7 }, fresh]]);
    for (const number of [0, 1]) await knows(unheard({ number, marked: false }));
    await reconciliation.all();
    expect(ledger.changes).toEqual([{ operation: "createAlertConfig", id: LOST, state: "left", note }]);
    expect(ledger.open.size).toBe(0);
  });

  it("made nothing where all is known, or is of another's account", async () => {
    const own = reconciled([[old], [old, { id: RECORD }]]);
    await own.knows(unheard({ marked: false }));
    await own.knows(madeEntry({ number: 1, marked: false }));
    await own.reconciliation.all();
    expect(own.ledger.changes).toEqual([]);
    const passed = reconciled([[old], [old, fresh]]);
    passed.reconciliation.passOver(LOST);
    await passed.knows(unheard({ marked: false }));
    await passed.reconciliation.all();
    expect([passed.ledger.changes, passed.ledger.open.size]).toEqual([[], 0]);
  });

  it("made nothing of what does not bear the mark where the request did", async () => {
    const { reconciliation, knows, ledger, types } = reconciled([[old], [old, fresh]]);
    await knows(unheard());
    await reconciliation.all();
    expect([ledger.changes, types().at(-1)]).toEqual([[], "void"]);
  });

  it("may have made something where the list cannot be read any more", async () => {
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

  it("made nothing that could be told where the list could not be read before", async () => {
    const { reconciliation, knows, ledger } = reconciled([undefined, [old]]);
    await knows(unheard({ marked: false }));
    await reconciliation.all();
    expect(ledger.changes).toEqual([]);
  });

  it("of what nothing removes is told to stay, by the id where one is new", async () => {
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

  it("may have made something if no list of the target shows records of the kind", async () => {
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

  it("is not looked for where it was answered, or where it makes no record", async () => {
    const { reconciliation, knows, ledger } = reconciled([[old], [old]]);
    await knows(madeEntry());
    const effect = WRITES.disablePrivateIpMode.effect;
    if (effect.kind !== "lasting") throw new Error("it does not last");
    ledger.note({ ...ledger.common(madeEntry()), kind: "lasting", operation: "disablePrivateIpMode", effect });
    await reconciliation.all();
    expect(ledger.open.size).toBe(2);
  });
});
