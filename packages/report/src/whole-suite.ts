import { shardsIn } from "./shards-in.ts";

/** Whether a run's selection is complete: there is none, or it consists of all the shards of a whole run, merged. */
export function isWholeSuite(selection: string | undefined): boolean {
  if (selection === undefined) return true;
  const shards = shardsIn(selection);
  const wholes = new Set(shards.map((shard) => shard?.of));
  const seen = new Set(shards.map((shard) => shard?.index));
  const [of] = wholes;
  return wholes.size === 1 && of !== undefined && seen.size === of;
}
