import { parseJson } from "./json-text.ts";

/** What is kept of the JSON of an answer of so many bytes. */
export type KeepJson = (json: unknown, bytes: number) => unknown;

/** Bytes of a body that is worth remembering. */
const LARGE = 262_144;

/** Reads bodies as JSON; a large one that comes again right after itself is read once, as it takes a third of a second. */
export class JsonReader {
  readonly #keep: KeepJson;
  #last: { readonly text: string; readonly json: unknown } | undefined;

  constructor(keep: KeepJson = (json) => json) {
    this.#keep = keep;
  }

  read(text: string, bytes: number): unknown {
    if (bytes < LARGE) return this.#keep(parseJson(text), bytes);
    if (this.#last?.text !== text) this.#last = { text, json: this.#keep(parseJson(text), bytes) };
    return this.#last.json;
  }
}
