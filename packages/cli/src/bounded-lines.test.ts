import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { boundedLines, type Line } from "./bounded-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-lines-"));
const file = join(folder, "file");
afterAll(() => rmSync(folder, { recursive: true }));

async function linesOf(text: string | Buffer, most?: number): Promise<readonly Line[]> {
  writeFileSync(file, text);
  const lines: Line[] = [];
  for await (const line of boundedLines(file, most)) lines.push(line);
  return lines;
}

describe("the lines of a file", () => {
  it("are the texts between line ends, with their numbers", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, ""))),
        async (texts) => {
          const lines = await linesOf(texts.map((text) => `${text}\r\n`).join(""));
          expect(lines).toEqual(texts.map((text, index) => ({ number: index + 1, text })));
        },
      ),
    );
  });

  it("go over the pieces in which a file is read", async () => {
    const long = "é".repeat(100_000);
    expect(await linesOf(`a\n${long}\n${long}`)).toEqual([
      { number: 1, text: "a" },
      { number: 2, text: long },
      { number: 3, text: long },
    ]);
  });

  it("have no text if they are too long, and later lines keep theirs", async () => {
    expect(await linesOf(`a\n${"b".repeat(200_000)}\nc\n${"d".repeat(11)}`, 10)).toEqual([
      { number: 1, text: "a" },
      { number: 2 },
      { number: 3, text: "c" },
      { number: 4 },
    ]);
    expect(await linesOf("0123456789\n", 10)).toEqual([{ number: 1, text: "0123456789" }]);
  });

  it("an empty file has none, and a missing file is an error", async () => {
    expect(await linesOf("")).toEqual([]);
    await expect(boundedLines(join(folder, "none")).next()).rejects.toThrow("ENOENT");
  });
});
