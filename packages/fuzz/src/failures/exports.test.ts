import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { curlLine } from "@plumbline/client";
import type { ReportExchange } from "@plumbline/report";
import { afterAll, describe, expect, it } from "vitest";
import { failureAsScript } from "./as-script.ts";
import { failureAsTest } from "./as-test.ts";
import { FAILURE_FORMAT, type Failure } from "./failure.ts";
import { stemOf } from "./stem.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-exports-"));
const sign = join(folder, "sign");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each would create a file if it were executed as code. */
const NASTY = [
  `\ntouch ${sign}\n`,
  `\r\ntouch ${sign} #`,
  `$(touch ${sign})`,
  `\`touch ${sign}\``,
  `'; touch ${sign}; '`,
  `"; touch ${sign}; "`,
  `' "$(touch ${sign})" '`,
  "*/ SIGN(); /*",
  '"); SIGN(); ("',
  "\u0024{SIGN()}",
  "`); SIGN(); (`",
  "\u2028SIGN();\u2028",
  "\u2029SIGN();",
  "\\\nSIGN();",
  "\u0085SIGN();",
  "\u202eSIGN();",
  `\\'; touch ${sign} #`,
  "</script><script>SIGN()</script>",
  "\0SIGN()",
];

/** A failure with the text wherever a file, a target or a profile can put it. */
function crafted(text: string): readonly [Failure, ReportExchange, ReportExchange] {
  const shows = { location: "body", pointer: text, keyword: text, side: text } as const;
  const words = { name: text, expected: `4xx: ${text}`, shows, call: { rawBody: text } };
  const failure = {
    format: FAILURE_FORMAT,
    fingerprint: text,
    severity: 2,
    rule: text,
    reason: "invalid-accepted",
    testCase: { aim: text, operation: `../../${text}`, version: "2", base: "plain", level: "MUST", ...words },
    received: text,
    evidence: text,
    made: { exchange: text, id: text },
    count: 1,
    seed: 1,
  } as unknown as Failure;
  const exchange = (): ReportExchange => {
    const url = `http://127.0.0.1:9/groups/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}'`;
    const request = { method: "POST", url, headers: [["x-nasty", text]] as [string, string][], body: text };
    const response = { fault: "refused", message: text };
    const credential = { scheme: "digest", label: text } as const;
    const whole = { id: "1", startedAt: 0, request: { ...request, credential }, response, milliseconds: 0 };
    const curl = curlLine(whole as unknown as Parameters<typeof curlLine>[0]);
    return { id: "1", at: 0, milliseconds: 0, request, response, curl };
  };
  return [failure, exchange(), exchange()];
}

/** Code without its string literals and comments. */
const bare = (code: string): string => code.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""').replaceAll(/\/\/.*$/gm, "");

describe("the export of a failure", () => {
  const [plain] = [crafted("plain")];

  it.each(NASTY)("treats %j as text in the test", (text) => {
    const code = failureAsTest(...crafted(text)) ?? "";
    expect(code).toContain("import { expect, it }");
    expect(bare(code)).not.toMatch(/SIGN|touch/);
    expect(code.split(/[\n\r\u2028\u2029\u0085]/).length).toBeLessThanOrEqual(
      failureAsTest(...plain)?.split("\n").length ?? 0,
    );
  });

  it("is no test for a broken invariant, whose status may be correct", () => {
    const [failure, exchange] = plain;
    const broken = { ...failure, rule: "OP01-RESP", reason: "rule-broken" } as const;
    expect(failureAsTest(broken, exchange)).toBeUndefined();
    expect(failureAsScript(broken, exchange)).toMatch(/^#!\/bin\/sh\n# OP01-RESP expects /);
  });

  it.each(NASTY)("treats %j as text in the script", (text) => {
    const [failure, exchange, made] = crafted(text);
    for (const id of [text, encodeURIComponent(text), "127.0.0.1", "groups"]) {
      const script = failureAsScript({ ...failure, made: { exchange: "1", id } }, exchange, made) ?? "";
      const file = join(folder, "script.sh");
      writeFileSync(file, script);
      const { status } = spawnSync("sh", ["-n", file]);
      expect(status, script).toBe(0);
      spawnSync("sh", [file], { timeout: 300_000 });
      expect(existsSync(sign), script).toBe(false);
      expect(script.split("\n")[1]).toMatch(/^# 4xx: /);
    }
  });

  it.each([...NASTY, "../../etc/passwd", "..", "a\\..\\b", "x".repeat(5_000)])(
    "has a file name without a path for %j",
    (text) => {
      expect(stemOf(crafted(text)[0])).toMatch(/^[A-Za-z0-9_-]{1,120}$/);
    },
  );
});
