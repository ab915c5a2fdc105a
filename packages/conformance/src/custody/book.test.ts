import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { JournalEntry } from "../journal.ts";
import { settingsWrites } from "../writes/settings.ts";
import { Book } from "./book.ts";
import { MARK } from "./desk.test-support.ts";
import type { ChangedEntry } from "./entry.ts";
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

  it("goes on counting behind the entries of another book", () => {
    const { book } = opened();
    book.adopt(madeEntry({ number: 7 }));
    expect(book.common(madeEntry()).number).toBe(8);
    expect(book.own.get(RECORD)).toMatchObject({ adopted: true });
  });
});
