import { requirements, unbreakable } from "@plumbline/conformance";
import { faults as allFaults, variants as allVariants, type Fault, type Variant } from "@plumbline/reference";
import { nearest, OPERATION_IDS } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import type { Given } from "../flags.ts";
import { bundledProfile } from "../target-file/profile.ts";
import type { Terminal } from "../terminal.ts";
import { combination } from "../trials/combination.ts";
import { compatible } from "../trials/compatible.ts";
import { inWorkers, type Result, workerCount } from "../trials/in-workers.ts";
import { provable } from "../trials/provable.ts";
import { faultRow, scoreOf, variantRow } from "../trials/rows.ts";
import { type FaultTrial, type Honest, isClean, tryHonest, type VariantTrial } from "../trials/trial.ts";
import { UsageError } from "../usage-error.ts";

/** `plumbline faults`: proves that checks can fail, and that none fails on a correct server. */
export const faults: Command = {
  name: "faults",
  summary: "prove that the suite notices each fault of the reference, or with --variants, that it passes every variant",
  flags: {
    list: { help: "list the faults or variants, and run nothing" },
    only: { value: "ID", many: true, help: "only these; a+b switches on two variants together" },
    variants: { help: "try variants (different, but correct) instead of faults" },
    random: { value: "N", help: "with --variants: try N combinations of one to six variants, not each alone" },
    seed: {
      value: "N",
      help: "with --variants: seed of the reference's records and of the first combination (default 1)",
    },
    profile: { value: "NAME", help: "with --variants: the names that the reference uses, neutral (default) or atlas" },
    full: { help: "check all requirements on each fault, not only those that it can reach" },
    neighbour: { help: "with --variants: another client writes in the same project meanwhile" },
    jobs: { value: "N", help: "number of processes (default: one per core)" },
    json: { help: "print JSON" },
  },
  examples: [
    "plumbline faults",
    "plumbline faults --only PG-03,VA-16",
    "plumbline faults --variants",
    "plumbline faults --variants --random 100 --profile atlas",
    "plumbline faults --list",
  ],
  run: (given, terminal) => (given.has("variants") ? acquit(given, terminal) : convict(given, terminal)),
};

async function convict(given: Given, terminal: Terminal): Promise<number> {
  for (const flag of ["random", "seed", "profile", "neighbour"])
    if (given.has(flag)) throw new UsageError(`--${flag} needs --variants: faults are proven on one world`);
  const ids = given.all("only");
  const chosen: readonly Fault[] = ids === undefined ? allFaults : ids.map((id) => named("fault", id, allFaults));
  const json = given.has("json");
  if (given.has("list")) {
    const listed = chosen.map(({ id, layer, text, violates }) => ({ id, layer, text, violates }));
    const lines = chosen.map(
      ({ id, text, violates }) => `${id.padEnd(6)}  ${text}\n        breaks ${violates.join(", ")}\n`,
    );
    terminal.out(json ? `${JSON.stringify(listed, null, 2)}\n` : lines.join(""));
    return 0;
  }
  const trials: FaultTrial[] = [];
  const extent = given.has("full") ? "everything" : "affected";
  const orders = chosen.map(({ id }) => ({ kind: "fault", id, extent }) as const);
  await inWorkers(orders, given.integer("jobs", 1) ?? workerCount(), (result: Result) => {
    if (result.kind !== "fault") return;
    trials.push(result.trial);
    if (!json) terminal.out(faultRow(result.trial));
  });
  const exact = trials.filter(({ extra, missing }) => extra.length === 0 && missing.length === 0);
  const score = scoreOf(trials, provable(requirements, OPERATION_IDS), unbreakable);
  const whole = ids === undefined;
  if (json) terminal.out(`${JSON.stringify({ faults: trials, ...score }, null, 2)}\n`);
  else if (whole) {
    terminal.out(`\nno fault makes these fail: ${score.unproven.join(", ") || "none"}\n`);
    const reasons = Object.entries(unbreakable).map(([id, reason]) => `\n  ${id}: ${reason}`);
    terminal.out(`no fault can make these fail, with the reason: ${reasons.join("") || "none"}\n`);
    if (score.provenAfterAll.length > 0)
      terminal.out(`declared unbreakable, but a fault made them fail: ${score.provenAfterAll.join(", ")}\n`);
  }
  if (!json) {
    const proof = whole ? `; ${score.proven.length} of ${score.breakable} requirements failed at least once` : "";
    terminal.out(
      `\n${exact.length} of ${trials.length} faults make exactly the requirements fail that they name${proof}\n`,
    );
  }
  const complete = !whole || (score.unproven.length === 0 && score.provenAfterAll.length === 0);
  return exact.length === trials.length && complete ? 0 : 1;
}

async function acquit(given: Given, terminal: Terminal): Promise<number> {
  const ids = given.all("only");
  const chosen: readonly (readonly Variant[])[] =
    ids === undefined
      ? allVariants.map((variant) => [variant])
      : ids.map((one) => one.split("+").map((id) => named("variant", id, allVariants)));
  const json = given.has("json");
  if (given.has("list")) {
    const listed = chosen.flat().map(({ id, text }) => ({ id, text }));
    const width = Math.max(...listed.map(({ id }) => id.length));
    terminal.out(
      json
        ? `${JSON.stringify(listed, null, 2)}\n`
        : listed.map(({ id, text }) => `${id.padEnd(width)}  ${text}\n`).join(""),
    );
    return 0;
  }
  const profile = bundledProfile(given.one("profile") ?? "neutral").name;
  const seed = given.integer("seed", 0) ?? 1;
  const honestly = (group: readonly Variant[], own: number): Honest => ({
    ids: group.map(({ id }) => id),
    sparse: group.some(({ sparse }) => sparse === true),
    profile,
    seed: own,
    neighbour: given.has("neighbour"),
  });
  const random = given.integer("random", 1);
  if (random !== undefined && ids !== undefined)
    throw new UsageError("--random draws the variants and --only names them: give only one of the two");
  const tried =
    random === undefined
      ? chosen.map((group) => honestly(group, seed))
      : Array.from({ length: random }, (_, index) =>
          honestly(compatible(combination(allVariants, seed + index)), seed + index),
        );
  const orders = tried.map((honest) => ({ kind: "variants", honest }) as const);
  const plain = await tryHonest({ ...honestly([], 1), neighbour: false });
  const trials: VariantTrial[] = [];
  await inWorkers(orders, given.integer("jobs", 1) ?? workerCount(), (result) => {
    if (result.kind !== "variants") return;
    trials.push(result.trial);
    if (!json) terminal.out(variantRow(result.trial, plain));
  });
  const clean = trials.filter((trial) => isClean(trial, plain)).length;
  terminal.out(
    json
      ? `${JSON.stringify(trials, null, 2)}\n`
      : `\n${clean} of ${trials.length} ${random === undefined ? "variants" : "combinations"} pass every check\n`,
  );
  return clean === trials.length ? 0 : 1;
}

function named<T extends { readonly id: string }>(kind: string, id: string, all: readonly T[]): T {
  const found = all.find((one) => one.id === id);
  if (found) return found;
  const close = nearest(
    id,
    all.map((one) => one.id),
  );
  const hint = close ? `did you mean "${close}"?` : `"plumbline list ${kind}s" shows them`;
  throw new UsageError(`there is no ${kind} "${id}": ${hint}`);
}
