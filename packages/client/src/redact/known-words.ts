import { createHash } from "node:crypto";
import { DigestFilter } from "./digest-filter.ts";
import type { Span } from "./spans.ts";

/**
 * Any number of tokens in bounded memory, each known as the whole word that it is. The few that are learnt first are known in
 * every encoding, which costs every text some time; of thousands, as a proxy may see them, only this is asked.
 */
export class KnownWords {
  #words: DigestFilter | undefined;

  add(word: string): void {
    this.#words ??= new DigestFilter();
    this.#words.add(digestOf(word));
  }

  /** Every place of the text that holds one, bounded by what belongs to no token. */
  find(text: string): readonly Span[] {
    const words = this.#words;
    if (words === undefined) return NONE;
    return [WORD, PART].flatMap((pattern) =>
      Array.from(text.matchAll(pattern)).flatMap(({ 0: word, index }): readonly Span[] =>
        words.mayHave(digestOf(word)) ? [[index, index + word.length]] : [],
      ),
    );
  }
}

const NONE: readonly Span[] = [];
const digestOf = (word: string): string => createHash("sha256").update(word.replace(/=+$/, "")).digest("hex");

/** Characters of a token68 (RFC 9110, section 11.2), and those of them that bound no part of a path. */
const WORD = /[\w.~+/-]{16,}/g;
const PART = /[\w.~-]{16,}/g;
