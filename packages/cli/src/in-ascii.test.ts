import { harmless } from "@plumbline/report/harmless";
import { describe, expect, it } from "vitest";
import { asciiOf, inAscii } from "./in-ascii.ts";
import { main } from "./main.ts";
import type { Terminal } from "./terminal.ts";

/** An ASCII console that records its output. */
function console(ascii = true): { readonly terminal: Terminal; readonly said: () => string } {
  let said = "";
  const take = (text: string): void => {
    said += text;
  };
  const terminal = { out: take, note: take, interactive: false, colour: false, width: 80, environment: {}, ascii };
  return { terminal, said: () => said };
}

describe("a console that has ASCII alone", () => {
  it("gets signs of the same width, control characters as they are typed, and letters by number", () => {
    expect(asciiOf("✔ passed, 12 × 3 … – ██░░")).toBe("+ passed, 12 x 3 ... - ##..");
    expect(asciiOf(harmless("\u001b[31m\u007f"))).toBe("^[[31m^?");
    expect(asciiOf("Zürich 😀")).toBe("Z\\u{fc}rich \\u{1f600}");
  });

  it("gets nothing that a pipeline obeys", () => {
    expect(asciiOf(harmless("::error::x\n##[error]y"))).not.toMatch(/^\s*::|##\[/m);
  });

  it("gets data as it is, and notes beside it in ASCII", () => {
    const { terminal, said } = console();
    const printing = inAscii(terminal, { data: true });
    printing.out('{"a":"é"}');
    printing.note("é");
    expect(said()).toBe('{"a":"é"}\\u{e9}');
  });

  it.each([true, false])("is respected by commands and by errors: %s", async (ascii) => {
    const { terminal, said } = console(ascii);
    expect(await main(["explain", "é"], terminal)).toBe(2);
    expect(said().includes("\\u{e9}")).toBe(ascii);
    expect(await main(["list", "variants"], terminal)).toBe(0);
    if (ascii) expect(said()).not.toMatch(/[^\p{ASCII}]/u);
  });
});
