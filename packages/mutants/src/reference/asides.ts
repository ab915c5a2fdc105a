/**
 * Folders and files of the reference that are not mutated, because a change there makes no different server, and why.
 */
export const NOT_MUTATED: readonly { readonly name: string; readonly file: RegExp; readonly reason: string }[] = [
  { name: "faults", file: /^faults\//, reason: "wrong on purpose, and no part of an honest server" },
  { name: "variants", file: /^variants\//, reason: "right in another way, and no part of the server as it is" },
  {
    name: "seed",
    file: /^world\/seed/,
    reason: "the records that there are at the start: another choice makes another world, not another server",
  },
  {
    name: "own-world",
    file: /^(own-world\/|duration\.ts$)/,
    reason:
      "what a person's own file puts into the world at the start, and how a mistake in it is told: a run has none",
  },
];
