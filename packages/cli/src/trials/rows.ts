import { type FaultTrial, isClean, type VariantTrial } from "./trial.ts";

/** One line about the trial of a fault. */
export function faultRow({ fault, violates, extra, missing }: FaultTrial): string {
  const notes = [
    ...(missing.length > 0 ? [`not noticed by ${missing.join(", ")}`] : []),
    ...(extra.length > 0 ? [`${extra.join(", ")} failed too`] : []),
  ];
  return `${notes.length === 0 ? "✔" : "✘"} ${fault.padEnd(6)} ${violates.join(", ")}${notes.length > 0 ? `: ${notes.join("; ")}` : ""}\n`;
}

/** One line about the trial of a variant, and one more for each check that failed or could not run. */
export function variantRow(trial: VariantTrial, plain: VariantTrial): string {
  const { variant, profile, seed, sparse, neighbour, outcome, alarms, unexamined, milliseconds } = trial;
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`;
  const lines = alarms.map(
    ({ check, expected, received }) => `    ${check}: expected ${expected}, received ${received}\n`,
  );
  const gone = sparse || neighbour ? [] : unexamined.filter((check) => !plain.unexamined.includes(check));
  const gaps = gone.map((check) => `    ${check}: could not run\n`);
  const sign = isClean(trial, plain) ? "✔" : "✘";
  const beside = neighbour ? ", beside a neighbour" : "";
  return `${sign} ${variant}  ${outcome}, ${profile}, seed ${seed}${beside}, ${seconds}\n${lines.join("")}${gaps.join("")}`;
}

/** How much of the catalogue the faults prove. */
export interface Score {
  /** How many requirements a fault can make fail. */
  readonly breakable: number;
  readonly proven: readonly string[];
  readonly unproven: readonly string[];
  /** Requirements listed as unbreakable that a fault made fail: the list is wrong about these. */
  readonly provenAfterAll: readonly string[];
}

/** The result of all trials for the requirements of the suite. */
export function scoreOf(
  trials: readonly FaultTrial[],
  provable: readonly string[],
  unbreakable: Readonly<Record<string, string>>,
): Score {
  const red = new Set(trials.flatMap(({ violates, missing }) => violates.filter((id) => !missing.includes(id))));
  const breakable = provable.filter((id) => !Object.hasOwn(unbreakable, id));
  return {
    breakable: breakable.length,
    proven: breakable.filter((id) => red.has(id)),
    unproven: breakable.filter((id) => !red.has(id)),
    provenAfterAll: Object.keys(unbreakable).filter((id) => red.has(id)),
  };
}
