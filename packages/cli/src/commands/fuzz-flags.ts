/** Flags of the fuzzer that `fuzz` and `run --fuzz` share. */
export const SEED_FLAG = {
  value: "N",
  help: "determines every random choice (default: from the clock; the run prints it)",
} as const;

/** The flag for the percentage of the contract that must be proven. */
export const COVERAGE_FLAG = {
  value: "PERCENT",
  help: "exit 1 if less of the contract is proven",
} as const;

/** The flag that names the corpus folder. */
export const CORPUS_FLAG = {
  value: "DIR",
  help: "send requests stored in DIR first, and store failures and new kinds of answers there",
} as const;

/** Flags that have an effect only with `run --fuzz`. */
export const WITH_FUZZ = {
  seed: { ...SEED_FLAG, help: `with --fuzz: ${SEED_FLAG.help}` },
  corpus: { ...CORPUS_FLAG, help: `with --fuzz: ${CORPUS_FLAG.help}` },
  coverage: { ...COVERAGE_FLAG, help: `with --fuzz: ${COVERAGE_FLAG.help}` },
} as const;
