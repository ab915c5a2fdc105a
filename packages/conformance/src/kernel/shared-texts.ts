import type { HeaderList } from "@plumbline/client";

/** The most remembered texts, for a target whose answers are always different. */
const MOST = 20_000;
/** The most names of header fields; all their values together are limited like the texts. */
const MOST_NAMES = 200;
const MOST_OF_NAME = MOST / MOST_NAMES;

/**
 * Stores equal texts once: nearly all header fields and most bodies of a run repeat, and the report then needs a fifth
 * of the memory.
 */
export class SharedTexts {
  readonly #texts = new Map<string, string>();
  /** Header fields by name: a joined key of name and value would cost more than it saves. */
  readonly #fields = new Map<string, Map<string, HeaderList[number]>>();

  text(text: string): string {
    return shared(this.#texts, text, text);
  }

  /** The same headers with every field shared. */
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
