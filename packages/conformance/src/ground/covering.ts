/**
 * Rows that choose one value of each factor, so that any two values of two factors occur together in one row. A factor
 * is given as its number of values. The first row has the first value of each. Pure: equal factors give equal rows.
 */
export function covering(factors: readonly number[]): readonly (readonly number[])[] {
  const missing = pairsOf(factors);
  const rows: number[][] = [];
  for (let row = factors.map(() => 0); ; row = nextRow(factors, missing)) {
    rows.push(row);
    for (const pair of pairsIn(row)) missing.delete(pair);
    if (missing.size === 0) return rows;
  }
}

const pairOf = (one: number, choice: number, other: number, second: number): string =>
  `${one}=${choice} ${other}=${second}`;

function pairsOf(factors: readonly number[]): Set<string> {
  const pairs = new Set<string>();
  factors.forEach((choices, one) => {
    factors.slice(one + 1).forEach((others, beyond) => {
      for (let choice = 0; choice < choices; choice += 1)
        for (let second = 0; second < others; second += 1) pairs.add(pairOf(one, choice, one + 1 + beyond, second));
    });
  });
  return pairs;
}

const pairsIn = (row: readonly number[]): readonly string[] =>
  row.flatMap((choice, one) =>
    row.slice(one + 1).map((second, beyond) => pairOf(one, choice, one + 1 + beyond, second)),
  );

/** Starts with a missing pair, then takes for each factor the value that adds the most missing pairs. */
function nextRow(factors: readonly number[], missing: ReadonlySet<string>): number[] {
  const [first = ""] = missing;
  const given = new Map(first.split(" ").map((part) => part.split("=").map(Number) as [number, number]));
  factors.forEach((choices, factor) => {
    if (given.has(factor)) return;
    const brought = Array.from({ length: choices }, (_, choice) => newPairs(given, factor, choice, missing));
    given.set(factor, brought.indexOf(Math.max(...brought)));
  });
  return factors.map((_, factor) => given.get(factor) ?? 0);
}

const newPairs = (
  given: ReadonlyMap<number, number>,
  factor: number,
  choice: number,
  missing: ReadonlySet<string>,
): number =>
  [...given].filter(([other, second]) =>
    missing.has(other < factor ? pairOf(other, second, factor, choice) : pairOf(factor, choice, other, second)),
  ).length;
