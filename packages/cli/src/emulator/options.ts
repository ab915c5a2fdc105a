/** What a server in a process of its own is to be like; each is the flag of `plumbline serve` of that name. */
export interface ReferenceProcessOptions {
  /** "neutral", "atlas" or a file of names. @default "neutral" */
  readonly profile?: string;
  /** Decides the ids of the seeded world. @default 1 */
  readonly seed?: number;
  /** A file with the world that the server is to hold. @default the seeded one */
  readonly world?: string;
  /** The moment at which it begins, such as "2026-01-01T00:00:00Z". @default the machine's time */
  readonly clock?: string;
  /** How many times as fast snapshots, outages, tokens and the like get done. @default 1 */
  readonly speed?: number;
  /** Takes digests whose uri leaves out the query. @default false */
  readonly lenient?: boolean;
  /** Milliseconds before each answer. @default 0 */
  readonly latency?: number;
  /** Ids of ways to be wrong. @default none */
  readonly faults?: readonly string[];
  /** Ids of other ways to be right. @default none */
  readonly variants?: readonly string[];
  /** A folder that keeps the state. @default none */
  readonly data?: string;
  /** An address that notifications of alerts are posted to. @default none */
  readonly notificationSink?: string;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default a free one */
  readonly port?: number;
  /** A file that a line for each request is added to. @default none */
  readonly accessLog?: string;
  /** Variables that the process gets beside those of this one. @default none */
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds that it may take to get ready. @default 60_000 */
  readonly startTimeout?: number;
}

/** The arguments that say so to the program. */
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
