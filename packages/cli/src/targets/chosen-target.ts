import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The environment variable that names the target if no flag does. */
const TARGET_VARIABLE = "PLUMBLINE_TARGET";

/** Target files that are used if neither a flag nor the variable names a target. */
const TARGET_FILES = ["plumbline.yml", "plumbline.yaml", "target.yml", "target.yaml"] as const;

const NEXT = `name it with --target TARGET or ${TARGET_VARIABLE}, as a URL, a target file, reference or prism`;

/**
 * The flags with the chosen target: that of the flag, of the variable or of a target file in the folder, in this order.
 * If none names one, the target stays open, which means the bundled reference. In CI that is an error, because a
 * pipeline must not pass when its author forgot the flag.
 * @throws UsageError in CI without any target, and if the folder has several target files.
 */
export function withChosenTarget(
  given: Given,
  terminal: Terminal,
  otherwise: "or-reference" | "named" = "or-reference",
  folder = ".",
): Given {
  if (given.has("target")) return given;
  const say = (text: string): void => void (given.has("quiet") || terminal.note(`target: ${text}\n`));
  const { target, from } = chosenOtherwise(terminal.environment, folder) ?? {};
  if (target !== undefined) {
    say(from ?? target);
    return naming(target, given);
  }
  if (isSet(terminal.environment["CI"]))
    throw new UsageError(
      `no target is named, and in CI (CI=${terminal.environment["CI"]}) the run does not fall back to the bundled reference: ${NEXT}`,
    );
  if (otherwise === "or-reference")
    say(`the bundled reference (no --target, no ${TARGET_VARIABLE}, no target.yml here)`);
  return given;
}

interface Chosen {
  readonly target: string;
  /** Where the target comes from, for a note of one line. */
  readonly from: string;
}

function chosenOtherwise(environment: Terminal["environment"], folder: string): Chosen | undefined {
  const named = environment[TARGET_VARIABLE];
  if (named) return { target: named, from: `the value of ${TARGET_VARIABLE}` };
  const files = TARGET_FILES.filter((name) => existsSync(join(folder, name)));
  if (files.length > 1)
    throw new UsageError(`this folder has several target files (${files.join(", ")}): name one with --target`);
  return files[0] === undefined
    ? undefined
    : { target: join(folder, files[0]), from: `${files[0]} of this folder (--target names another)` };
}

/** Whether a variable such as CI is set; `false`, `0` and `no` mean that it is not, as in the tools that set it. */
const isSet = (value: string | undefined): boolean => value !== undefined && !/^(|0|false|no)$/i.test(value);

function naming(target: string, given: Given): Given {
  return {
    ...given,
    has: (name) => name === "target" || given.has(name),
    one: (name) => (name === "target" ? target : given.one(name)),
    all: (name) => (name === "target" ? [target] : given.all(name)),
  };
}
