import { answered, type Exchange, parseJson } from "@plumbline/client";
import { type Fields, isContainer } from "../ground/json.ts";

/** Keys that are remembered, and how long a text has to be so that finding it is no chance. */
const MOST_KEYS = 100;
const SHORTEST = 9;
/** How many characters at the end of a key are shown. */
const SHOWN = 4;

/** What an answer shows of the keys that were sent: nothing, their ends, or one in the clear. */
export type Shown = "nothing" | "masked" | "clear";

/** Remembers keys that requests carried, which answers show masked at most, whichever request they answer. */
export class SentKeys {
  readonly #name: string;
  readonly #keys = new Set<string>();

  /** @param name the member of a body that holds a key, in the target's words */
  constructor(name: string) {
    this.#name = name;
  }

  /** Takes in an exchange; what its answer shows. */
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
