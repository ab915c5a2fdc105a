/** The number of a shard, and how many there are. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

const SHARD = /^shard (\d+)\/(\d+)$/u;

/** The shard that each part of a run's selection names, `undefined` for a part that names something else. */
export function shardsIn(selection: string): readonly (Shard | undefined)[] {
  return selection.split("; ").map((part) => {
    const [, index, of] = SHARD.exec(part) ?? [];
    return index === undefined ? undefined : { index: Number(index), of: Number(of) };
  });
}
