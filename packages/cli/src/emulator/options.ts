/** Options of a server in its own process; each is the flag of `plumbline serve` with that name. */
export interface ReferenceProcessOptions {
  /** "neutral", "atlas" or the path of a profile file. @default "neutral" */
  readonly profile?: string;
  /** Determines the ids of the seeded world. @default 1 */
  readonly seed?: number;
  /** A file with the records that the server starts with. @default the seeded ones */
  readonly world?: string;
  /** The time at which the server's clock starts, such as "2026-01-01T00:00:00Z". @default the machine's time */
  readonly clock?: string;
  /** How many times as fast snapshots, outages, tokens and other slow operations finish. @default 1 */
  readonly speed?: number;
  /** Accepts digests whose uri lacks the query. @default false */
  readonly lenient?: boolean;
  /** Milliseconds before each answer. @default 0 */
  readonly latency?: number;
  /** Ids of faults to switch on. @default none */
  readonly faults?: readonly string[];
  /** Ids of variants to switch on: different, but correct behaviour. @default none */
  readonly variants?: readonly string[];
  /** A folder that keeps the state across restarts. @default none */
  readonly data?: string;
  /** An address to which the server posts all alert notifications. @default none */
  readonly notificationSink?: string;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default a free port */
  readonly port?: number;
  /** A file to which the server appends a line for each request. @default none */
  readonly accessLog?: string;
  /** Environment variables for the process, in addition to those of this one. @default none */
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds in which the server must become ready. @default 60_000 */
  readonly startTimeout?: number;
}

/** The arguments of `plumbline` for these options. */
export function serveArguments(options: ReferenceProcessOptions): readonly string[] {
  const { faults = [], variants = [], lenient = false } = options;
  const { profile, seed, world, clock, speed, latency, data, notificationSink, host, port, accessLog } = options;
  const stated = Object.entries({
    profile,
    seed,
    world,
    clock,
    speed,
    latency,
    data,
    "notification-sink": notificationSink,
    host,
    port,
    "access-log": accessLog,
  }).flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}=${value}`]));
  return [
    "serve",
    ...["--json", "--quiet", "--control=0", "--end-with-stdin"],
    ...stated,
    ...faults.map((id) => `--fault=${id}`),
    ...variants.map((id) => `--variant=${id}`),
    ...(lenient ? ["--lenient"] : []),
  ];
}
