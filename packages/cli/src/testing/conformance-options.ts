import type { Risk } from "@plumbline/conformance";
import type { Level } from "@plumbline/report";
import type { InterfaceVersion } from "@plumbline/schemas";

/** One value, or several. */
type Some<T> = T | readonly T[];

/** The flags of `plumbline run` for the target and the checks, by name. */
export interface ConformanceOptions {
  /** The names that the target uses: `neutral`, `atlas` or a file. @default "neutral" */
  readonly profile?: string | undefined;
  /** The date of version 2 to request. @default "2025-01-01" */
  readonly "accept-date"?: string | undefined;
  /** Address of metrics discovery, for a URL target. */
  readonly "metrics-url"?: string | undefined;
  /** The project to test, for a URL target. */
  readonly group?: string | undefined;
  /** Permissions besides reading. @default none */
  readonly allow?: Some<Exclude<Risk, "read">> | undefined;
  /** Faults of the reference to switch on. */
  readonly fault?: Some<string> | undefined;
  /** Variants of the reference to switch on: different, but correct behaviour. */
  readonly variant?: Some<string> | undefined;
  /** A file of certificates to trust, in PEM. */
  readonly ca?: string | undefined;
  /** The beginning of every variable that a target file may name. */
  readonly "env-prefix"?: string | undefined;
  /** Most requests per second. */
  readonly rate?: number | string | undefined;
  /** How many records may stay, such as `createCluster=2`. */
  readonly limit?: Some<string> | undefined;
  /** Only these requirements; `PAGE-*` selects several. */
  readonly only?: Some<string> | undefined;
  /** Leave out these requirements. */
  readonly skip?: Some<string> | undefined;
  /** Only requirements of these areas, such as `PAGE`. */
  readonly area?: Some<string> | undefined;
  readonly level?: Some<Level> | undefined;
  /** Only `stated`, `derived`, `derived:D1` ... or `not-shown`. */
  readonly basis?: Some<string> | undefined;
  /** Only checks of these operations. */
  readonly operation?: Some<string> | undefined;
  /** Only checks of these interface versions. */
  readonly interface?: Some<InterfaceVersion> | undefined;
  /** Only checks of these risks. */
  readonly risk?: Some<Risk> | undefined;
  /** Part I of N, as `I/N`. */
  readonly shard?: string | undefined;
  /** `requests=N,seconds=S`: leaves out the least valuable checks. */
  readonly budget?: string | undefined;
  /** Do not fail a test because of checks that could not run. @default false: one test fails and counts them */
  readonly allowIncomplete?: boolean | undefined;
}

/** The options as arguments of the command line. */
export function flagsOf(target: string, { allowIncomplete: _, ...options }: ConformanceOptions): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, [value].flat().join(",")],
  );
  return ["--target", target, ...flags];
}
