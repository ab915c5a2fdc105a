import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../kernel/call.ts";
import { snapshotWrites } from "../writes/snapshots.ts";
import { GROUP, madeEntry, RECORD, recordWith } from "./made-entry.test-support.ts";
import { undoMade } from "./undo-made.ts";
import { MARK, undoPartsOf } from "./undo-parts.test-support.ts";

/** A target with one record that bears a mark, which it shows until it is removed. */
function holding(mark: string, removal: number, isKept = false) {
  let there = true;
  return ({ operation }: Call) => {
    if (operation !== "deleteAlertConfig") return there ? exchangeOf(200, recordWith(mark)) : exchangeOf(404);
    if (removal < 300 && !isKept) there = false;
    return exchangeOf(removal);
  };
}

describe("a record that was made", () => {
  it("is removed where it is seen to be the run's own, and looked at afterwards", async () => {
    const { parts, asked } = undoPartsOf(holding(MARK, 204));
    expect(await undoMade(madeEntry(), parts)).toEqual({ state: "removed" });
    expect(asked()).toEqual(["getAlertConfig", "deleteAlertConfig", "getAlertConfig"]);
    expect([...parts.seenGone]).toEqual(["deleteAlertConfig"]);
  });

  it("is left alone where it is another's", async () => {
    const { parts, asked } = undoPartsOf(holding("plumbline-ba9876543210", 204));
    expect(await undoMade(madeEntry(), parts)).toMatchObject({ state: "foreign" });
    expect(asked()).not.toContain("deleteAlertConfig");
  });

  it("that a check removed, or of which no id is known, is not removed again", async () => {
    const { parts, calls } = undoPartsOf(holding(MARK, 204));
    const { id: _id, ...unheard } = madeEntry();
    expect(await undoMade(madeEntry({ removed: true }), parts)).toEqual({ state: "removed" });
    expect(await undoMade(unheard, parts)).toEqual({ state: "removed" });
    expect(calls).toEqual([]);
  });

  it("is left where its removal is refused, and gone where it is answered that it is", async () => {
    const judged = (status: number) => undoMade(madeEntry({ proven: true }), undoPartsOf(holding(MARK, status)).parts);
    expect(await judged(403)).toMatchObject({ state: "left", note: expect.stringContaining("403") });
    expect(await judged(404)).toEqual({ state: "removed" });
    expect(await judged(410)).toEqual({ state: "removed" });
  });

  it("that goes on being shown is said to be unseen, so that its list decides", async () => {
    const { parts } = undoPartsOf(holding(MARK, 204, true));
    expect(await undoMade(madeEntry({ proven: true }), parts)).toEqual({ state: "removed", unseen: true });
    expect(parts.seenGone.size).toBe(0);
  });

  it("that nothing reads is gone where its removal is accepted, and not waited for where it is not", async () => {
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

  it("that nothing removes is left, unless the user lets it stay", async () => {
    const served = (operation: string) => (operation === "deleteAlertConfig" ? undefined : ("2" as const));
    const judged = (mayStay: boolean) =>
      undoMade(madeEntry({ proven: true }), undoPartsOf(holding(MARK, 204), { served, mayStay }).parts);
    expect(await judged(false)).toEqual({ state: "left", note: "the target does not offer deleteAlertConfig" });
    expect(await judged(true)).toMatchObject({ state: "stays" });
  });

  it("that is still being made is waited for, and its removal asked for again", async () => {
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
    // Where that was waited for in vain, nobody waits again.
    expect(await undoMade({ ...taken }, never.parts)).toMatchObject({ state: "left" });
    expect(never.waited()).toBe(first);
    const failed = undoPartsOf(answering(["failed"]));
    expect(await undoMade({ ...taken }, failed.parts)).toMatchObject({ state: "left" });
    expect(failed.waited()).toBe(0);
  });

  it("that nobody ever saw was never made, unless the journal of a killed run names it", async () => {
    const judged = (change: object) => undoMade(madeEntry(change), undoPartsOf(() => exchangeOf(404)).parts, undefined);
    expect(await judged({})).toMatchObject({ state: "left" });
    const list = { key: "", effect: madeEntry().effect, known: Promise.resolve(undefined), now: async () => [] };
    const gone = (change: object) => undoMade(madeEntry(change), undoPartsOf(() => exchangeOf(404)).parts, list);
    expect(await gone({})).toEqual({ state: "foreign", note: "no record has this id" });
    expect(await gone({ adopted: true })).toEqual({ state: "removed" });
  });
});
