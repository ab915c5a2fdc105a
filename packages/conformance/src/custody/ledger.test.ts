import type { RunEvent } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { outageWrites } from "../writes/outages.ts";
import { settingsWrites } from "../writes/settings.ts";
import type { ChangedEntry, StartedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { keyOf } from "./keys.ts";
import { Ledger } from "./ledger.ts";
import { GROUP, madeEntry, RECORD } from "./made-entry.test-support.ts";
import { MARK } from "./undo-parts.test-support.ts";

function opened() {
  const lines: RunEvent[] = [];
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

describe("Ledger", () => {
  it("writes the mark once, and each intent before its request leaves", async () => {
    const { ledger, types } = opened();
    const seen: (readonly string[])[] = [];
    for (const number of [0, 1]) {
      const entry = madeEntry({ number });
      ledger.note(entry);
      await ledger.send(entry, async () => {
        seen.push(types());
        return exchangeOf(201);
      });
    }
    expect(seen).toEqual([
      ["mark", "intent"],
      ["mark", "intent", "intent"],
    ]);
  });

  it("voids requests that were refused or never sent", async () => {
    const { ledger, types } = opened();
    const [refused, unsent] = [madeEntry({ number: 0 }), madeEntry({ number: 1 })];
    ledger.note(refused);
    await ledger.send(refused, async () => exchangeOf(403));
    ledger.note(unsent);
    await expect(ledger.send(unsent, () => Promise.reject(new Error("no way")))).rejects.toThrow("no way");
    expect(types()).toEqual(["mark", "intent", "void", "intent", "void"]);
    expect(ledger.open.size).toBe(0);
    expect(ledger.changes).toEqual([]);
  });

  it("blocks a state for good if it could not be restored", () => {
    const { ledger } = opened();
    const entry = changed(0);
    const key = keyOf("getAuditing", { groupId: GROUP });
    expect(() => ledger.assertRestorable(key)).not.toThrow();
    ledger.close(entry, { state: "left", note: "not as it was: enabled" });
    expect(() => ledger.assertRestorable(key)).toThrow(HandsOffError);
    expect(() => ledger.assertRestorable(keyOf("getAuditing", { groupId: RECORD }))).not.toThrow();
  });

  it("blocks creates after two failed removals in a row; a verified removal in between resets the count", () => {
    const { ledger } = opened();
    const left = { state: "left", note: "403" } as const;
    const unseen = { state: "removed", unseen: true } as const;
    const needs = () => ledger.assertRemovable("createAlertConfig", "deleteAlertConfig");
    for (const undone of [left, { state: "removed" } as const, unseen]) ledger.close(madeEntry(), undone);
    expect(needs).not.toThrow();
    ledger.close(madeEntry({ removed: true }), unseen);
    expect(needs).toThrow("deleteAlertConfig did not remove the last 2 records");
    expect(() => ledger.assertRemovable("createExportBucket", "deleteExportBucket")).not.toThrow();
  });

  it("reports a permanent change once, and lets the last conclusion count", () => {
    const { ledger } = opened();
    const stays = { state: "stays", note: "nothing unsets it" } as const;
    for (const number of [0, 1]) ledger.close(changed(number), stays);
    expect(ledger.changes).toEqual([{ operation: "updateAuditing", id: GROUP, ...stays }]);
    const made = madeEntry({ number: 2 });
    ledger.close(made, { state: "removed" });
    ledger.conclude(made, { state: "left", note: "it is in the list still" });
    expect(ledger.changeOf(made)).toMatchObject({ id: RECORD, state: "left" });
  });

  it("finds what an owner changed or started at one place, and nothing of other owners", () => {
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
    expect(ledger.changedEntry("A", setting)?.number).toBe(0);
    expect(ledger.startedEntry("A", outage)?.number).toBe(1);
    for (const [by, key] of [
      ["B", setting],
      ["A", outage],
    ] as const)
      expect(ledger.changedEntry(by, key)).toBeUndefined();
    for (const [by, key] of [
      ["B", outage],
      ["A", setting],
    ] as const)
      expect(ledger.startedEntry(by, key)).toBeUndefined();
  });

  it("gives the reason that a record which could not be removed is left alone", () => {
    const { ledger } = opened();
    ledger.close(madeEntry(), { state: "left", note: "403" });
    expect(ledger.whyNotRestored(RECORD)).toBe("403");
  });

  it("reports two permanent changes at different places separately", () => {
    const { ledger } = opened();
    const stays = { state: "stays", note: "nothing unsets it" } as const;
    ledger.close(changed(0), stays);
    ledger.close({ ...changed(1), path: { groupId: RECORD } }, stays);
    expect(ledger.changes.map(({ id }) => id)).toEqual([GROUP, RECORD]);
  });

  it("continues the numbering of an adopted ledger", () => {
    const { ledger } = opened();
    ledger.adopt(madeEntry({ number: 7 }));
    expect(ledger.common(madeEntry()).number).toBe(8);
    expect(ledger.own.get(RECORD)).toMatchObject({ adopted: true });
    const { id: _id, ...nameless } = madeEntry({ number: 3 });
    ledger.adopt(nameless);
    expect([ledger.own.size, ledger.open.size, ledger.common(madeEntry()).number]).toEqual([1, 2, 9]);
    const { noted: _noted, ...another } = madeEntry({ number: 8 });
    ledger.adopt(another);
    ledger.close(another, { state: "removed" });
    expect(ledger.changeOf(another)?.state).toBe("removed");
  });

  it("numbers its entries from 0", () => {
    const { ledger } = opened();
    const { operation, version, path, by } = madeEntry();
    expect(ledger.common(madeEntry())).toEqual({ number: 0, operation, version, path, by });
    expect(ledger.common(madeEntry()).number).toBe(1);
  });

  it("writes what an entry works on, with the given additions", () => {
    const { ledger, lines } = opened();
    ledger.note(changed(4), { before: { enabled: true } });
    const intent = { type: "intent", entry: 4, operation: "updateAuditing", version: "2", path: { groupId: GROUP } };
    expect(lines).toEqual([
      { type: "mark", mark: MARK },
      { ...intent, before: { enabled: true } },
    ]);
  });

  it("finds an entry by its exchange until the entry is closed", () => {
    const { ledger, lines } = opened();
    const [entry, exchange] = [madeEntry({ number: 2 }), exchangeOf(201)];
    ledger.recordId(entry, GROUP, exchange);
    expect([ledger.entryOf(exchange), ledger.own.get(GROUP), entry.id, entry.exchange]).toEqual([
      entry,
      entry,
      GROUP,
      exchange.id,
    ]);
    expect(lines).toEqual([{ type: "made", entry: 2, operation: "createAlertConfig", id: GROUP }]);
    ledger.close(entry, { state: "removed" });
    expect(ledger.entryOf(exchange)).toBeUndefined();
    expect(lines.at(-1)).toEqual({
      type: "undone",
      entry: 2,
      operation: "createAlertConfig",
      id: GROUP,
      state: "removed",
    });
  });

  it("keeps an entry open after an answer that is not a refusal", async () => {
    const { ledger } = opened();
    const entry = madeEntry();
    ledger.note(entry);
    await ledger.send(entry, async () => exchangeOf(500));
    expect([...ledger.open]).toEqual([entry]);
  });

  it("writes nothing for an entry that was never noted, and voids an entry whose record is another's", () => {
    const { ledger, lines } = opened();
    const { noted: _noted, ...unsent } = madeEntry();
    ledger.close(unsent, { state: "removed" });
    expect([lines, ledger.changes]).toEqual([[], []]);
    ledger.close(madeEntry({ number: 3 }), { state: "foreign", note: "another" });
    expect([lines, ledger.changes]).toEqual([[{ type: "void", entry: 3 }], []]);
  });

  it("disowns a record that turns out to be another one, and keeps the entry open if it has no mark", () => {
    const { ledger } = opened();
    for (const marked of [true, false]) {
      const entry = madeEntry({ marked });
      ledger.open.add(entry);
      ledger.own.set(RECORD, entry);
      ledger.disown(entry, RECORD, "another");
      expect([ledger.foreign.get(RECORD), ledger.own.has(RECORD), entry.id]).toEqual(["another", false, undefined]);
      expect(ledger.open.has(entry)).toBe(!marked);
    }
    const [mine, other] = [madeEntry(), madeEntry({ number: 1 })];
    ledger.own.set(RECORD, other);
    ledger.disown(mine, RECORD, "another");
    expect(ledger.own.get(RECORD)).toBe(other);
  });

  it("reports each permanent record even if two share an id, and a restored state beside a permanent one", () => {
    const { ledger } = opened();
    const stays = { state: "stays", note: "no operation removes it" } as const;
    for (const number of [0, 1]) ledger.close(madeEntry({ number }), stays);
    expect(ledger.changes).toHaveLength(2);
    ledger.close(changed(2), { state: "restored" });
    ledger.close(changed(3), stays);
    ledger.close({ ...changed(4), operation: "updateCustomDns" }, stays);
    expect(ledger.changes.slice(2)).toEqual([
      { operation: "updateAuditing", id: GROUP, state: "restored" },
      { operation: "updateAuditing", id: GROUP, ...stays },
      { operation: "updateCustomDns", id: GROUP, ...stays },
    ]);
  });

  it("does not count records that nothing removes, or without an id, as failed removals", () => {
    const { ledger } = opened();
    const left = { state: "left", note: "403" } as const;
    const { remove: _remove, ...effect } = madeEntry().effect;
    const { id: _id, ...nameless } = madeEntry();
    for (let times = 0; times < 3; times += 1) {
      ledger.close(madeEntry({ effect }), left);
      ledger.close({ ...nameless }, left);
      ledger.close(madeEntry(), { state: "nothing" });
    }
    expect(() => ledger.assertRemovable("createAlertConfig", "deleteAlertConfig")).not.toThrow();
    for (let times = 0; times < 3; times += 1) ledger.close(madeEntry(), left);
    ledger.close(madeEntry(), { state: "nothing" });
    expect(() => ledger.assertRemovable("createAlertConfig", "deleteAlertConfig")).toThrow("is not sent any more");
  });

  it("reports a record that the user gave up for a refused delete", () => {
    const { ledger, lines } = opened();
    ledger.recordLoss("deleteSnapshot", RECORD);
    const note =
      "the target file gave it up for a removal that must be refused, but the target removed it: nothing restores it";
    const change = { operation: "deleteSnapshot", id: RECORD, state: "stays", note };
    expect(ledger.changes).toEqual([change]);
    expect(lines).toEqual([{ type: "undone", entry: 0, ...change }]);
    expect(ledger.common(madeEntry()).number).toBe(1);
  });

  it("blocks nothing for an entry without an id or with a permanent effect", () => {
    const { ledger } = opened();
    const left = { state: "left", note: "403" } as const;
    const { id: _id, ...nameless } = madeEntry();
    ledger.close(nameless, left);
    const { effect } = settingsWrites.disablePrivateIpMode;
    const { by, version, path } = madeEntry();
    const lasting = {
      kind: "lasting",
      number: 1,
      by,
      version,
      path,
      operation: "disablePrivateIpMode",
      effect,
    } as const;
    ledger.close(lasting, left);
    expect([ledger.whyNotRestored("undefined"), ledger.whyNotRestored(GROUP)]).toEqual([undefined, undefined]);
  });

  it("lets an operation be tried again as long as it harmed no record but one of the run", () => {
    const { ledger } = opened();
    const writes = [
      { operation: "deleteAlertConfig", version: "2", cameTo: "accepted", kinds: ["alert configuration"] },
    ] as const;
    const harmed = { id: RECORD, isOwn: true, kind: "alert configuration", what: "vanished" } as const;
    ledger.recordHarmBetween(writes, harmed);
    expect(ledger.whyHarmful("deleteAlertConfig")).toContain("vanished while it was sent");
    expect(ledger.mayBeTried("deleteAlertConfig")).toBe(true);
    ledger.recordHarmBetween(writes, { ...harmed, id: GROUP, isOwn: false });
    expect(ledger.mayBeTried("deleteAlertConfig")).toBe(false);
  });

  it("lets no operation be tried again for a record of the user, or for what a comparison showed", () => {
    const { ledger } = opened();
    const harmed = { id: RECORD, isOwn: false, kind: "alert configuration", what: "vanished" } as const;
    ledger.recordHarmBetween(
      [{ operation: "deleteAlertConfig", version: "2", cameTo: "accepted", kinds: ["alert configuration"] }],
      harmed,
    );
    ledger.recordHarm("updateAlertConfig", "2", "accepted", { ...harmed, isOwn: true });
    expect(ledger.mayBeTried("deleteAlertConfig")).toBe(false);
    expect(ledger.mayBeTried("updateAlertConfig")).toBe(false);
  });
});
