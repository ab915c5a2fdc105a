import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { JournalEntry } from "../journal.ts";
import { outageWrites } from "../writes/outages.ts";
import { settingsWrites } from "../writes/settings.ts";
import { Book } from "./book.ts";
import { MARK } from "./desk.test-support.ts";
import type { ChangedEntry, StartedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { keyOf } from "./keys.ts";
import { GROUP, madeEntry, RECORD } from "./made-entry.test-support.ts";

function opened() {
  const lines: JournalEntry[] = [];
  const book = new Book({ append: (line) => lines.push(line) }, MARK);
  return { book, lines, types: () => lines.map(({ type }) => type) };
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

describe("the book of a custody", () => {
  it("writes its mark once, and what is asked for before the request leaves", async () => {
    const { book, types } = opened();
    const seen: (readonly string[])[] = [];
    for (const number of [0, 1]) {
      const entry = madeEntry({ number });
      book.note(entry);
      await book.sent(entry, async () => {
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
    const { book, types } = opened();
    const [refused, unsent] = [madeEntry({ number: 0 }), madeEntry({ number: 1 })];
    book.note(refused);
    await book.sent(refused, async () => exchangeOf(403));
    book.note(unsent);
    await expect(book.sent(unsent, () => Promise.reject(new Error("no way")))).rejects.toThrow("no way");
    expect(types()).toEqual(["mark", "intent", "void", "intent", "void"]);
    expect(book.open.size).toBe(0);
    expect(book.changes).toEqual([]);
  });

  it("leaves alone for good what could not be put back", () => {
    const { book } = opened();
    const entry = changed(0);
    const key = keyOf("getAuditing", { groupId: GROUP });
    expect(() => book.needsThawed(key)).not.toThrow();
    book.close(entry, { state: "left", note: "not as it was: enabled" });
    expect(() => book.needsThawed(key)).toThrow(HandsOffError);
    expect(() => book.needsThawed(keyOf("getAuditing", { groupId: RECORD }))).not.toThrow();
  });

  it("makes no more of what clings three times in a row, and goes on where one was seen to go", () => {
    const { book } = opened();
    const left = { state: "left", note: "403" } as const;
    const unseen = { state: "removed", unseen: true } as const;
    book.close(madeEntry(), left);
    book.close(madeEntry(), { state: "removed" });
    for (const undone of [left, unseen]) book.close(madeEntry(), undone);
    expect(() => book.needsRemovable("createAlertConfig")).not.toThrow();
    book.close(madeEntry({ removed: true }), left);
    expect(() => book.needsRemovable("createAlertConfig")).not.toThrow();
    book.close(madeEntry(), left);
    expect(() => book.needsRemovable("createAlertConfig")).toThrow("the last 3 of its records");
    expect(() => book.needsRemovable("createExportBucket")).not.toThrow();
  });

  it("says once that a thing stays, however often it was changed, and the last word counts", () => {
    const { book } = opened();
    const stays = { state: "stays", note: "nothing unsets it" } as const;
    for (const number of [0, 1]) book.close(changed(number), stays);
    expect(book.changes).toEqual([{ operation: "updateAuditing", id: GROUP, ...stays }]);
    const made = madeEntry({ number: 2 });
    book.close(made, { state: "removed" });
    book.concludes(made, { state: "left", note: "it is in the list still" });
    expect(book.changeOf(made)).toMatchObject({ id: RECORD, state: "left" });
  });

  it("finds what somebody changed or started at one place, and nobody else's", () => {
    const { book } = opened();
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
    for (const entry of [changed(0), started]) book.open.add(entry);
    const [setting, outage] = [keyOf("getAuditing", path), keyOf("getOutageSimulation", path)];
    expect(book.held("A", setting)?.number).toBe(0);
    expect(book.started("A", outage)?.number).toBe(1);
    for (const [by, key] of [
      ["B", setting],
      ["A", outage],
    ] as const)
      expect(book.held(by, key)).toBeUndefined();
    for (const [by, key] of [
      ["B", outage],
      ["A", setting],
    ] as const)
      expect(book.started(by, key)).toBeUndefined();
  });

  it("says why a record that could not be removed is left alone", () => {
    const { book } = opened();
    book.close(madeEntry(), { state: "left", note: "403" });
    expect(book.whyFrozen(RECORD)).toBe("403");
  });

  it("tells of two things that stay each on its own", () => {
    const { book } = opened();
    const stays = { state: "stays", note: "nothing unsets it" } as const;
    book.close(changed(0), stays);
    book.close({ ...changed(1), path: { groupId: RECORD } }, stays);
    expect(book.changes.map(({ id }) => id)).toEqual([GROUP, RECORD]);
  });

  it("goes on counting behind the entries of another book", () => {
    const { book } = opened();
    book.adopt(madeEntry({ number: 7 }));
    expect(book.common(madeEntry()).number).toBe(8);
    expect(book.own.get(RECORD)).toMatchObject({ adopted: true });
    const { noted: _noted, ...another } = madeEntry({ number: 8 });
    book.adopt(another);
    book.close(another, { state: "removed" });
    expect(book.changeOf(another)?.state).toBe("removed");
  });
});
