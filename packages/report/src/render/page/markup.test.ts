import { describe, expect, it } from "vitest";
import { HOSTILE } from "../../hostile.test-support.ts";
import { embeddedJson, html, wire } from "./markup.ts";

describe("html", () => {
  it("escapes values for text and attributes, and takes markup as it is", () => {
    expect(html`<a title="${`"'<>&`}">${html`<b>${"<i>"}</b>`}${undefined}${3}</a>`.source).toBe(
      '<a title="&quot;&#39;&lt;&gt;&amp;"><b>&lt;i&gt;</b>3</a>',
    );
  });

  it("shows hidden characters", () => {
    expect(html`${"a\u202Eb"}`.source).toBe("a⟨U+202E⟩b");
    expect(wire("a\u202E<b>\n").source).toBe(
      '<span class="wire">a<span class="hidden-char">U+202E</span>&lt;b&gt;\n</span>',
    );
  });
});

describe("embeddedJson", () => {
  it("keeps the value and nothing that ends a script element", () => {
    const { source } = embeddedJson(HOSTILE);
    expect(source).not.toMatch(/[<>&\u2028\u2029]|[^\P{C}]/u);
    expect(JSON.parse(source)).toEqual(HOSTILE);
  });
});
