import type { Requirement } from "@plumbline/conformance";
import { conduct, requirements } from "@plumbline/conformance";
import { type Fault, type ReferenceOptions, startReference } from "@plumbline/reference";
import type { Report, Verdict } from "@plumbline/report";
import { targetOfReference } from "../targets/reference.ts";
import { VERSION } from "../version.ts";
import { affectedBy } from "./affected.ts";

/** What a run against the reference with one fault came to. */
export interface Kill {
  readonly fault: string;
  readonly violates: readonly string[];
  /** Requirements that turned red although the fault does not name them. */
  readonly extra: readonly string[];
  /** Requirements that the fault names and that did not turn red. */
  readonly missing: readonly string[];
}

/** What a run against the reference with variants came to: a check that is red there accuses someone falsely. */
export interface Acquittal {
  readonly variant: string;
  readonly outcome: Report["outcome"];
  readonly sparse: boolean;
  /** MUST requirements with a check that could not run. */
  readonly unexamined: readonly string[];
  readonly alarms: readonly { readonly check: string; readonly expected: string; readonly received: string }[];
  readonly milliseconds: number;
}

/** Red: a broken MUST, a broken SHOULD, a rule broken now and then, or a defect of our own. */
const isRed = ({ outcome }: Verdict): boolean => ["fail", "warn", "flaky", "harness-error"].includes(outcome);

/**
 * Runs the suite against the reference with one fault: by default what the fault can reach (see `affectedBy`), or
 * everything.
 */
export async function tryFault(fault: Fault, extent: "affected" | "everything" = "affected"): Promise<Kill> {
  const selected = extent === "everything" ? requirements : affectedBy(fault, requirements);
  const report = await runOn({ faults: [fault.id] }, selected, `plumbline faults --only ${fault.id}`, fault.id);
  const red = new Set(report.verdicts.filter(isRed).map(({ requirement }) => requirement));
  return {
    fault: fault.id,
    violates: fault.violates,
    extra: [...red].filter((id) => !fault.violates.includes(id)),
    missing: fault.violates.filter((id) => !red.has(id)),
  };
}

/** Runs the whole suite against the reference with the named variants together; `sparse` says that they empty the world. */
export async function tryVariants(ids: readonly string[], sparse: boolean): Promise<Acquittal> {
  const began = performance.now();
  const variant = ids.length === 0 ? "as it is" : ids.join("+");
  const report = await runOn({ variants: ids }, requirements, `plumbline faults --variants --only ${variant}`, variant);
  const left = new Set(
    report.verdicts.filter(({ outcome }) => outcome === "could-not-run").map(({ requirement }) => requirement),
  );
  return {
    variant,
    outcome: report.outcome,
    sparse,
    unexamined: report.requirements.filter(({ id, level }) => level === "MUST" && left.has(id)).map(({ id }) => id),
    alarms: report.verdicts.filter(isRed).map((verdict) => ({
      check: verdict.check,
      expected: "expected" in verdict ? verdict.expected : "a check that runs",
      received: "received" in verdict ? verdict.received : "message" in verdict ? verdict.message : "",
    })),
    milliseconds: Math.round(performance.now() - began),
  };
}

/** Nobody was accused, and whatever is examined on the reference as it is was examined, as far as the world allows. */
export const isClean = ({ alarms, unexamined, sparse }: Acquittal, plain: Acquittal): boolean =>
  alarms.length === 0 && (sparse || unexamined.every((id) => plain.unexamined.includes(id)));

async function runOn(
  wrong: Pick<ReferenceOptions, "faults" | "variants">,
  selected: readonly Requirement[],
  command: string,
  runId: string,
): Promise<Report> {
  const reference = await startReference({ seed: 1, ...wrong });
  try {
    return await conduct(targetOfReference(reference, wrong.faults ?? []), {
      requirements: selected,
      command,
      runId,
      toolVersion: VERSION,
    });
  } finally {
    await reference.close();
  }
}
