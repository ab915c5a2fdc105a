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
import type { ConformanceMatchers } from "./matchers.ts";
import type { UnreadAnswer } from "./observed-answer.ts";

declare module "vitest" {
  interface Matchers<T> extends ConformanceMatchers<T extends UnreadAnswer ? Promise<void> : void> {}
}

/** What the flags of `plumbline run` say, by their names: `{ area: ["PAGE"], allow: ["create"], group: "..." }`. */
export interface ConformanceOptions {
  readonly [flag: string]: string | readonly string[] | boolean | undefined;
  /** Whether checks that could not run fail no test. @default false: one test fails that says how many there are */
  readonly allowIncomplete?: boolean;
}

/**
 * Registers every selected check as a vitest test, `describe` by requirement: one run answers for all of them. `target` is
 * what `--target` takes: a URL, a target file, "reference" or "prism". A check that could not run is a skipped test, with
 * the reason, and one more test fails for all of those, unless `allowIncomplete`; `environment` names the keys as a target
 * file does.
 */
export async function describeConformance(
  target: string,
  { allowIncomplete = false, ...options }: ConformanceOptions = {},
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
        for (const { id } of checks.filter((check) => check.requirement === requirement)) {
          it(id, (context) => {
            const verdict = verdicts.get(id);
            if (verdict === undefined)
              context.skip(harmless(`no answer showed it: ${report?.reason ?? "the run did not end"}`));
            else judge(verdict, (reason) => context.skip(reason));
          });
        }
      });
    }

    it(WHOLE, () => {
      const lacking = [...verdicts.values()].filter(({ outcome }) => outcome === "could-not-run");
      if (report?.outcome === "unreachable" || (!allowIncomplete && lacking.length > 0))
        throw new Error(harmless(incompleteText(lacking, checks.length, report)));
    });
  });
}

const WHOLE = "every check could run";

function incompleteText(lacking: readonly Verdict[], planned: number, report: Report | undefined): string {
  const reasons = [
    ...new Set(lacking.flatMap((verdict) => (verdict.outcome === "could-not-run" ? verdict.reason : []))),
  ];
  const more = reasons.length > MOST_REASONS ? `\n  and ${reasons.length - MOST_REASONS} more` : "";
  return `expected that each of ${planned} checks runs, ${lacking.length} could not: ${report?.reason ?? "the run did not end"}
${reasons
  .slice(0, MOST_REASONS)
  .map((reason) => `  ${reason}`)
  .join("\n")}${more}
State what they lack in a target file, leave them out by area, operation or skip, or say allowIncomplete: true.`;
}

const MOST_REASONS = 5;

function judge(verdict: Verdict, skip: (reason: string) => void): void {
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
      throw new Error(harmless(`${verdict.check}: expected ${verdict.expected}, received ${verdict.received}`));
    case "harness-error":
      throw new Error(harmless(verdict.message));
    default:
      verdict satisfies never;
  }
}

function flagsOf(target: string, options: Omit<ConformanceOptions, "allowIncomplete">): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, typeof value === "string" ? value : value.join(",")];
  });
  return ["--target", target, ...flags];
}
