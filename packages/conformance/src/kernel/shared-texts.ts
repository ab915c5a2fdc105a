import type { HeaderList } from "@plumbline/client";

/** A target that says something else each time gets no more of them than this remembered. */
const MOST = 20_000;
/** Fields of heads: as many in all. */
const MOST_NAMES = 200;
const MOST_OF_NAME = MOST / MOST_NAMES;

/**
 * Equal texts as one: nearly all fields of heads and most bodies of a run have been there before, and a report that holds
 * each once takes a fifth of the memory.
 */
export class SharedTexts {
  readonly #texts = new Map<string, string>();
  /** Fields of heads by name: to join both into one key would cost more than what is saved. */
  readonly #fields = new Map<string, Map<string, HeaderList[number]>>();

  text(text: string): string {
    return shared(this.#texts, text, text);
  }

  /** A head of which each field is shared. */
  head(head: HeaderList): HeaderList {
    return head.map((field) => this.#field(field));
  }

  #field(field: HeaderList[number]): HeaderList[number] {
    const [name, value] = field;
    let known = this.#fields.get(name);
    if (known === undefined) {
      if (this.#fields.size >= MOST_NAMES) this.#fields.clear();
      known = new Map();
      this.#fields.set(name, known);
    }
    return shared(known, value, field, MOST_OF_NAME);
  }
}

function shared<T>(known: Map<string, T>, key: string, value: T, most = MOST): T {
  const there = known.get(key);
  if (there !== undefined) return there;
  if (known.size >= most) known.clear();
  known.set(key, value);
  return value;
}
