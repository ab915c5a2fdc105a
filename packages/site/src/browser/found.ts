import MiniSearch from "minisearch";
import type { SearchEntry } from "../contents/search-entries.ts";

/** Results that are shown; more than these are a reason to ask otherwise. */
export const MOST = 30;
const SPLIT = /[^\p{L}\p{N}]+/u;

/** Finds entries by their beginnings of words, by several, and by words with a letter wrong. */
export type Find = (asked: string) => readonly SearchEntry[];

/** Rules are what most people come for; a fault says the same from the other side. */
const WEIGHTS: Readonly<Record<string, number>> = { rule: 1.5, area: 1.5, operation: 1.3, text: 1, fault: 0.7 };

/** Makes what finds entries: the index is made of them where they are read, which takes less than to load it. */
export function finder(entries: readonly SearchEntry[]): Find {
  const index = new MiniSearch<{ readonly id: number; readonly title: string; readonly words: string }>({
    fields: ["title", "words"],
    tokenize: (text) => text.split(SPLIT).flatMap((word) => [word, ...partsOf(word)]),
    searchOptions: {
      boost: { title: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
      tokenize: (text) => text.split(SPLIT),
    },
  });
  index.addAll(entries.map(([, title, words], id) => ({ id, title, words })));
  return (asked) => {
    const wanted = asked.trim().toLowerCase();
    if (wanted === "") return [];
    const named = entries.filter(([, title]) => title.toLowerCase() === wanted);
    const found = index.search(wanted, { boostDocument: (id) => weightOf(entries[Number(id)]) });
    const others = found.map(({ id }) => entries[Number(id)]).filter((entry) => entry !== undefined);
    return [...new Set([...named, ...others])].slice(0, MOST);
  };
}

/** What the fuzzer asks is asked by a rule of its own as well, nearly always. */
const OF_FUZZER = 0.3;

function weightOf(entry: SearchEntry | undefined): number {
  const [kind = "", title = ""] = entry ?? [];
  return (WEIGHTS[kind] ?? 1) * (title.startsWith("FUZZ-") ? OF_FUZZER : 1);
}

/** The words of a name such as `itemsPerPage`. */
function partsOf(word: string): readonly string[] {
  const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/);
  return parts.length === 1 ? [] : parts;
}
