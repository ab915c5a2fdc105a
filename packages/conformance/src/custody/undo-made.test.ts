import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { backupJobWrites } from "../writes/backup-jobs.ts";
import { searchWrites } from "../writes/search.ts";
import { snapshotWrites } from "../writes/snapshots.ts";
import { GROUP, madeEntry, RECORD, recordWith } from "./made-entry.test-support.ts";
import { undoMade } from "./undo-made.ts";
import { MARK, undoPartsOf } from "./undo-parts.test-support.ts";

/** A target that shows one record with this mark until it is removed. */
function holding(mark: string, removal: number, isKept = false) {
  let there = true;
  return ({ operation }: Call) => {
    if (operation !== "deleteAlertConfig") return there ? exchangeOf(200, recordWith(mark)) : exchangeOf(404);
    if (removal < 300 && !isKept) there = false;
    return exchangeOf(removal);
  };
}

describe("undoMade", () => {
  it("deletes a record that is proven the run's own, and verifies the deletion", async () => {
    const { parts, asked } = undoPartsOf(holding(MARK, 204));
    expect(await undoMade(madeEntry(), parts)).toEqual({ state: "removed" });
    expect(asked()).toEqual(["getAlertConfig", "deleteAlertConfig", "getAlertConfig"]);
    expect([...parts.seenGone]).toEqual(["deleteAlertConfig"]);
  });

  it("leaves another client's record alone", async () => {
    const { parts, asked } = undoPartsOf(holding("plumbline-ba9876543210", 204));
    expect(await undoMade(madeEntry(), parts)).toMatchObject({ state: "foreign" });
    expect(asked()).not.toContain("deleteAlertConfig");
  });

  it("does not delete a record again that a check deleted, nor one without an id", async () => {
    const { parts, asked } = undoPartsOf(() => exchangeOf(404));
    const { id: _id, ...unheard } = madeEntry();
    for (let times = 0; times < 2; times += 1)
      expect(await undoMade(madeEntry({ removed: true }), parts)).toEqual({ state: "removed" });
    expect(await undoMade(unheard, parts)).toEqual({ state: "removed" });
    // The run verifies the first removal of a kind, no matter who asked for it.
    expect(asked()).toEqual(["getAlertConfig"]);
    const clinging = undoPartsOf(holding(MARK, 204));
    expect(await undoMade(madeEntry({ removed: true }), clinging.parts)).toEqual({ state: "removed", unseen: true });
  });

  it('reports "left" if the delete is refused, and "removed" if a read confirms that the record is gone', async () => {
    const judged = (status: number) => undoMade(madeEntry({ proven: true }), undoPartsOf(holding(MARK, status)).parts);
    for (const status of [403, 404, 405, 410])
      expect(await judged(status)).toMatchObject({ state: "left", note: expect.stringContaining(`${status}`) });
    const gone = undoPartsOf(({ operation }) => exchangeOf(operation === "deleteAlertConfig" ? 404 : 410));
    expect(await undoMade(madeEntry({ proven: true }), gone.parts)).toEqual({ state: "removed" });
  });

  it.each([429, 500, 503])(
    "retries the delete after %i until the patience of its operation is used up",
    async (status) => {
      let removals = 0;
      const passing = undoPartsOf(({ operation }) => {
        if (operation !== "deleteAlertConfig") return exchangeOf(removals > 2 ? 404 : 200, recordWith(MARK));
        removals += 1;
        return exchangeOf(removals > 2 ? 204 : status);
      });
      expect(await undoMade(madeEntry(), passing.parts)).toEqual({ state: "removed" });
      expect([removals, passing.waited()]).toEqual([3, 1_500]);
      const never = undoPartsOf(holding(MARK, status));
      for (let times = 0; times < 2; times += 1)
        expect(await undoMade(madeEntry(), never.parts)).toMatchObject({ state: "left" });
      expect(never.waited()).toBeLessThanOrEqual(120_000);
      expect(never.asked().filter((one) => one === "deleteAlertConfig").length).toBeLessThan(20);
    },
  );

  it('reports "unseen" if reads still show the record, so that its list decides', async () => {
    const { parts } = undoPartsOf(holding(MARK, 204, true));
    expect(await undoMade(madeEntry({ proven: true }), parts)).toEqual({ state: "removed", unseen: true });
    expect(parts.seenGone.size).toBe(0);
  });

  it("trusts an accepted delete if nothing reads the record, and does not wait after a refused one", async () => {
    const served = (operation: string) => (operation.startsWith("get") ? undefined : ("2" as const));
    expect(await undoMade(madeEntry({ proven: true }), undoPartsOf(holding(MARK, 204), { served }).parts)).toEqual({
      state: "removed",
    });
    const { effect } = snapshotWrites.takeSnapshot;
    const taken = madeEntry({ operation: "takeSnapshot", effect, proven: true });
    const { parts, asked } = undoPartsOf(() => exchangeOf(409), { served });
    expect(await undoMade(taken, parts)).toMatchObject({ state: "left" });
    expect(asked()).toEqual(["deleteSnapshot"]);
    const refused = undoPartsOf(() => exchangeOf(409));
    expect(await undoMade({ ...taken }, refused.parts)).toMatchObject({ state: "left" });
    expect(refused.asked()).toEqual(["deleteSnapshot", "getSnapshot"]);
  });

  it("deletes in the other version if the record's own version lacks the delete", async () => {
    const served = (_operation: string, wanted: string) => (wanted === "1.0" ? "1.0" : "2");
    let there = true;
    const halved = undoPartsOf(
      ({ operation, version }: Call) => {
        if (operation !== "deleteAlertConfig") return there ? exchangeOf(200, recordWith(MARK)) : exchangeOf(404);
        if (version === "1.0") return exchangeOf(404);
        there = false;
        return exchangeOf(204);
      },
      { served },
    );
    const made = madeEntry({ proven: true, version: "1.0" });
    expect(await undoMade(made, halved.parts)).toEqual({ state: "removed" });
    expect(halved.asked().filter((one) => one === "deleteAlertConfig")).toHaveLength(2);
  });

  it.each([
    ["complete", "READY"],
    ["still in progress", "IN_PROGRESS"],
  ])(
    "deletes in the other version if its own lacks both delete and read, for a record that is %s",
    async (_what, status) => {
      const { effect } = searchWrites.createSearchIndex;
      const served = (_operation: string, wanted: string) => (wanted === "1.0" ? "1.0" : "2");
      const there = new Set(["6b0a39d1239fcfdaba63268d", "6b0a39d1239fcfdaba63268e"]);
      const { calls, parts } = undoPartsOf(
        ({ operation, path = {}, version }: Call) => {
          if (version === "1.0") return exchangeOf(404);
          if (operation !== "deleteSearchIndexById")
            return exchangeOf(200, { results: [...there].map((indexID) => ({ indexID, status })) });
          return exchangeOf(there.delete(path["indexId"] ?? "") ? 204 : 404);
        },
        { served },
      );
      for (const id of [...there]) {
        const list = {
          key: "",
          effect,
          known: Promise.resolve(undefined),
          now: async () => [...there].map((indexID) => ({ indexID, status })),
          older: async () => undefined,
        };
        const made = madeEntry({ operation: "createSearchIndex", effect, id, proven: true, version: "1.0" });
        expect(await undoMade(made, parts, list)).toEqual({ state: "removed" });
      }
      expect(there.size).toBe(0);
      // The second record is deleted at once in the version that worked for the first.
      const removals = calls.filter(({ operation }) => operation === "deleteSearchIndexById");
      expect(removals.map(({ version }) => version)).toEqual(["1.0", "2", "2"]);
    },
  );

  it("waits for the list if reads say that the record is gone", async () => {
    let looks = 0;
    const now = async () => {
      looks += 1;
      return looks < 3 ? [{ id: RECORD }] : [];
    };
    const list = { key: "", effect: madeEntry().effect, known: Promise.resolve(undefined), now, older: now };
    const { parts, waited } = undoPartsOf(() => exchangeOf(404));
    expect(await undoMade(madeEntry({ proven: true }), parts, list)).toEqual({ state: "removed" });
    expect([looks, waited() > 0]).toEqual([4, true]);
  });

  it('reports "left" if the target offers no delete, and "stays" if the user permits that', async () => {
    const served = (operation: string) => (operation === "deleteAlertConfig" ? undefined : ("2" as const));
    const judged = (mayStay: boolean) =>
      undoMade(madeEntry({ proven: true }), undoPartsOf(holding(MARK, 204), { served, mayStay }).parts);
    expect(await judged(false)).toEqual({ state: "left", note: "the target does not offer deleteAlertConfig" });
    expect(await judged(true)).toMatchObject({ state: "stays" });
  });

  it("waits for a record that is still in progress, then retries the delete", async () => {
    const { effect } = snapshotWrites.takeSnapshot;
    const taken = madeEntry({ operation: "takeSnapshot", effect, proven: true, path: { groupId: GROUP } });
    const answering = (statuses: readonly string[]) => {
      let [looks, there] = [0, true];
      return ({ operation }: Call) => {
        const status = statuses[Math.min(looks, statuses.length - 1)];
        if (operation === "getSnapshot") {
          looks += 1;
          return there ? exchangeOf(200, { id: RECORD, status }) : exchangeOf(404);
        }
        if (status !== "completed") return exchangeOf(409);
        there = false;
        return exchangeOf(204);
      };
    };
    const soon = undoPartsOf(answering(["queued", "inProgress", "completed"]));
    expect(await undoMade(taken, soon.parts)).toEqual({ state: "removed" });
    expect(soon.waited()).toBeGreaterThan(0);
    const never = undoPartsOf(answering(["inProgress"]));
    expect(await undoMade({ ...taken }, never.parts)).toMatchObject({ state: "left" });
    const first = never.waited();
    // After waiting in vain once, the run does not wait again.
    expect(await undoMade({ ...taken }, never.parts)).toMatchObject({ state: "left" });
    expect(never.waited()).toBe(first);
    let refusals = 0;
    const meanwhile = undoPartsOf(({ operation }) => {
      if (operation === "getSnapshot") return refusals > 1 ? exchangeOf(404) : exchangeOf(200, { status: "completed" });
      refusals += 1;
      return exchangeOf(refusals === 1 ? 409 : 204);
    });
    expect(await undoMade({ ...taken }, meanwhile.parts)).toEqual({ state: "removed" });
    expect([meanwhile.waited(), [...meanwhile.parts.inVain]]).toEqual([0, []]);
    const failed = undoPartsOf(answering(["failed"]));
    expect(await undoMade({ ...taken }, failed.parts)).toMatchObject({ state: "left" });
    expect(failed.waited()).toBe(0);
  });

  it('reports a record that nobody saw as "foreign", unless a killed run\'s journal names it', async () => {
    const judged = (change: object) => undoMade(madeEntry(change), undoPartsOf(() => exchangeOf(404)).parts, undefined);
    expect(await judged({})).toMatchObject({ state: "left" });
    const list = {
      key: "",
      effect: madeEntry().effect,
      known: Promise.resolve(undefined),
      now: async () => [],
      older: async () => undefined,
    };
    const gone = (change: object) => undoMade(madeEntry(change), undoPartsOf(() => exchangeOf(404)).parts, list);
    expect(await gone({})).toEqual({ state: "foreign", note: "no record has this id" });
    expect(await gone({ adopted: true })).toEqual({ state: "removed" });
  });

  it('cancels a permanent record if possible, and reports it as "stays"', async () => {
    const { effect } = backupJobWrites.createRestoreJob;
    const job = () => madeEntry({ operation: "createRestoreJob", effect, proven: true });
    const stays = { state: "stays", note: effect.stays };
    for (const status of [200, 403, 409]) {
      const { parts, asked, waited } = undoPartsOf(() => exchangeOf(status));
      expect(await undoMade(job(), parts)).toEqual(stays);
      expect([asked(), waited(), [...parts.inVain]]).toEqual([["cancelRestoreJob"], 0, []]);
    }
    const { parts, calls } = undoPartsOf(() => exchangeOf(200));
    expect(await undoMade({ ...job(), removed: true }, parts)).toEqual(stays);
    expect(calls).toEqual([]);
    const { remove: _remove, stays: _stays, ...bare } = madeEntry().effect;
    expect(await undoMade(madeEntry({ effect: bare }), parts)).toEqual({ state: "removed" });
    expect(calls).toEqual([]);
  });

  it("gives the reason if ownership is unclear or foreign", async () => {
    const undone = (status: number, record?: object) =>
      undoMade(madeEntry(), undoPartsOf(() => exchangeOf(status, record)).parts);
    expect(await undone(500)).toMatchObject({
      state: "left",
      note: expect.stringContaining("its read returned 500"),
    });
    expect(await undone(200, recordWith("nobody"))).toMatchObject({ note: expect.stringContaining("another record") });
  });

  it("deletes at the record's own place and version, and verifies only the first delete of a kind", async () => {
    const { parts, calls, asked } = undoPartsOf(holding(MARK, 204));
    await undoMade(madeEntry({ proven: true, version: "1.0" }), parts);
    const path = { groupId: GROUP, alertConfigId: RECORD };
    expect(calls).toEqual([
      { operation: "deleteAlertConfig", version: "1.0", path },
      { operation: "getAlertConfig", version: "1.0", path },
    ]);
    await undoMade(madeEntry({ proven: true }), parts);
    expect(asked()).toHaveLength(3);
  });

  it("blocks further creates of the kind until the first removal is verified", async () => {
    const held: boolean[] = [];
    const { parts } = undoPartsOf((call) => {
      if (call.operation === "getAlertConfig") held.push(parts.firstRemovals.has("deleteAlertConfig"));
      return call.operation === "getAlertConfig" ? exchangeOf(404) : exchangeOf(204);
    });
    await undoMade(madeEntry({ proven: true }), parts);
    const looking = parts.firstRemovals.get("deleteAlertConfig");
    expect([held, looking]).toEqual([[false], expect.any(Promise)]);
    await looking;
    expect(parts.firstRemovals.size).toBe(0);
  });

  it("unblocks the creates after several concurrent first removals", async () => {
    const { parts } = undoPartsOf(({ operation }) => exchangeOf(operation === "getAlertConfig" ? 404 : 204));
    await Promise.all([madeEntry({ proven: true }), madeEntry({ proven: true })].map((one) => undoMade(one, parts)));
    await parts.firstRemovals.get("deleteAlertConfig");
    expect(parts.firstRemovals.size).toBe(0);
  });

  it("counts a record with the status DELETING as removed", async () => {
    const { effect } = snapshotWrites.takeSnapshot;
    const taken = madeEntry({ operation: "takeSnapshot", effect, proven: true });
    const { parts, waited } = undoPartsOf(({ operation }) =>
      exchangeOf(200, operation === "getSnapshot" ? { content: { id: RECORD, status: "DELETING" } } : {}),
    );
    expect([await undoMade(taken, parts), waited()]).toEqual([{ state: "removed" }, 0]);
  });

  it("treats a record as in progress by its status, or if it has no status", async () => {
    const { effect } = snapshotWrites.takeSnapshot;
    const waits = async (record: object, status = 200): Promise<boolean> => {
      const taken = madeEntry({ operation: "takeSnapshot", effect, proven: true });
      const { parts, asked, waited } = undoPartsOf(
        ({ operation }) => (operation === "getSnapshot" ? exchangeOf(status, record) : exchangeOf(409)),
        { rounds: 1 },
      );
      await undoMade(taken, parts);
      // A record that is done may have been under way when its removal was refused.
      expect(asked().filter((one) => one === "deleteSnapshot")).toHaveLength(status === 200 ? 2 : 1);
      expect([...parts.inVain]).toEqual(["deleteSnapshot"]);
      return waited() > 0;
    };
    for (const status of [
      "queued",
      "PENDING",
      "in progress",
      "IN_PROGRESS",
      "inProgress",
      "creating",
      "WAITING_FOR_SLOT",
      undefined,
    ])
      expect(await waits({ status }), status).toBe(true);
    for (const status of ["completed", "failed", "STEADY", "IDLE"]) expect(await waits({ status }), status).toBe(false);
    expect(await waits({ status: "queued" }, 404)).toBe(false);
  });

  it("does not wait for a kind that is ready at once, whatever its delete answers", async () => {
    const { parts, asked, waited } = undoPartsOf(() => exchangeOf(409));
    expect(await undoMade(madeEntry({ proven: true }), parts)).toEqual({
      state: "left",
      note: "its removal returned 409 without a body",
    });
    expect([asked(), waited()]).toEqual([["deleteAlertConfig", "getAlertConfig"], 0]);
  });

  it("names the missing delete in the note of a record that stays", async () => {
    const served = (operation: string) => (operation === "deleteAlertConfig" ? undefined : ("2" as const));
    const { parts } = undoPartsOf(holding(MARK, 204), { served, mayStay: true });
    expect(await undoMade(madeEntry({ proven: true }), parts)).toEqual({
      state: "stays",
      note: "the target does not offer deleteAlertConfig",
    });
  });
});
