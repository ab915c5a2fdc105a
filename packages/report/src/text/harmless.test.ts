import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOSTILE } from "../hostile.test-support.ts";
import { harmless } from "./harmless.ts";
import { painter } from "./paint.ts";

describe("harmless", () => {
  it.each([
    ["\u001b[2J\u001b[31mred", "␛[2J␛[31mred"],
    ["\u001b]0;title\u0007", "␛]0;title␇"],
    ["over\rwritten\u0085\u009b31m\u202e", "over␍written⟨U+0085⟩⟨U+009B⟩31m⟨U+202E⟩"],
    ["::error::x", "⟨::⟩error::x"],
    ["one\n \t::add-mask::x\n::stop-commands::y", "one\n \t⟨::⟩add-mask::x\n⟨::⟩stop-commands::y"],
    ["\u3000::error::x", "\u3000⟨::⟩error::x"],
    ["say ##[error]x", "say ⟨##⟩[error]x"],
    ["##vso[task.setvariable]x ##teamcity[buildStop]", "⟨##⟩vso[task.setvariable]x ⟨##⟩teamcity[buildStop]"],
    ["::error::x\r::error::y", "⟨::⟩error::x␍::error::y"],
  ])("makes %j %j", (text, shown) => {
    expect(harmless(text)).toBe(shown);
  });

  it("leaves everything else alone", () => {
    const text = "✔ Zürich 東京\n\ta::b ## [Title](#x)\n  at http://[::1]:80 — 😀\n";
    expect(harmless(text)).toBe(text);
    expect(harmless(text, { painted: true })).toBe(text);
  });

  it("keeps the colours of Plumbline if asked to, and neutralises others and the commands behind them", () => {
    const paint = painter(true);
    const own = `${paint("✘", "bad")} ${paint("name", "strong")}\n`;
    expect(harmless(own, { painted: true })).toBe(own);
    expect(harmless(own)).not.toContain("\u001b");
    expect(harmless("\u001b[8mhidden\u001b[0m \u001b[31mfor ever", { painted: true })).toBe(
      "␛[8mhidden␛[0m ␛[31mfor ever",
    );
    expect(harmless("##\u001b[31m[error]\u001b[39m", { painted: true })).toBe("⟨##⟩\u001b[31m[error]\u001b[39m");
    expect(harmless(paint("::error::x\r", "bad"), { painted: true })).toBe("\u001b[31m⟨::⟩error::x␍\u001b[39m");
  });

  it("leaves no control character and no workflow command in any text, and changes nothing the second time", () => {
    const piece = fc.constantFrom(
      ...HOSTILE,
      "::",
      "##",
      "[",
      "vso[",
      "\n",
      " ",
      "#",
      "vso",
      "\u001b[31m",
      "\u001b[39m",
      "error",
    );
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, painted) => {
        const shown = harmless(pieces.join(""), { painted });
        const plain = painted ? shown.replace(/\u001b\[\d+m/gu, "") : shown;
        expect(plain).not.toMatch(/[^\P{Cc}\n\t]|^\s*::|##(?:vso|teamcity)?\[/mu);
        expect(harmless(shown, { painted })).toBe(shown);
      }),
    );
  });
});
