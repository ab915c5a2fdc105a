import type { Requirement } from "@plumbline/conformance";
import { conduct, requirements } from "@plumbline/conformance";
import { type Fault, type ReferenceOptions, startReference } from "@plumbline/reference";
import type { Report, Verdict } from "@plumbline/report";
import { bundledProfile } from "../target-file/profile.ts";
import { targetOfReference } from "../targets/reference.ts";
import { VERSION } from "../version.ts";
import { affectedBy } from "./affected.ts";
import { startNeighbour } from "./neighbour.ts";

/** The result of a run against the reference with one fault. */
export interface FaultTrial {
  readonly fault: string;
  readonly violates: readonly string[];
  /** Requirements that failed although the fault does not name them. */
  readonly extra: readonly string[];
  /** Requirements that the fault names and that did not fail. */
  readonly missing: readonly string[];
  /** The checks that failed. */
  readonly noticedBy: readonly string[];
}

/** A correct reference: its variants, its profile and the seed of its records. */
export interface Honest {
  readonly ids: readonly string[];
  /** The variants remove records from the world. */
  readonly sparse: boolean;
  readonly profile: string;
  readonly seed: number;
  /** Another client writes in the same project during the run. */
  readonly neighbour?: boolean;
}

/** The result of a run against a correct reference; every failure of a check is a false alarm. */
export interface VariantTrial {
  readonly variant: string;
  readonly profile: string;
  readonly seed: number;
  readonly outcome: Report["outcome"];
  readonly reason: string;
  readonly sparse: boolean;
  readonly neighbour: boolean;
  /** Checks that could not run, at any level. */
  readonly unexamined: readonly string[];
  readonly alarms: readonly { readonly check: string; readonly expected: string; readonly received: string }[];
  readonly milliseconds: number;
}

/** A broken MUST or SHOULD, a flaky check, or a defect of Plumbline. */
const isRed = ({ outcome }: Verdict): boolean => ["fail", "warn", "flaky", "harness-error"].includes(outcome);

/**
 * Runs the suite against the reference with one fault: by default the checks that the fault can reach (see
 * `affectedBy`), or everything.
 */
export async function tryFault(fault: Fault, extent: "affected" | "everything" = "affected"): Promise<FaultTrial> {
  const selected = extent === "everything" ? requirements : affectedBy(fault, requirements);
  const report = await runOn({ faults: [fault.id] }, selected, `plumbline faults --only ${fault.id}`, fault.id);
  const noticed = report.verdicts.filter(isRed);
  const red = new Set(noticed.map(({ requirement }) => requirement));
  return {
    fault: fault.id,
    violates: fault.violates,
    extra: [...red].filter((id) => !fault.violates.includes(id) && !fault.inPassing?.includes(id)),
    missing: fault.violates.filter((id) => !red.has(id)),
    noticedBy: noticed.map(({ check }) => check),
  };
}

/** Runs the whole suite, or some of its rules, against a correct reference. */
export async function tryHonest(
  { ids, sparse, profile, seed, neighbour = false }: Honest,
  rules: readonly Requirement[] = requirements,
): Promise<VariantTrial> {
  const began = performance.now();
  const variant = ids.length === 0 ? "as it is" : ids.join("+");
  const report = await runOn(
    { variants: ids, seed, profile: bundledProfile(profile) },
    rules,
    `plumbline faults --variants --only ${variant} --profile ${profile} --seed ${seed}`,
    variant,
    neighbour,
  );
  return {
    variant,
    profile,
    seed,
    outcome: report.outcome,
    reason: report.reason,
    sparse,
    neighbour,
    unexamined: report.verdicts.filter(({ outcome }) => outcome === "could-not-run").map(({ check }) => check),
    alarms: report.verdicts.filter(isRed).map((verdict) => ({
      check: verdict.check,
      expected: "expected" in verdict ? verdict.expected : "a check that runs",
      received: "received" in verdict ? verdict.received : "message" in verdict ? verdict.message : "",
    })),
    milliseconds: Math.round(performance.now() - began),
  };
}

/**
 * Whether no check failed, and every check that runs on the plain reference (under the same profile) could run.
 * Exceptions: a sparse world lacks records for some checks, and with a neighbour only the MUST checks have to run.
 */
export function isClean(
  { alarms, unexamined, sparse, neighbour, outcome }: VariantTrial,
  plain: VariantTrial,
): boolean {
  if (alarms.length > 0) return false;
  if (neighbour) return sparse || outcome === "passed";
  return sparse || unexamined.every((check) => plain.unexamined.includes(check));
}

async function runOn(
  options: Pick<ReferenceOptions, "faults" | "variants" | "seed" | "profile">,
  selected: readonly Requirement[],
  command: string,
  runId: string,
  neighbour?: boolean,
): Promise<Report> {
  const reference = await startReference({ seed: 1, ...options });
  const other = neighbour ? startNeighbour(reference) : undefined;
  try {
    return await conduct(targetOfReference(reference, options.faults ?? []), {
      requirements: selected,
      command,
      runId,
      toolVersion: VERSION,
    });
  } finally {
    await other?.stop();
    await reference.close();
  }
}
