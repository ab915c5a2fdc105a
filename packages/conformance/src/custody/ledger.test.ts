import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { JournalEntry } from "../journal.ts";
import { outageWrites } from "../writes/outages.ts";
import { settingsWrites } from "../writes/settings.ts";
import type { ChangedEntry, StartedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { keyOf } from "./keys.ts";
import { Ledger } from "./ledger.ts";
import { GROUP, madeEntry, RECORD } from "./made-entry.test-support.ts";
import { MARK } from "./undo-parts.test-support.ts";

function opened() {
  const lines: JournalEntry[] = [];
  const ledger = new Ledger({ append: (line) => lines.push(line) }, MARK);
  return { ledger, lines, types: () => lines.map(({ type }) => type) };
}

const changed = (number: number): ChangedEntry => ({
  kind: "changed",
  number,
  by: "A",
  operation: "updateAuditing",
  version: "2",
  path: { groupId: GROUP },
  effect: settingsWrites.updateAuditing.effect,
  before: {},
  beyond: {},
  noted: true,
});

describe("the ledger of a custody", () => {
  it("writes its mark once, and what is asked for before the request leaves", async () => {
    const { ledger, types } = opened();
    const seen: (readonly string[])[] = [];
    for (const number of [0, 1]) {
      const entry = madeEntry({ number });
      ledger.note(entry);
      await ledger.sent(entry, async () => {
        seen.push(types());
        return exchangeOf(201);
      });
    }
    expect(seen).toEqual([
      ["mark", "intent"],
      ["mark", "intent", "intent"],
    ]);
  });

  it("makes void what was refused, and what never left", async () => {
    const { ledger, types } = opened();
    const [refused, unsent] = [madeEntry({ number: 0 }), madeEntry({ number: 1 })];
    ledger.note(refused);
    await ledger.sent(refused, async () => exchangeOf(403));
    ledger.note(unsent);
    await expect(ledger.sent(unsent, () => Promise.reject(new Error("no way")))).rejects.toThrow("no way");
    expect(types()).toEqual(["mark", "intent", "void", "intent", "void"]);
    expect(ledger.open.size).toBe(0);
    expect(ledger.changes).toEqual([]);
  });

  it("leaves alone for good what could not be put back", () => {
    const { ledger } = opened();
    const entry = changed(0);
    const key = keyOf("getAuditing", { groupId: GROUP });
    expect(() => ledger.needsThawed(key)).not.toThrow();
    ledger.close(entry, { state: "left", note: "not as it was: enabled" });
    expect(() => ledger.needsThawed(key)).toThrow(HandsOffError);
    expect(() => ledger.needsThawed(keyOf("getAuditing", { groupId: RECORD }))).not.toThrow();
  });

  it("makes no more of what clings three times in a row, and goes on where one was seen to go", () => {
    const { ledger } = opened();
    const left = { state: "left", note: "403" } as const;
    const unseen = { state: "removed", unseen: true } as const;
    ledger.close(madeEntry(), left);
    ledger.close(madeEntry(), { state: "removed" });
    for (const undone of [left, unseen]) ledger.close(madeEntry(), undone);
    expect(() => ledger.needsRemovable("createAlertConfig")).not.toThrow();
    ledger.close(madeEntry({ removed: true }), left);
    expect(() => ledger.needsRemovable("createAlertConfig")).not.toThrow();
    ledger.close(madeEntry(), left);
    expect(() => ledger.needsRemovable("createAlertConfig")).toThrow("the last 3 of its records");
    expect(() => ledger.needsRemovable("createExportBucket")).not.toThrow();
  });

  it("says once that a thing stays, however often it was changed, and the last word counts", () => {
    const { ledger } = opened();
    const stays = { state: "stays", note: "nothing unsets it" } as const;
    for (const number of [0, 1]) ledger.close(changed(number), stays);
    expect(ledger.changes).toEqual([{ operation: "updateAuditing", id: GROUP, ...stays }]);
    const made = madeEntry({ number: 2 });
    ledger.close(made, { state: "removed" });
    ledger.concludes(made, { state: "left", note: "it is in the list still" });
    expect(ledger.changeOf(made)).toMatchObject({ id: RECORD, state: "left" });
  });

  it("finds what somebody changed or started at one place, and nobody else's", () => {
    const { ledger } = opened();
    const { effect } = outageWrites.startOutageSimulation;
    const path = { groupId: GROUP };
    const started: StartedEntry = {
      kind: "started",
      number: 1,
      by: "A",
      operation: "startOutageSimulation",
      version: "2",
      path,
      effect,
    };
    for (const entry of [changed(0), started]) ledger.open.add(entry);
    const [setting, outage] = [keyOf("getAuditing", path), keyOf("getOutageSimulation", path)];
    expect(ledger.held("A", setting)?.number).toBe(0);
    expect(ledger.started("A", outage)?.number).toBe(1);
    for (const [by, key] of [
      ["B", setting],
      ["A", outage],
    ] as const)
      expect(ledger.held(by, key)).toBeUndefined();
    for (const [by, key] of [
      ["B", outage],
      ["A", setting],
    ] as const)
      expect(ledger.started(by, key)).toBeUndefined();
  });

  it("says why a record that could not be removed is left alone", () => {
    const { ledger } = opened();
    ledger.close(madeEntry(), { state: "left", note: "403" });
    expect(ledger.whyFrozen(RECORD)).toBe("403");
  });

  it("tells of two things that stay each on its own", () => {
    const { ledger } = opened();
    const stays = { state: "stays", note: "nothing unsets it" } as const;
    ledger.close(changed(0), stays);
    ledger.close({ ...changed(1), path: { groupId: RECORD } }, stays);
    expect(ledger.changes.map(({ id }) => id)).toEqual([GROUP, RECORD]);
  });

  it("goes on counting behind the entries of another ledger", () => {
    const { ledger } = opened();
    ledger.adopt(madeEntry({ number: 7 }));
    expect(ledger.common(madeEntry()).number).toBe(8);
    expect(ledger.own.get(RECORD)).toMatchObject({ adopted: true });
    const { noted: _noted, ...another } = madeEntry({ number: 8 });
    ledger.adopt(another);
    ledger.close(another, { state: "removed" });
    expect(ledger.changeOf(another)?.state).toBe("removed");
  });
});
