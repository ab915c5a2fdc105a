import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { UsageError } from "../usage-error.ts";
import { PlainBytes } from "./plain-bytes.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-bytes-"));
let count = 0;

async function read(bytes: Buffer) {
  count += 1;
  const path = join(folder, `file-${count}`);
  writeFileSync(path, bytes);
  const plain = new PlainBytes(path);
  const parts: Buffer[] = [];
  for await (const part of plain) parts.push(part);
  return { text: Buffer.concat(parts).toString("utf8"), cut: plain.cut };
}

const TEXT = `{"log":"\u00e4\u{1f600}${"x".repeat(300_001)}"}`;
const MARK = "\uFEFF";
const little = (text: string): Buffer => Buffer.from(text, "utf16le");
const big = (text: string): Buffer => little(text).swap16();

it.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a mark", Buffer.from(MARK + TEXT)],
  ["UTF-16LE", little(MARK + TEXT)],
  ["UTF-16BE", big(MARK + TEXT)],
  ["UTF-16LE without a mark", little(TEXT)],
  ["UTF-16BE without a mark", big(TEXT)],
  ["gzip", gzipSync(TEXT)],
  ["zlib", deflateSync(TEXT)],
  ["gzip in two members", Buffer.concat([gzipSync(TEXT.slice(0, 9)), gzipSync(TEXT.slice(9))])],
  ["UTF-16 in gzip", gzipSync(little(MARK + TEXT))],
])("reads %s", async (_form, bytes) => {
  expect(await read(bytes)).toEqual({ text: TEXT, cut: undefined });
});

it("says that UTF-16 ends in the middle of a character", async () => {
  const { text, cut } = await read(little(MARK + TEXT).subarray(0, -1));
  expect(text).toBe(TEXT.slice(0, -1));
  expect(cut).toBe("it ends in the middle of a character");
});

it("reads what there is of a compressed file that is cut off", async () => {
  const { text } = await read(gzipSync(TEXT, { level: 0 }).subarray(0, 100_000));
  expect(TEXT.startsWith(text)).toBe(true);
  expect(text.length).toBeGreaterThan(50_000);
});

it.each([
  ["a zip", Buffer.from("PK\u0003\u0004rest"), "is a zip"],
  ["gzip in gzip", gzipSync(gzipSync(TEXT)), "is compressed twice"],
  ["damaged gzip", Buffer.from(gzipSync(TEXT).fill(7, 20, 60)), "cannot be unpacked"],
])("refuses %s", async (_form, bytes, words) => {
  await expect(read(bytes)).rejects.toThrow(UsageError);
  await expect(read(bytes)).rejects.toThrow(words);
});

it("refuses a bomb", { timeout: 60_000 }, async () => {
  const path = join(folder, "bomb");
  // A gzip file may have several members, so the bomb consists of small ones.
  const member = gzipSync(Buffer.alloc(2 ** 26, 0x20));
  writeFileSync(path, Buffer.concat([gzipSync("{"), ...Array.from({ length: 20 }, () => member)]));
  let bytes = 0;
  const all = async (): Promise<void> => {
    for await (const part of new PlainBytes(path)) bytes += part.length;
  };
  await expect(all()).rejects.toThrow("400 times its size");
  expect(bytes).toBeLessThan(2 ** 30 + 2 ** 20);
});

it("says of a file that is not there, or is a folder, that it cannot be read", async () => {
  for (const path of [join(folder, "none"), folder]) {
    const first = new PlainBytes(path)[Symbol.asyncIterator]().next();
    await expect(first).rejects.toThrow(`${path} cannot be read`);
  }
});
