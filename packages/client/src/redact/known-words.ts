import { createHash } from "node:crypto";
import { DigestFilter } from "./digest-filter.ts";
import type { Span } from "./spans.ts";

/**
 * Remembers any number of tokens in bounded memory, each only as a whole word. The redactor knows the first few secrets
 * in every encoding, which costs time for every text. A proxy may see thousands more, and those are only in this
 * filter.
 */
export class KnownWords {
  #words: DigestFilter | undefined;

  add(word: string): void {
    this.#words ??= new DigestFilter();
    this.#words.add(digestOf(word));
  }

  /** Every place where the text has one of the words, bounded by characters that no token has. */
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

/** Characters of a token68 (RFC 9110, section 11.2), and those of them that do not separate parts of a path. */
const WORD = /[\w.~+/-]{16,}/g;
const PART = /[\w.~-]{16,}/g;
