import { conduct, emptyWorld, plan, requirements } from "@plumbline/conformance";
import type { Report, Verdict } from "@plumbline/report";
import { harmless } from "@plumbline/report/harmless";
import { afterAll, beforeAll, describe, it } from "vitest";
import { SELECTION_FLAGS, selectionOf } from "../commands/selection.ts";
import { readFlags } from "../flags.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import type { OpenedTarget } from "../targets/opened-target.ts";
import { VERSION } from "../version.ts";
import type { ConformanceMatchers } from "./matchers.ts";

declare module "vitest" {
  interface Matchers<T> extends ConformanceMatchers<T> {}
}

/** What the flags of `plumbline run` say, by their names: `{ area: ["PAGE"], allow: ["create"], group: "..." }`. */
export type ConformanceOptions = Readonly<Record<string, string | readonly string[]>>;

/**
 * Registers every selected check as a vitest test, `describe` by requirement: one run answers for all of them. `target` is
 * what `--target` takes: a URL, a target file, "reference" or "prism". A check that could not run is a skipped test, with
 * the reason; `environment` names the keys as a target file does.
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
  });
}

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

function flagsOf(target: string, options: ConformanceOptions): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) => [
    `--${name}`,
    typeof value === "string" ? value : value.join(","),
  ]);
  return ["--target", target, ...flags];
}
