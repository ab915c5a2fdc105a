/** One message as it passed: its fields as on the wire, and the bytes of its body as far as they are kept. */
export interface Message {
  /** Names and values one after the other, as Node hands them out. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** More passed than is kept. */
  readonly isCut: boolean;
}

/** A request with the answer to it, as they passed a proxy. */
export interface Taken {
  readonly method: string;
  /** Absolute, at the server that answered. */
  readonly url: string;
  readonly request: Message;
  readonly status: number;
  readonly response: Message;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** There was no room to judge it: it is recorded, where that is wished. */
  readonly isUnjudged?: true;
}

/** Copies what passes, up to a number of bytes. */
export class Copy {
  readonly #most: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isCut = false;

  constructor(most: number) {
    this.#most = most;
  }

  add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#most) this.#parts.push(part);
    else {
      this.#isCut = true;
      this.#parts = [];
    }
  }

  message(rawHeaders: readonly string[]): Message {
    return { rawHeaders, body: Buffer.concat(this.#parts), isCut: this.#isCut };
  }
}
