import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { WRITES } from "../writes/table.ts";
import { bears, bearsMark, recordOf } from "./bears.ts";

const contract = bindContract(neutral);
const mark = "plumbline-0123456789ab";
const { effect } = WRITES.createExportBucket;
if (effect.kind !== "makes") throw new Error("a bucket is made");
const marked = { effect, marked: true, sent: { bucketName: `${mark}-1` } };
const plain = { effect, marked: false, sent: { bucketName: "backups", cloudProvider: "PROVIDER_A" } };

it.each([
  ["the mark in its name", marked, { bucketName: `${mark}-1` }, true],
  ["another run's mark", marked, { bucketName: "plumbline-ba9876543210-1" }, false],
  ["the mark elsewhere", marked, { bucketName: "backups", description: mark }, false],
  ["no members", marked, {}, false],
  ["what was sent", plain, { bucketName: "backups", region: "x" }, true],
  ["a part of what was sent", plain, { cloudProvider: "PROVIDER_A" }, true],
  ["other values than were sent", plain, { bucketName: "archive" }, false],
])("tells whether a record with %s is the requested one", (_name, entry, record, expected) => {
  expect(bears(entry, record, mark, contract)).toBe(expected);
});

it("compares the other members if answers may hide the text with the mark", () => {
  const hiding = {
    ...marked,
    effect: { ...effect, mayHideTexts: true } as const,
    sent: { ...marked.sent, event: "A" },
  };
  expect(bears(hiding, { event: "A" }, mark, contract)).toBe(true);
  expect(bears(hiding, { event: "B" }, mark, contract)).toBe(false);
  expect(bears(hiding, {}, mark, contract)).toBe(false);
  expect(bears(hiding, { event: "A", bucketName: "backups" }, mark, contract)).toBe(false);
});

it("compares only texts that the record shows", () => {
  const entry = { effect, marked: false, sent: { bucketName: "backups", retention: 7 } };
  expect(bears(entry, { bucketName: "backups", retention: 8 }, mark, contract)).toBe(true);
  expect(bears({ ...entry, sent: undefined }, { bucketName: "backups" }, mark, contract)).toBe(true);
});

it("finds no mark if the kind has no marked texts or a text is not a string", () => {
  const { texts: _texts, ...textless } = effect;
  expect(bearsMark(textless, { bucketName: mark }, mark, contract)).toBe(false);
  const several = { ...effect, texts: () => [7, "other", `by ${mark}`] };
  expect(bearsMark(several, {}, mark, contract)).toBe(true);
  expect(bearsMark({ ...effect, texts: () => [[mark]] }, {}, mark, contract)).toBe(false);
});

it("unwraps an enveloped record, unless the record itself has a member named content", () => {
  const record = { id: "a" };
  expect(recordOf({ status: 200, content: record }, "id")).toBe(record);
  expect(recordOf(record, "id")).toBe(record);
  const own = { id: "a", content: "text" };
  expect(recordOf(own, "id")).toBe(own);
  expect(recordOf({ status: 404 }, "id")).toEqual({ status: 404 });
});
