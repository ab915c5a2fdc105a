/**
 * The candidate that a mistyped word most likely means: the closest one that begins with the word; otherwise the
 * closest by Levenshtein distance; otherwise the one with the longest common prefix. `undefined` if there is none.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let close: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  let alike: string | undefined;
  let most = SHARED_AT_LEAST - 1;
  for (const candidate of candidates) {
    const distance = distanceBetween(wanted, candidate.toLowerCase());
    if (distance < least) [close, least] = [candidate, distance];
    const shared = sharedBeginning(wanted, candidate.toLowerCase());
    if (shared > most) [alike, most] = [candidate, shared];
  }
  if (close?.toLowerCase().startsWith(wanted)) return close;
  return alike?.toLowerCase().startsWith(wanted) ? alike : (close ?? alike);
}

const SHARED_AT_LEAST = 4;

function sharedBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
