import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { WRITES } from "../writes/table.ts";
import { bears } from "./bears.ts";

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
  ["nothing", marked, {}, false],
  ["what was sent", plain, { bucketName: "backups", region: "x" }, true],
  ["less than what was sent", plain, { cloudProvider: "PROVIDER_A" }, true],
  ["something else than was sent", plain, { bucketName: "archive" }, false],
])("knows the record that was asked for by %s", (_name, entry, record, expected) => {
  expect(bears(entry, record, mark, contract)).toBe(expected);
});
