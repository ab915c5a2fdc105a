/**
 * Lists each id once, with the number of its occurrences if there are several, and counts the ids beyond `most`: for
 * example `["a (3 times)", "b", "and 5 more"]`.
 */
export function countedIds(ids: readonly string[], most: number): readonly string[] {
  const times = new Map<string, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  const all = [...times].map(([id, count]) => (count > 1 ? `${id} (${count} times)` : id));
  return all.length > most ? [...all.slice(0, most), `and ${all.length - most} more`] : all;
}
