import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

/** Packages whose sources can be mutated. The suite judges the reference; the tests of the others judge them. */
export const PACKAGES = ["reference", "conformance", "client", "fuzz"] as const;

/** A package whose sources can be mutated. */
export type PackageName = (typeof PACKAGES)[number];

/** The parsed command line. */
export interface Asked {
  readonly packageName: PackageName;
  readonly sample: number;
  readonly seed: number;
  readonly jobs: number;
  /** Ids of mutants; if there are any, no sample is drawn. */
  readonly only: readonly string[];
  /** Files and folders below `src` from which mutants are drawn; empty for all. */
  readonly under: readonly string[];
}

/** The output of `npm run mutants -- --help`. */
export const HELP = `npm run mutants -- [options]

  --package NAME  ${PACKAGES.join(", ")} (default: ${PACKAGES[0]})
  --sample N      how many mutants to try (default: 300)
  --seed N        which of them (default: 1)
  --only ID       these instead, by the ids that a run prints; commas separate, and it may be repeated
  --under PATH    draw from these files and folders below src; commas separate, and it may be repeated
  --jobs N        processes to work in (default: one per core)
  --help          this

Exit code: 0 every survivor is explained in packages/mutants/explained.yml; 1 one is not, or an explanation is out of date; 2 wrong usage;
3 the sources as they are do not pass.
`;

/**
 * Parses the command line; "help" if it asks for the help text.
 * @throws UsageError for an invalid argument.
 */
export function readArguments(args: readonly string[]): Asked | "help" {
  const { values, positionals } = parsed(args);
  if (values.help === true) return "help";
  const [word] = positionals;
  if (word !== undefined) throw new UsageError(`"${word}" belongs to no option`);
  return {
    packageName: packageNamed(once("package", values.package) ?? PACKAGES[0]),
    sample: integer("sample", values.sample, 1) ?? 300,
    seed: integer("seed", values.seed, 0) ?? 1,
    jobs: integer("jobs", values.jobs, 1) ?? availableParallelism(),
    only: listed(values.only),
    under: listed(values.under).map((path) => path.replace(/^src\//, "").replace(/\/$/, "")),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: "string", multiple: true } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        package: text,
        sample: text,
        seed: text,
        jobs: text,
        only: text,
        under: text,
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const listed = (given: readonly string[] = []): readonly string[] =>
  given.flatMap((text) => text.split(",")).flatMap((text) => text.trim() || []);

function once(name: string, given: readonly string[] | undefined): string | undefined {
  if (given !== undefined && given.length > 1) throw new UsageError(`--${name} was given ${given.length} times`);
  return given?.[0];
}

function integer(name: string, given: readonly string[] | undefined, least: number): number | undefined {
  const text = once(name, given);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new UsageError(`--${name} takes an integer of at least ${least}, received "${text}"`);
  return Number(text);
}

function packageNamed(text: string): PackageName {
  const found = PACKAGES.find((name) => name === text);
  if (found === undefined) throw new UsageError(`--package takes one of ${PACKAGES.join(", ")}, received "${text}"`);
  return found;
}
