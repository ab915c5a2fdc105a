import { answered, type Exchange, parseJson } from "@plumbline/client";
import { type Fields, isContainer } from "../ground/json.ts";

/** The most keys that are remembered, and the shortest text that cannot occur in an answer by chance. */
const MOST_KEYS = 100;
const SHORTEST = 9;
/** The characters at the end of a key that a masked key shows. */
const SHOWN = 4;

/** How an answer shows the keys that were sent: not at all, masked except for their ends, or one in the clear. */
export type Shown = "nothing" | "masked" | "clear";

/** Remembers the keys that requests carried. Every answer must mask them, no matter which request it answers. */
export class SentKeys {
  readonly #name: string;
  readonly #keys = new Set<string>();

  /** @param name the member of a body that holds a key, in the target's words */
  constructor(name: string) {
    this.#name = name;
  }

  /** Processes an exchange and returns how its answer shows the keys. */
  hear(exchange: Exchange): Shown {
    const { body } = exchange.request;
    if (body?.includes(`"${this.#name}"`)) for (const key of this.#keysIn(parseJson(body))) this.#remember(key);
    if (this.#keys.size === 0 || !answered(exchange)) return "nothing";
    const text = exchange.response.body;
    const keys = [...this.#keys];
    if (keys.some((key) => text.includes(key))) return "clear";
    return text.includes(`"${this.#name}"`) && keys.some((key) => text.includes(`${key.slice(-SHOWN)}"`))
      ? "masked"
      : "nothing";
  }

  #keysIn(json: unknown): readonly string[] {
    if (!isContainer(json)) return [];
    return Object.entries(json as Fields).flatMap(([name, value]) =>
      name === this.#name && typeof value === "string" ? [value] : this.#keysIn(value),
    );
  }

  #remember(key: string): void {
    const isPlain = JSON.stringify(key) === `"${key}"`;
    if (key.length >= SHORTEST && isPlain && this.#keys.size < MOST_KEYS) this.#keys.add(key);
  }
}
