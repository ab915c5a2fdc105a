const SHARD = /^shard (\d+)\/(\d+)$/u;

/** Whether a run's selection is complete: there is none, or it consists of all the shards of a whole run, merged. */
export function isWholeSuite(selection: string | undefined): boolean {
  if (selection === undefined) return true;
  const shards = selection.split("; ").map((part) => SHARD.exec(part));
  const wholes = new Set(shards.map((shard) => shard?.[2]));
  const seen = new Set(shards.map((shard) => Number(shard?.[1])));
  const [of] = wholes;
  return wholes.size === 1 && of !== undefined && seen.size === Number(of);
}
