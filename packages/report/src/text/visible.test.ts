import { describe, expect, it } from "vitest";
import { HOSTILE } from "../hostile.test-support.ts";
import { oneLine, visible } from "./visible.ts";

describe("visible", () => {
  it.each([
    ["\u0000", "␀"],
    ["\u001B[2J", "␛[2J"],
    ["\r", "␍"],
    ["\u007F", "␡"],
    ["\u009B", "⟨U+009B⟩"],
    ["a\u202Eb", "a⟨U+202E⟩b"],
    ["\u200B", "⟨U+200B⟩"],
    ["\u2028", "⟨U+2028⟩"],
    ["\u{E0041}", "⟨U+E0041⟩"],
    ["\uD800", "⟨U+D800⟩"],
    ["\uFFFE", "⟨U+FFFE⟩"],
  ])("shows %j as %s", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("leaves what can be seen alone, and lines and tabs", () => {
    const text = "Zürich 東京 😀\n\tשלום";
    expect(visible(text)).toBe(text);
  });
});

describe("oneLine", () => {
  it("leaves nothing that a terminal would obey", () => {
    for (const text of HOSTILE) expect(oneLine(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  it("cuts by characters, not halves of them", () => {
    expect(oneLine("a\n  b\tc")).toBe("a b c");
    expect(oneLine("😀".repeat(9), 4)).toBe("😀😀😀…");
    expect(oneLine("abcd", 4)).toBe("abcd");
    expect(oneLine("x".repeat(1_000_000), 10)).toBe("xxxxxxxxx…");
  });
});
