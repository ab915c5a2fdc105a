import { steadyNow } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { GROUP, madeEntry, RECORD, recordWith } from "./made-entry.test-support.ts";
import { ownershipOf } from "./ownership-of.ts";
import type { RecordList } from "./record-lists.ts";
import { MARK, undoPartsOf } from "./undo-parts.test-support.ts";

const listOf = (records: readonly unknown[] | undefined): RecordList => ({
  key: "listAlertConfigs",
  effect: madeEntry().effect,
  known: Promise.resolve(new Set<string>()),
  now: async () => records,
  older: async () => undefined,
});

describe("ownershipOf", () => {
  it('is "ours" if a read shows the mark, and reads only once', async () => {
    const { parts, calls } = undoPartsOf(() => exchangeOf(200, recordWith(MARK)));
    const entry = madeEntry();
    expect(await ownershipOf(entry, RECORD, parts)).toEqual({ kind: "ours" });
    expect(calls[0]).toMatchObject({ operation: "getAlertConfig", path: { alertConfigId: RECORD } });
    expect(await ownershipOf(entry, RECORD, parts)).toEqual({ kind: "ours" });
    expect(calls).toHaveLength(1);
  });

  it('is "foreign" if the record has another mark, whatever its create answered', async () => {
    const { parts } = undoPartsOf(() => exchangeOf(200, recordWith("plumbline-ba9876543210")));
    expect(await ownershipOf(madeEntry({ echoed: true }), RECORD, parts)).toMatchObject({ kind: "foreign" });
  });

  it("waits for a record that appears late", async () => {
    const { parts, waited } = undoPartsOf((_call, index) =>
      index < 2 ? exchangeOf(404) : exchangeOf(200, recordWith(MARK)),
    );
    expect(await ownershipOf(madeEntry(), RECORD, parts)).toEqual({ kind: "ours" });
    expect(waited()).toBeGreaterThan(0);
  });

  it("does not wait for a record that a check removed by name", async () => {
    const { parts, waited } = undoPartsOf(() => exchangeOf(404));
    expect(await ownershipOf(madeEntry({ removedByName: true }), RECORD, parts, listOf([]))).toEqual({ kind: "gone" });
    expect(waited()).toBe(0);
  });

  it("does not wait for a record that was created long ago", async () => {
    const { parts, waited } = undoPartsOf(() => exchangeOf(404));
    const ago = (milliseconds: number) => madeEntry({ since: steadyNow() - milliseconds });
    expect(await ownershipOf(ago(60_000), RECORD, parts, listOf([]))).toEqual({ kind: "gone" });
    expect(waited()).toBe(0);
    await ownershipOf(ago(1_000), RECORD, parts, listOf([]));
    expect(waited()).toBeGreaterThan(0);
  });

  it("judges by the list if the read does not show the record", async () => {
    const { parts } = undoPartsOf(() => exchangeOf(404));
    const judged = (records: readonly unknown[]) => ownershipOf(madeEntry(), RECORD, parts, listOf(records));
    expect(await judged([recordWith(MARK)])).toEqual({ kind: "ours" });
    expect(await judged([{ id: "another" }, recordWith(MARK)])).toEqual({ kind: "ours" });
    expect(await judged([recordWith("nobody")])).toMatchObject({ kind: "foreign" });
    expect(await judged([])).toEqual({ kind: "gone" });
  });

  it("does not wait for a list that shows the record among others", async () => {
    const { parts, waited } = undoPartsOf(() => exchangeOf(500));
    await ownershipOf(madeEntry(), RECORD, parts, listOf([{ id: "another" }, recordWith(MARK)]));
    expect(waited()).toBe(0);
  });

  it('is "unclear" if the read fails, even if no list shows the record', async () => {
    const { parts } = undoPartsOf(() => exchangeOf(500));
    const ownership = await ownershipOf(madeEntry({ echoed: true }), RECORD, parts, listOf([]));
    expect(ownership).toMatchObject({ kind: "unclear", note: expect.stringContaining("500") });
  });

  it("trusts the answer to the create if nothing reads or lists the record", async () => {
    const { parts } = undoPartsOf(() => exchangeOf(500), { served: () => undefined });
    expect(await ownershipOf(madeEntry({ echoed: true }), RECORD, parts)).toEqual({ kind: "ours" });
    expect(await ownershipOf(madeEntry(), RECORD, parts)).toMatchObject({ kind: "unclear" });
  });

  it('is "gone" if a read refuses or lacks the record and no list shows it', async () => {
    const judged = (status: number, list?: RecordList) =>
      ownershipOf(madeEntry(), RECORD, undoPartsOf(() => exchangeOf(status)).parts, list);
    for (const status of [400, 403, 404, 405, 410, 501])
      expect(await judged(status, listOf([])), `${status}`).toEqual({ kind: "gone" });
    const note = "so nothing shows who created it";
    expect(await judged(500, listOf([]))).toMatchObject({
      kind: "unclear",
      note: `its read returned 500 without a body, ${note}`,
    });
    expect(await judged(403)).toMatchObject({ kind: "unclear", note: expect.stringContaining("403") });
    for (const list of [undefined, listOf(undefined)])
      for (const status of [404, 405, 410, 501])
        expect(await judged(status, list)).toEqual({
          kind: "unclear",
          note: `neither a read nor a list shows it, ${note}`,
        });
  });

  it("trusts the answer to the create if the list cannot be read, without waiting", async () => {
    const { parts, waited } = undoPartsOf(() => exchangeOf(404), { served: () => undefined });
    expect(await ownershipOf(madeEntry({ echoed: true }), RECORD, parts, listOf(undefined))).toEqual({ kind: "ours" });
    expect(waited()).toBe(0);
  });

  it("waits for a record that enters its list late", async () => {
    const { parts, waited } = undoPartsOf(() => exchangeOf(404), { served: () => undefined });
    const pages = [[], [], [recordWith(MARK)]];
    const list = { ...listOf([]), now: async () => pages.shift() };
    expect(await ownershipOf(madeEntry(), RECORD, parts, list)).toEqual({ kind: "ours" });
    expect(waited()).toBeGreaterThan(0);
  });

  it("reads once, in the version that did not create the record", async () => {
    for (const [version, other] of [
      ["1.0", "2"],
      ["2", "1.0"],
    ] as const) {
      const { parts, calls, waited } = undoPartsOf(() => exchangeOf(200, recordWith(MARK)));
      const entry = madeEntry({ version });
      expect(await ownershipOf(entry, RECORD, parts)).toEqual({ kind: "ours" });
      expect([entry.proven, waited(), calls.map((call) => call.version)]).toEqual([true, 0, [other]]);
    }
  });

  it("reads in the version of the create if the other version refuses", async () => {
    const { parts, calls, waited } = undoPartsOf((_call, index) =>
      index < 2 ? exchangeOf(400) : exchangeOf(200, { content: recordWith(MARK) }),
    );
    const entry = madeEntry({ version: "1.0" });
    expect(await ownershipOf(entry, RECORD, parts)).toEqual({ kind: "ours" });
    expect([entry.proven, waited()]).toEqual([true, 50]);
    expect(calls[2]).toEqual({
      operation: "getAlertConfig",
      version: "1.0",
      path: { groupId: GROUP, alertConfigId: RECORD },
    });
  });

  it("says that the record is another one", async () => {
    const { parts } = undoPartsOf(() => exchangeOf(200, recordWith("nobody")));
    const entry = madeEntry();
    const note = "the record does not show the values that the run sent: it is another record";
    expect(await ownershipOf(entry, RECORD, parts)).toEqual({ kind: "foreign", note });
    expect(entry.proven).toBe(false);
  });

  it("looks once into the list for a record that a check removed by name", async () => {
    let looks = 0;
    const list = {
      ...listOf([]),
      now: async () => {
        looks += 1;
        return [];
      },
    };
    await ownershipOf(madeEntry({ removedByName: true }), RECORD, undoPartsOf(() => exchangeOf(404)).parts, list);
    expect(looks).toBe(1);
  });
});
