import { Redactor } from "@plumbline/client";
import type { RunEvent, Verdict } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { broken, observed } from "../ground/judgement.ts";
import { quoted, quotedText } from "../ground/quoted.ts";
import { shortJudgement } from "../ground/short-judgement.ts";
import { Gate } from "./gate.ts";

const SECRET = "canary-private-key";

function gateOf(...secrets: readonly string[]): Gate {
  const redactor = new Redactor();
  for (const secret of [SECRET, ...secrets]) redactor.learn(secret);
  return new Gate(redactor);
}

const common = { check: SECRET, requirement: SECRET, evidence: [SECRET], replay: SECRET } as const;

describe("Gate.verdict", () => {
  const hidden = (verdict: Verdict): Verdict => gateOf().verdict(verdict);

  it("masks secrets in every quoted text, and changes nothing else", () => {
    const failed: Verdict = { ...common, outcome: "fail", expected: `a ${SECRET}`, received: `the ${SECRET}` };
    expect(hidden(failed)).toEqual({ ...failed, expected: "a ***", received: "the ***" });
    const decided: Verdict = { ...failed, deciding: { exchange: SECRET, where: `/${SECRET}` } };
    expect(hidden(decided)).toMatchObject({ deciding: { exchange: SECRET, where: "/***" } });
    for (const outcome of [
      { outcome: "observed", note: SECRET },
      { outcome: "could-not-run", reason: SECRET },
      { outcome: "harness-error", message: SECRET },
    ] as const)
      expect(Object.values(hidden({ ...common, ...outcome }))).toContain("***");
  });

  it("shortens a long text, and shows no part of a secret at the cut", () => {
    for (const before of [4_000, 4_090, 8_100, 16_380]) {
      const judgement = shortJudgement(observed("x".repeat(before) + SECRET.repeat(20) + "y".repeat(100_000)));
      const { note } = judgement as Extract<typeof judgement, { kind: "observed" }>;
      const shown = JSON.stringify(hidden({ ...common, check: "", evidence: [], outcome: "observed", note }).outcome);
      expect(shown).not.toContain("canary");
      expect(JSON.stringify(hidden({ ...common, outcome: "observed", note })).length).toBeLessThan(5_000);
    }
  });
});

describe("Gate.text, for quotes", () => {
  const token = "eyJ0b2tlbg".repeat(12);

  it.each([
    ["a value", (text: string) => quoted({ error: text })],
    ["a plain text", (text: string) => quotedText(`Bearer ${text}`, 40, "...")],
    ["a value beyond the length limit", (text: string) => quoted([text, "z".repeat(100_000)], 60)],
    ["a quote in a judgement", (text: string) => String(Object.values(shortJudgement(broken("", quoted([text]))))[2])],
  ])("masks %s before it is cut", (_what, quote) => {
    for (let before = 0; before < 130; before += 1) {
      const shown = gateOf(token).text(`received ${quote(`${"-".repeat(before)}${token}`)}, at /0`);
      expect(shown).not.toContain("eyJ0");
      expect(shown).not.toMatch(/[\u0002\u0003]/);
      expect(shown.length).toBeLessThan(200);
    }
  });

  it("cuts a quote at its limit, and states its length", () => {
    const gate = gateOf();
    expect(gate.text(quoted("a".repeat(200), 10))).toBe('"aaaaaaaaa... (202 characters)');
    expect(gate.text(quoted("a".repeat(100_000), 10))).toBe('"aaaaaaaaa... (100002 characters)');
    expect(gate.text(quotedText("abcdef", 3, "…"))).toBe("abc…");
    expect(gate.text(quoted({ a: 1 }))).toBe('{"a":1}');
    expect(quoted(undefined)).toBe("nothing");
  });

  it("ignores cut marks that a quoted text contains", () => {
    const forged = "a\u00021\u0003b";
    expect(gateOf().text(quotedText(`${forged}${"c".repeat(20)}`, 10))).toBe("a\ufffd1\ufffdbccccc");
    expect(gateOf().text(quoted(forged))).toBe(JSON.stringify(forged));
  });
});

describe("Gate.event", () => {
  const events: readonly RunEvent[] = [
    { type: "doctor", finding: { subject: "keys", state: "ok", text: SECRET } },
    { type: "made", entry: 1, operation: "createAlertConfig", id: SECRET },
    { type: "undone", operation: "createAlertConfig", id: SECRET, state: "left", note: SECRET },
    { type: "intent", entry: 1, operation: "createAlertConfig", version: "2", path: { groupId: SECRET } },
    { type: "place", list: "listAlertConfigs", path: {}, ids: ["a", SECRET] },
    { type: "reached", operation: "updateAuditing", version: "2", path: {}, records: { [SECRET]: { a: [SECRET] } } },
    { type: "end", outcome: "unreachable", reason: SECRET, milliseconds: 1 },
  ];

  it.each(events)("masks every secret in a $type event", (event) => {
    expect(JSON.stringify(gateOf().event(event))).not.toContain(SECRET);
  });

  it("withholds a state that contains a secret, so that cleanup never restores a mask", () => {
    const intent = { type: "intent", entry: 1, operation: "updateAuditing", version: "2", path: {} } as const;
    const tokens = { enabled: true, webhookSecret: "of the user" };
    expect(gateOf().event({ ...intent, before: { a: { b: [SECRET] } } })).toEqual(intent);
    expect(gateOf().event({ ...intent, before: tokens })).toEqual({ ...intent, before: tokens });
  });
});
