import { nondeterministic } from "./nondeterministic.ts";
import { parsePattern } from "./parse.ts";
import { holds, LAST_CODE_POINT } from "./ranges.ts";
import { UnsupportedPatternError } from "./unsupported-pattern-error.ts";

/** A complete deterministic automaton over classes of code points. State 0 is the start. */
export interface Automaton {
  /**
   * Code points that the pattern does not distinguish share a class. Each class lists some of them, the most readable
   * first.
   */
  readonly symbols: readonly (readonly string[])[];
  /** The next state, by state and class. */
  readonly next: readonly (readonly number[])[];
  readonly accepting: readonly boolean[];
}

/** A limit far above the states of any pattern in the contract. */
const MOST_STATES = 2_000;
const known = new Map<string, Automaton>();

/**
 * The automaton of the texts in which a pattern with the flag `u` matches.
 *
 * @throws UnsupportedPatternError
 */
export function automatonOf(pattern: string): Automaton {
  const made = known.get(pattern) ?? build(pattern);
  known.set(pattern, made);
  return made;
}

function build(pattern: string): Automaton {
  const { edges, silent, start, end } = nondeterministic(parsePattern(pattern));
  const cuts = [...new Set([0, ...edges.flatMap(({ ranges }) => ranges.flatMap(([a, b]) => [a, b + 1]))])]
    .filter((cut) => cut <= LAST_CODE_POINT)
    .sort((a, b) => a - b);
  // Ranges with the same edges form one class, even if they are far apart.
  const pieces = new Map<string, { readonly taken: ReadonlySet<number>; readonly cuts: [number, number][] }>();
  for (const [index, cut] of cuts.entries()) {
    const taken = edges.flatMap(({ ranges }, edge) => (holds(ranges, cut) ? [edge] : []));
    const key = taken.join();
    const piece = pieces.get(key) ?? { taken: new Set(taken), cuts: [] };
    piece.cuts.push([cut, (cuts[index + 1] ?? LAST_CODE_POINT + 1) - 1]);
    pieces.set(key, piece);
  }
  const classes = [...pieces.values()].flatMap((piece) => {
    const symbols = readable(piece.cuts);
    return symbols.length === 0 ? [] : [{ ...piece, symbols }];
  });
  const closure = (states: Iterable<number>): readonly number[] => {
    const all = new Set(states);
    for (const state of all) for (const other of silent.get(state) ?? []) all.add(other);
    return [...all].sort((a, b) => a - b);
  };
  const first = closure([start]);
  const numbers = new Map([[first.join(), 0]]);
  const states = [first];
  const next: number[][] = [];
  for (const state of states) {
    const here = new Set(state);
    next.push(
      classes.map(({ taken }) => {
        const after = closure(
          [...taken].flatMap((edge) => (here.has(edges[edge]?.from ?? -1) ? [edges[edge]?.to ?? 0] : [])),
        );
        const key = after.join();
        const number = numbers.get(key) ?? states.push(after) - 1;
        numbers.set(key, number);
        if (states.length > MOST_STATES) throw new UnsupportedPatternError(pattern, 0, "more states than are built");
        return number;
      }),
    );
  }
  return {
    symbols: classes.map(({ symbols }) => symbols),
    next,
    accepting: states.map((state) => state.includes(end)),
  };
}

/** Listed first, because they are readable in a report and servers often handle them wrongly. */
const FAVOURITES = [..."a0AZz9f-_g .", "\u00e9", "\u6f22", "\u{1f600}"];
const SHOWN = 24;

function readable(pieces: readonly (readonly [number, number])[]): readonly string[] {
  const found = new Set(FAVOURITES.filter((letter) => holds(pieces, letter.codePointAt(0) ?? 0)));
  for (const [first, last] of pieces)
    for (let point = Math.max(first, 0x21); point <= last && found.size < SHOWN; point += 1)
      // Skips unpaired surrogates, which are no text, and unprintable characters, which help nobody.
      if ((point < 0x7f || point > 0xa0) && (point < 0xd8_00 || point > 0xdf_ff))
        found.add(String.fromCodePoint(point));
  if (found.size === 0)
    for (const [first] of pieces) if (first < 0xd8_00 || first > 0xdf_ff) found.add(String.fromCodePoint(first));
  return [...found];
}
