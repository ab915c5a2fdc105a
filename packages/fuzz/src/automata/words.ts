import type { Automaton } from "./automaton.ts";

/**
 * Words of exact lengths. Computes once per automaton which states reach acceptance or refusal in a given number of
 * symbols.
 */
export class Words {
  readonly #automaton: Automaton;
  /** By result and remaining symbols: the states from which a word of that length has that result. */
  readonly #leading: Readonly<Record<"yes" | "no", boolean[][]>>;

  readonly #waysLeft: Readonly<Record<"yes" | "no", Ways[][]>> = { yes: [], no: [] };

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#leading = {
      yes: [[...automaton.accepting]],
      no: [automaton.accepting.map((accepting) => !accepting)],
    };
  }

  /** Whether there is a word of that length from a state that ends accepted (or refused). */
  leads(state: number, length: number, accepted: boolean): boolean {
    const rows = this.#leading[accepted ? "yes" : "no"];
    for (let done = rows.length; done <= length; done += 1) {
      const shorter = rows[done - 1] ?? [];
      rows.push(this.#automaton.next.map((row) => row.some((to) => shorter[to] === true)));
    }
    return rows[length]?.[state] ?? false;
  }

  /** A word of exactly that length, `undefined` if there is none. `pick` chooses one of so many ways to continue. */
  word(length: number, accepted: boolean, pick: (ways: number, place: number) => number, from = 0): string | undefined {
    if (!this.leads(from, length, accepted)) return undefined;
    let state = from;
    let text = "";
    for (let place = 0; place < length; place += 1) {
      const { letters, to } = this.#ways(state, length - place - 1, accepted);
      const chosen = pick(letters.length, place) % letters.length;
      text += letters[chosen] ?? "";
      state = to[chosen] ?? 0;
    }
    return text;
  }

  /**
   * The next characters of a word, each with the state that it leads to. Parallel arrays, because a walk reads
   * thousands.
   */
  #ways(state: number, left: number, accepted: boolean): Ways {
    const rows = this.#waysLeft[accepted ? "yes" : "no"];
    const row = rows[left] ?? [];
    rows[left] = row;
    const known = row[state];
    if (known !== undefined) return known;
    const ways: { readonly letters: string[]; readonly to: number[] } = { letters: [], to: [] };
    for (const [symbol, to] of (this.#automaton.next[state] ?? []).entries())
      if (this.leads(to, left, accepted))
        for (const letter of this.#automaton.symbols[symbol] ?? []) {
          ways.letters.push(letter);
          ways.to.push(to);
        }
    row[state] = ways;
    return ways;
  }
}

interface Ways {
  readonly letters: readonly string[];
  readonly to: readonly number[];
}

/** A word that uses one transition. */
export interface CoveringWord {
  readonly text: string;
  readonly state: number;
  readonly symbol: number;
}

/**
 * For every state and class that words of these lengths reach, one word that uses this transition and then ends
 * accepted (or refused), as short as the lengths allow. The two lists distinguish the automaton from every other one
 * with at most as many states (the W-method).
 */
export function coveringWords(
  automaton: Automaton,
  accepted: boolean,
  least: number,
  most: number,
): readonly CoveringWord[] {
  const words = new Words(automaton);
  const seen = new Map<string, CoveringWord>();
  for (const [state, access] of shortestWays(automaton)) {
    for (const [symbol, letters] of automaton.symbols.entries()) {
      const to = automaton.next[state]?.[symbol] ?? 0;
      const before = [...access].length + 1;
      for (let length = Math.max(least, before); length <= most; length += 1) {
        const rest = words.word(length - before, accepted, () => 0, to);
        if (rest === undefined) continue;
        const text = access + (letters[0] ?? "") + rest;
        if (!seen.has(text)) seen.set(text, { text, state, symbol });
        break;
      }
    }
  }
  return [...seen.values()];
}

function shortestWays({ next, symbols }: Automaton): ReadonlyMap<number, string> {
  const ways = new Map([[0, ""]]);
  for (const [state, access] of ways)
    for (const [symbol, to] of (next[state] ?? []).entries())
      if (!ways.has(to)) ways.set(to, access + (symbols[symbol]?.[0] ?? ""));
  return ways;
}
