const began = Date.now().toString(36);
let drawn = 0;

/** A new name without the mark, for records that no operation removes. Each run uses other names. */
export function shortName(): string {
  drawn += 1;
  return `plumbline-${began}-${drawn}`;
}
