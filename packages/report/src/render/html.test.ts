import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { hostileReport } from "../hostile.test-support.ts";
import { SAMPLE, sampleWith } from "../sample.test-support.ts";
import { renderHtml } from "./html.ts";
import { SCRIPT } from "./page/script.ts";
import { STYLE } from "./page/style.ts";

/** The text of the page as readers without script see it. */
function words(page: string): string {
  return page
    .replace(/<(script|style)\b.*?<\/\1>/gsu, "")
    .replace(/<[^>]*>/gu, " ")
    .replace(/\s+/gu, " ");
}

describe("renderHtml", () => {
  const page = renderHtml(SAMPLE);

  it("says the outcome, the reason, the counts and the failures without script", () => {
    const text = words(page);
    expect(text).toContain(`Failed ${SAMPLE.reason}`);
    expect(text).toContain("MUST 1 of 4 1 1 1 0 1 0 1 5");
    expect(text).toMatch(/A page size over 500 is refused\. PAGE-ITEMS-REJECT MUST derived:D1 Requests &gt; Paging/u);
    expect(text).toContain("Received 200 with 1 result");
    expect(text).toContain("curl curl --digest --user &quot;$PLUMBLINE_USER:$PLUMBLINE_KEY&quot;");
    expect(text).toContain("Replay plumbline replay latest PAGE-ITEMS-REJECT@listAlerts/v2");
    expect(text).toContain("No credential with the role Read Only. Name one in PLUMBLINE_READER. 1 check");
    expect(text).toContain("64b0ab ⚠ left over createAlertConfig the delete was answered with 500");
  });

  it("shows the views in the order in which questions are asked, and a link to each", () => {
    const ids = Array.from(page.matchAll(/<section id="([^"]+)"/gu), ([, id]) => id);
    expect(ids).toEqual([
      "outcome",
      "failures",
      "warnings",
      "known",
      "stale",
      "not-run",
      "comparison",
      "matrix",
      "requirements",
      "interface",
      "roles",
      "limits",
      "kept",
      "coverage",
      "observed",
      "log",
      "safety",
      "set-up",
    ]);
    const nav = /<nav .*<\/nav>/su.exec(page)?.[0] ?? "";
    const linked = Array.from(nav.matchAll(/href="#([^"]+)"/gu), ([, id]) => id);
    expect(linked.toSorted()).toEqual(ids.filter((id) => id !== "stale").toSorted());
  });

  it("tells a view that was not gathered from one that is empty", () => {
    const { roleMatrix, ladders, drift, coverage, kept, comparison, ...rest } = SAMPLE;
    const without = words(renderHtml(rest));
    for (const text of [
      "has no data about roles",
      "has no data about limits",
      "has no data about this view",
      "did not compare",
      "Only the fuzzer",
      "No earlier run",
    ])
      expect(without).toContain(text);
    const empty = words(renderHtml({ ...rest, roleMatrix: [], ladders: [], drift: [], coverage: [], kept: [] }));
    for (const text of [
      "This run had no key with a known role",
      "This run sent no value around a limit",
      "This run read no write back",
      "The contract knows every member",
      "0 of 0",
    ])
      expect(empty).toContain(text);
  });

  it("has a banner for a self-consistency run only", () => {
    expect(words(page)).not.toContain("Self-consistency");
    const own = renderHtml(sampleWith({ target: { ...SAMPLE.target, selfConsistency: true } }));
    expect(words(own)).toContain("Self-consistency run.");
  });

  it("lets nothing run but its own script and style, known by their hashes", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/u.exec(page)?.[1] ?? "";
    const hash = (text: string): string => `&#39;sha256-${createHash("sha256").update(text).digest("base64")}&#39;`;
    expect(policy).toContain("default-src &#39;none&#39;");
    expect(policy).toContain(`script-src ${hash(SCRIPT)};`);
    expect(policy).toContain(`style-src ${hash(STYLE)};`);
    expect(policy).toContain("require-trusted-types-for &#39;script&#39;; trusted-types &#39;none&#39;");
    expect(policy).not.toMatch(/unsafe|https?:|\*/u);
  });

  it("needs no network, no inline handler, no markup from text", () => {
    expect(page.replace(/<script type="application\/json".*?<\/script>/su, "")).not.toMatch(
      / (?:src|style|on[a-z]+)=/u,
    );
    expect(SCRIPT).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\(/u);
    expect(SCRIPT).not.toMatch(/<\/script|<!--/iu);
    expect(STYLE).not.toMatch(/url\(|@import|<\//u);
    expect(() => new Script(SCRIPT)).not.toThrow();
  });

  it("embeds the whole report, but how to repeat what holds", () => {
    const data = /<script type="application\/json" id="report-data">(.*?)<\/script>/su.exec(page)?.[1] ?? "";
    const packed = /<script type="text\/plain" id="exchange-data">([\w+/=]*)<\/script>/u.exec(page)?.[1] ?? "";
    const exchanges = JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString());
    const expected = JSON.parse(JSON.stringify(SAMPLE));
    for (const verdict of expected.verdicts) if (verdict.outcome === "pass") delete verdict.replay;
    expect({ ...JSON.parse(data), exchanges }).toEqual(expected);
  });

  it("lets no text of a target become markup or stay unseen", () => {
    const text = renderHtml(hostileReport());
    expect(Array.from(text.matchAll(/<script/giu))).toHaveLength(3);
    expect(text).not.toMatch(/<(?:img|svg onload|!--)/iu);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text).not.toMatch(/href="(?!#|data:,")/u);
  });
});
