import { areaOf, type Budget, type Requirement, RISKS, type Selection } from "@plumbline/conformance";
import { LEVELS } from "@plumbline/report";
import { INTERFACE_VERSIONS, isOperationId, nearest, OPERATION_IDS } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The selection that the flags ask for.
 * @throws UsageError for an unknown name, with the nearest known one.
 */
export function selectionOf(
  given: Given,
  requirements: readonly Requirement[],
  environment: Terminal["environment"] = {},
): Selection {
  const ids = requirements.map(({ id }) => id);
  const areas = [...new Set(ids.map(areaOf))];
  for (const flag of ["only", "skip"])
    for (const pattern of given.all(flag) ?? [])
      known(`--${flag}`, "requirement", pattern.split("@")[0] ?? "", ids, true);
  const checked = (flag: string, what: string, all: readonly string[]): readonly string[] | undefined =>
    given.all(flag)?.map((word) => known(`--${flag}`, what, word, all));
  const only = given.all("only");
  const skip = given.all("skip");
  const inAreas = checked("area", "area", areas);
  const levels = checked("level", "level", LEVELS);
  const bases = checked("basis", "basis", [
    "stated",
    "derived",
    "not-shown",
    ...new Set(requirements.map(({ basis }) => basis)),
  ]);
  const operations = checked("operation", "operation", OPERATION_IDS)?.filter(isOperationId);
  const versions = checked("interface", "interface version", INTERFACE_VERSIONS);
  const risks = checked("risk", "risk", RISKS);
  const shard = shardOf(given.one("shard"), environment);
  const budget = budgetOf(given.all("budget"));
  return {
    ...(only && { only }),
    ...(skip && { skip }),
    ...(inAreas && { areas: inAreas }),
    ...(levels && { levels: LEVELS.filter((level) => levels.includes(level)) }),
    ...(bases && { bases }),
    ...(operations && { operations }),
    ...(versions && { versions: INTERFACE_VERSIONS.filter((version) => versions.includes(version)) }),
    ...(risks && { risks: RISKS.filter((risk) => risks.includes(risk)) }),
    ...(shard && { shard }),
    ...(budget && { budget }),
  };
}

function shardOf(text: string | undefined, environment: Terminal["environment"]): Selection["shard"] {
  if (text === undefined) return undefined;
  const [, part = "", whole = ""] = /^(\d{1,4}|auto)\/(\d{1,4})$/.exec(text) ?? [];
  const of = Number(whole);
  const index = part === "auto" ? jobOf(of, environment["JOB_COMPLETION_INDEX"]) + 1 : Number(part);
  if (whole === "" || of < 1 || index < 1 || index > of)
    throw new UsageError(`--shard takes I/N with 1 <= I <= N, such as 2/4, received "${text}"`);
  return { index, of };
}

/** The number of an indexed job, from 0. */
function jobOf(jobs: number, text: string | undefined): number {
  if (text === undefined || text === "")
    throw new UsageError("--shard auto/N needs JOB_COMPLETION_INDEX, which an indexed job sets: give I/N instead");
  const job = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (job < jobs || jobs === 0) return job;
  throw new UsageError(`JOB_COMPLETION_INDEX is "${text}": with --shard auto/${jobs} it takes 0 to ${jobs - 1}`);
}

/** Named budgets by the purpose of a run: after every push, before a merge, and without a limit. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  smoke: { requests: 500 },
  pr: { requests: 2_000 },
  nightly: {},
};

function budgetOf(parts: readonly string[] | undefined): Selection["budget"] {
  if (parts === undefined) return undefined;
  const budget: { requests?: number; seconds?: number } = {};
  for (const part of parts) {
    const [, name, count = ""] = /^(requests|seconds)=(\d{1,9})$/.exec(part) ?? [];
    const stated = name === undefined ? BUDGETS[part] : { [name]: Number(count) };
    if (stated === undefined || (name === undefined && !Object.hasOwn(BUDGETS, part)))
      throw new UsageError(
        `--budget takes ${Object.keys(BUDGETS).join(", ")}, requests=N, seconds=S or several with commas, received "${part}"`,
      );
    const twice = Object.keys(stated).find((one) => Object.hasOwn(budget, one));
    if (twice !== undefined) throw new UsageError(`--budget states ${twice} twice: leave one of them out`);
    Object.assign(budget, stated);
  }
  return budget;
}

function known(flag: string, what: string, word: string, all: readonly string[], prefixes = false): string {
  if (prefixes && word.endsWith("*") && all.some((one) => one.startsWith(word.slice(0, -1)))) return word;
  if (all.includes(word)) return word;
  const close = nearest(word.replace(/\*$/, ""), all);
  throw new UsageError(
    `${flag}: there is no ${what} "${word}": ${close === undefined ? `"plumbline list" shows all of them` : `did you mean "${close}"?`}`,
  );
}
