import type { HeaderList } from "@plumbline/client";

/** A target that says something else each time gets no more of them than this remembered. */
const MOST = 20_000;

/**
 * Equal texts as one: nearly all fields of heads and most bodies of a run have been there before, and a report that holds
 * each once takes a fifth of the memory.
 */
export class SharedTexts {
  readonly #texts = new Map<string, string>();
  readonly #fields = new Map<string, HeaderList[number]>();

  text(text: string): string {
    return shared(this.#texts, text, text);
  }

  /** A head of which each field is shared. */
  head(head: HeaderList): HeaderList {
    // A name holds no line feed.
    return head.map((field) => shared(this.#fields, `${field[0]}\n${field[1]}`, field));
  }
}

function shared<T>(known: Map<string, T>, key: string, value: T): T {
  const there = known.get(key);
  if (there !== undefined) return there;
  if (known.size >= MOST) known.clear();
  known.set(key, value);
  return value;
}
