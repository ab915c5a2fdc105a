import type { Risk, Selection, Target } from "@plumbline/conformance";
import { FAMILIES, type Family, type FuzzOptions, KNOWN_SET } from "@plumbline/fuzz";
import { isOperationId, type RouteVersion } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

/** The settings of a fuzzing run that come from flags and not from the target. */
export interface FuzzSettings
  extends Pick<FuzzOptions, "seed" | "requests" | "shard" | "dryAfter" | "endless" | "operations"> {
  readonly seconds?: number;
  /**
   * The interface versions to include; by default all that the target has. `risks` likewise, by default all that it
   * permits.
   */
  readonly versions?: readonly RouteVersion[];
  readonly risks?: readonly Risk[];
}

const REQUESTS = 2_000;
/** The number of requests when only a time limit is given: practically unlimited. */
const MANY = 1_000_000;
const DRY = 500;

/**
 * The settings that the flags ask for. Without `--seed`, the seed comes from the clock.
 * @throws UsageError for a value that makes no sense.
 */
export function fuzzSettings(given: Given): FuzzSettings {
  const seconds = given.integer("time", 1);
  const operations = given.all("operation")?.filter(isOperationId);
  const shard = shardOf(given.one("shard"));
  return {
    seed: seedOf(given),
    requests: given.integer("requests", 1) ?? (seconds === undefined ? REQUESTS : MANY),
    ...(seconds === undefined ? {} : { seconds }),
    ...(operations && { operations }),
    ...(shard && { shard }),
    ...(given.has("stop-when-dry") ? { dryAfter: DRY } : {}),
    // A user who names a number or a time wants all of it used.
    endless: given.has("requests") || seconds !== undefined,
  };
}

/** The settings of campaigns that follow the checks of a run, for the same operations, versions and risks. */
export function settingsWithin(
  { operations, versions, risks, budget }: Selection,
  requests: number,
  given: Given,
): FuzzSettings {
  return {
    seed: seedOf(given),
    requests,
    endless: true,
    ...(budget?.seconds === undefined ? {} : { seconds: budget.seconds }),
    ...(operations && { operations }),
    ...(versions && { versions }),
    ...(risks && { risks }),
  };
}

const seedOf = (given: Given): number => given.integer("seed", 0) ?? Date.now() % 1_000_000;

function shardOf(text: string | undefined): FuzzOptions["shard"] {
  if (text === undefined) return undefined;
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (!(shard.index >= 1 && shard.index <= shard.of))
    throw new UsageError(`--shard takes I/N with 1 <= I <= N, such as 2/4, received "${text}"`);
  return shard;
}

/**
 * The families, risks and versions that a target permits: no request that leaves records behind or uses up a quota,
 * unless `allow` names it. A mock gets no violation that an OpenAPI 3.0 document cannot express.
 */
export function targetSettings({
  allow,
  credentials,
  mock,
  versions,
}: Target): Pick<FuzzOptions, "families" | "risks" | "versions" | "without"> {
  const may = (family: Family): boolean => {
    if (family === "lasting") return allow.has("irreversible") && allow.has("costly");
    return family !== "tokens" || (allow.has("quota") && credentials.serviceAccount !== undefined);
  };
  return {
    families: FAMILIES.filter(may),
    risks: allow,
    versions: [...versions, "standalone"],
    ...(mock ? { without: ["dependentRequired", "if", KNOWN_SET] } : {}),
  };
}
