import MiniSearch from "minisearch";
import type { SearchEntry } from "../contents/search-entries.ts";

/** Results that are shown; with more, the user should refine the search. */
export const MOST = 30;
const SPLIT = /[^\p{L}\p{N}]+/u;

/** Finds entries by the beginnings of one or several words, and by words with a wrong letter. */
export type Find = (asked: string) => readonly SearchEntry[];

/** Users mostly look for rules; a fault describes the same point from the other side. */
const WEIGHTS: Readonly<Record<string, number>> = { rule: 1.5, area: 1.5, operation: 1.3, text: 1, fault: 0.7 };

/** Creates the search function. The index is built in the browser, which takes less time than loading it. */
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

/** Rules of the fuzzer weigh less, because nearly always another rule covers the same point. */
const OF_FUZZER = 0.3;

function weightOf(entry: SearchEntry | undefined): number {
  const [kind = "", title = ""] = entry ?? [];
  return (WEIGHTS[kind] ?? 1) * (title.startsWith("FUZZ-") ? OF_FUZZER : 1);
}

/** The words in a name such as `itemsPerPage`. */
function partsOf(word: string): readonly string[] {
  const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/);
  return parts.length === 1 ? [] : parts;
}
