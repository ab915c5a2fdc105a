/** A body of at most this many bytes is collected in its own buffer. */
const SMALL = 262_144;

/**
 * Collects a body up to a limit. It copies chunks into one growing buffer instead of keeping a list: otherwise a target
 * that sends 8 MiB in chunks of one byte would cost a gigabyte of Buffer objects. It does not copy the usual single
 * chunk.
 */
export class BodyBuffer {
  readonly #limit: number;
  #bytes: Buffer | undefined;
  #length = 0;
  #owned = false;
  #roomy = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  /** True if the body, with `more` further bytes, should move to a room for large bodies. */
  outgrows(more: number): boolean {
    return !this.#roomy && this.#length + more > SMALL;
  }

  /** Moves the body to `room`, which is as large as the limit. Without a room, its own buffer continues to grow. */
  move(room: Buffer | undefined): void {
    this.#roomy = true;
    if (room === undefined) return;
    this.#bytes?.copy(room, 0, 0, this.#length);
    this.#owned = true;
    this.#bytes = room;
  }

  /** False if the chunk does not fit. */
  append(chunk: Buffer): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#limit) return false;
    if (this.#bytes === undefined) {
      this.#bytes = chunk;
    } else {
      this.#reserve(this.#bytes, length).set(chunk, this.#length);
    }
    this.#length = length;
    return true;
  }

  bytes(): Buffer {
    return this.#bytes?.subarray(0, this.#length) ?? Buffer.alloc(0);
  }

  #reserve(bytes: Buffer, length: number): Buffer {
    if (this.#owned && bytes.length >= length) return bytes;
    const grown = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(length, 2 * this.#length, 4096)));
    bytes.copy(grown, 0, 0, this.#length);
    this.#owned = true;
    this.#bytes = grown;
    return grown;
  }
}
