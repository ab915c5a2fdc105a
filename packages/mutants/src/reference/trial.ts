import { targetOfReference } from "@plumbline/cli/reference-target";
import { conduct, type Requirement, requirements } from "@plumbline/conformance";
import type { Reference } from "@plumbline/reference";
import { exitCode, type Report, type Verdict } from "@plumbline/report";
import type { Finding } from "../finding.ts";
import { activate, deactivate } from "../switch.ts";
import { loadInstrumented, type ReferenceModule } from "./instrumented.ts";
import { restricted } from "./narrow.ts";

/** One mutant of the reference to try. */
export interface Trial {
  readonly key: string;
  /** The number of hits after which the mutant counts as an endless loop. */
  readonly most: number;
  /** The mutant acts while the module is loaded. */
  readonly anew: boolean;
  /** These checks run before all others. */
  readonly checks: readonly string[];
}

/** The clock of the server can be moved, so the suite need not wait for it. */
const PATIENCE = 10_000;

/** Judges the reference with one active mutant: first by the nearest checks, then by the whole suite. */
export async function tryMutant(path: string, { key, most, anew, checks }: Trial): Promise<Finding> {
  const suites = [...(checks.length > 0 ? [restricted(requirements, checks)] : []), requirements];
  let finding: Finding = { kind: "survived" };
  for (const suite of suites) {
    activate(key, most);
    try {
      finding = await judge(await loadInstrumented(path, anew), suite);
    } catch (error) {
      finding = { kind: "unjudged", why: `does not start: ${error instanceof Error ? error.message : String(error)}` };
    } finally {
      deactivate();
    }
    if (finding.kind === "killed") return finding;
  }
  return finding;
}

async function judge({ startReference }: ReferenceModule, suite: readonly Requirement[]): Promise<Finding> {
  const reference = await startReference({ seed: 1 });
  const stop = new AbortController();
  const found: { fail?: Verdict; warn?: Verdict } = {};
  const crash = (): void => {
    reference.close().catch(() => undefined);
  };
  process.on("uncaughtException", crash);
  try {
    const report = await conduct(targetOfReference(reference, []), {
      requirements: suite,
      // The report is not read, so old exchanges can be dropped.
      keepExchanges: 100,
      patience: PATIENCE,
      signal: stop.signal,
      journal: {
        append: (entry) => {
          if (entry.type !== "verdict") return;
          const { verdict } = entry;
          if (isBrokenMust(verdict)) {
            found.fail ??= verdict;
            // The rest of the run cannot change the result.
            stop.abort();
          } else if (verdict.outcome === "warn" || verdict.outcome === "flaky") found.warn ??= verdict;
        },
      },
      command: "mutants",
      runId: "mutants",
      toolVersion: "0.0.0",
    });
    if (found.fail !== undefined) return { kind: "killed", by: found.fail.check };
    if (found.warn !== undefined) return { kind: "warned", by: found.warn.check };
    return exitCode(report) === 0 ? { kind: "survived" } : { kind: "unjudged", why: whyUnjudged(report) };
  } finally {
    process.off("uncaughtException", crash);
    await closed(reference);
  }
}

/** If the run passed, only leftovers can still show a problem. */
function whyUnjudged({ outcome, reason, changes }: Report): string {
  const left = changes.find(({ state }) => state === "left");
  return outcome === "passed" && left !== undefined
    ? `left behind: ${left.operation} ${left.note ?? ""}`.trim()
    : reason;
}

const MUSTS = new Set(requirements.filter(({ level }) => level === "MUST").map(({ id }) => id));
const isBrokenMust = ({ outcome, requirement }: Verdict): boolean =>
  outcome === "fail" || (outcome === "flaky" && MUSTS.has(requirement));

/** A mutant may prevent its server from closing properly, which does no harm. */
async function closed(reference: Reference): Promise<void> {
  await reference.close().catch(() => undefined);
}
