import type { Risk } from "@plumbline/conformance";
import type { Level } from "@plumbline/report";
import type { InterfaceVersion } from "@plumbline/schemas";

/** One value, or several. */
type Some<T> = T | readonly T[];

/** What the flags of `plumbline run` say of the target and of the checks, by their names. */
export interface ConformanceOptions {
  /** Names that the target speaks: `neutral`, `atlas` or a file. @default "neutral" */
  readonly profile?: string | undefined;
  /** The date of version 2 to ask for. @default "2025-01-01" */
  readonly "accept-date"?: string | undefined;
  /** Address of metrics discovery, for a URL. */
  readonly "metrics-url"?: string | undefined;
  /** The project to address, for a URL. */
  readonly group?: string | undefined;
  /** What a run may do besides reading. @default none */
  readonly allow?: Some<Exclude<Risk, "read">> | undefined;
  /** Faults of the reference to switch on. */
  readonly fault?: Some<string> | undefined;
  /** Other ways to be right of the reference to switch on. */
  readonly variant?: Some<string> | undefined;
  /** A file of certificates to trust, PEM. */
  readonly ca?: string | undefined;
  /** How each variable begins that a target file may name. */
  readonly "env-prefix"?: string | undefined;
  /** Requests per second at most. */
  readonly rate?: number | string | undefined;
  /** Records that may stay, such as `createCluster=2`. */
  readonly limit?: Some<string> | undefined;
  /** These requirements; `PAGE-*` takes all that begin so. */
  readonly only?: Some<string> | undefined;
  /** Not these requirements. */
  readonly skip?: Some<string> | undefined;
  /** Requirements of these areas, such as `PAGE`. */
  readonly area?: Some<string> | undefined;
  readonly level?: Some<Level> | undefined;
  /** `stated`, `derived`, `derived:D1` ... or `not-shown`. */
  readonly basis?: Some<string> | undefined;
  /** Checks of these operations. */
  readonly operation?: Some<string> | undefined;
  /** Checks of these interface versions. */
  readonly interface?: Some<InterfaceVersion> | undefined;
  /** Checks that do no more than this. */
  readonly risk?: Some<Risk> | undefined;
  /** Part I of N, as `I/N`. */
  readonly shard?: string | undefined;
  /** `requests=N,seconds=S`: leaves out what is worth least. */
  readonly budget?: string | undefined;
  /** Whether checks that could not run fail no test. @default false: one test fails that says how many there are */
  readonly allowIncomplete?: boolean | undefined;
}

/** The same as arguments of the command line. */
export function flagsOf(target: string, { allowIncomplete: _, ...options }: ConformanceOptions): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, [value].flat().join(",")],
  );
  return ["--target", target, ...flags];
}
