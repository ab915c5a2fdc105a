import { conduct, emptyWorld, plan, requirements } from "@plumbline/conformance";
import type { Report, Verdict } from "@plumbline/report";
import { harmless } from "@plumbline/report/harmless";
import { afterAll, beforeAll, describe, it } from "vitest";
import { selectionOf } from "../commands/selection.ts";
import { SELECTION_FLAGS } from "../commands/selection-flags.ts";
import { readFlags } from "../flags.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import type { OpenedTarget } from "../targets/opened-target.ts";
import { VERSION } from "../version.ts";
import { type ConformanceOptions, flagsOf } from "./conformance-options.ts";
import type { ConformanceMatchers } from "./matchers.ts";
import type { UnreadAnswer } from "./observed-answer.ts";
import { brokenWords, incompleteWords, unseenWords } from "./verdict-words.ts";

export type { ConformanceOptions } from "./conformance-options.ts";

declare module "vitest" {
  interface Matchers<T> extends ConformanceMatchers<T extends UnreadAnswer ? Promise<void> : void> {}
}

/**
 * Registers every selected check as a vitest test, with one `describe` for each requirement; a single run gives all
 * results. `target` is a value of `--target`: a URL, a target file, "reference" or "prism". A check that could not run
 * is a skipped test with the reason, and one more test fails for all of these unless `allowIncomplete` is set.
 * `environment` holds the variables that a target file names.
 */
export async function describeConformance(
  target: string,
  options: ConformanceOptions = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const given = readFlags("run", { ...TARGET_FLAGS, ...SELECTION_FLAGS }, flagsOf(target, options));
  const selection = selectionOf(given, requirements, environment);
  const silence = { out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 };
  const opened: OpenedTarget = await openTarget(given, { ...silence, environment });
  const checks = plan(requirements, opened.target, emptyWorld(opened.target), selection);
  const verdicts = new Map<string, Verdict>();
  let report: Report | undefined;

  describe(`conformance of ${opened.target.name}`, () => {
    beforeAll(async () => {
      report = await conduct(opened.target, {
        requirements,
        selection,
        connection: opened.connection,
        command: "vitest",
        runId: "vitest",
        toolVersion: VERSION,
      });
      for (const verdict of report.verdicts) verdicts.set(verdict.check, verdict);
    }, 600_000);
    afterAll(() => opened.close());

    for (const requirement of new Set(checks.map((check) => check.requirement))) {
      describe(`${requirement.id} (${requirement.level}): ${requirement.text}`, () => {
        for (const check of checks.filter((one) => one.requirement === requirement)) {
          it(check.id, (context) => {
            const verdict = verdicts.get(check.id);
            if (verdict === undefined || report === undefined)
              context.skip(harmless(unseenWords(check, opened.target, report)));
            else judge(verdict, report, (reason) => context.skip(reason));
          });
        }
      });
    }

    it(WHOLE, () => {
      const lacking = [...verdicts.values()].filter(({ outcome }) => outcome === "could-not-run");
      if (report?.outcome === "unreachable" || (options.allowIncomplete !== true && lacking.length > 0))
        throw new Error(harmless(incompleteWords(lacking, checks.length, report)));
    });
  });
}

const WHOLE = "every check could run";

function judge(verdict: Verdict, report: Report, skip: (reason: string) => void): void {
  switch (verdict.outcome) {
    case "pass":
    case "observed":
    case "warn":
    case "known-fail":
      return;
    case "could-not-run":
    case "not-applicable":
      skip(harmless(verdict.reason));
      return;
    case "fail":
    case "flaky":
      throw new Error(harmless(brokenWords(verdict, report)));
    case "harness-error":
      throw new Error(harmless(verdict.message));
    default:
      verdict satisfies never;
  }
}
