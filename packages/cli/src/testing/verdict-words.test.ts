import type { Report, Verdict } from "@plumbline/report";
import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { brokenWords, incompleteWords, unseenWords } from "./verdict-words.ts";

const ID = "PAGE-ITEMS-ACCEPT";
const ENDED = { outcome: "failed", reason: "1 MUST requirement is broken in 1 check" } as const;

it("names the rule, both sides, the request as a curl line and where to read on", () => {
  const text = "itemsPerPage takes 1 to 500.";
  const curl = "curl --digest --user \"$PLUMBLINE_USER:$PLUMBLINE_KEY\" 'http://127.0.0.1:1/x?itemsPerPage=500'";
  const report = {
    requirements: [
      {
        id: ID,
        area: "PAGE",
        kind: "probe",
        level: "MUST",
        basis: "stated",
        text,
        section: "",
        outcome: "fail",
        checks: 1,
      },
    ],
    exchanges: [
      {
        id: "e1",
        at: 0,
        milliseconds: 1,
        curl,
        request: { method: "GET", url: "http://127.0.0.1:1/x", headers: [] },
        response: { fault: "timeout", message: "" },
      },
    ],
  } as unknown as Pick<Report, "requirements" | "exchanges">;
  const verdict = {
    ...{ check: `${ID}@listAlerts/v2`, requirement: ID, evidence: ["e1"], outcome: "fail" as const },
    ...{ expected: "2xx for itemsPerPage=500", received: "400 VALIDATION_ERROR" },
  };
  expect(brokenWords(verdict, report).split("\n")).toEqual([
    `${ID}@listAlerts/v2: ${text}`,
    "expected 2xx for itemsPerPage=500",
    "received 400 VALIDATION_ERROR",
    curl,
    `plumbline explain ${ID}`,
  ]);
});

it("says of a check that nothing showed what was missing, and not how the rest of the run ended", () => {
  const subject = { operation: bindContract(neutral).operation("createAlertConfig", "2"), version: "2" } as const;
  const target = { allow: new Set(["read"] as const), mock: false };
  const words = unseenWords({ subject }, target, ENDED);
  expect(words).toMatch(/^no answer of createAlertConfig in this run shows it: .*needs your permission/);
  expect(words).not.toContain("is broken");
  expect(unseenWords({}, target, ENDED)).toBe("no answer in this run shows it");
  expect(unseenWords({ subject }, target, { outcome: "unreachable", reason: "nobody is there" })).toBe(
    "the run ended before this check: nobody is there",
  );
});

it("counts what keeps checks from running, the most frequent first", () => {
  const lacking = (reason: string): Verdict => ({
    check: ID,
    requirement: ID,
    evidence: [],
    outcome: "could-not-run",
    reason,
  });
  const words = incompleteWords([lacking("no key"), lacking("no id"), lacking("no id")], 9, ENDED);
  expect(words.split("\n").slice(0, 3)).toEqual([
    "expected all 9 checks to run, 3 could not",
    "  2 × no id",
    "  1 × no key",
  ]);
  expect(words).not.toContain(ENDED.reason);
});
