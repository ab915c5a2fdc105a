/** One message as it passed: its fields as sent, and the bytes of its body as far as they are kept. */
export interface Message {
  /** Names and values in turn, as Node returns them. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** The body was larger than the limit, so it is not kept. */
  readonly isCut: boolean;
}

/** A request and its answer, as they passed the proxy. */
export interface Taken {
  readonly method: string;
  /** Absolute, with the address of the server that answered. */
  readonly url: string;
  readonly request: Message;
  readonly status: number;
  readonly response: Message;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** There was no room to judge it; it is recorded if there is a recording. */
  readonly isUnjudged?: true;
}

/** Copies a body, up to a number of bytes. */
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
