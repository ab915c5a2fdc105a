const began = Date.now().toString(36);
let drawn = 0;

/** A name that nothing has, without the mark: for what nothing removes, each run brings names of its own. */
export function shortName(): string {
  drawn += 1;
  return `plumbline-${began}-${drawn}`;
}
