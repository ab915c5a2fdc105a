/** Bytes of a body that is collected in a buffer of its own. */
const SMALL = 262_144;

/**
 * Collects a body up to a limit. Chunks are copied into one growing buffer rather than listed: a target that sends 8 MiB
 * in chunks of one byte would otherwise cost a gigabyte of Buffer objects. The usual single chunk is not copied.
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

  /** True when with so many more bytes the body is better off in a room for large ones. */
  outgrows(more: number): boolean {
    return !this.#roomy && this.#length + more > SMALL;
  }

  /** Goes on in `room`, which holds the limit; without one it goes on growing where it is. */
  move(room: Buffer | undefined): void {
    this.#roomy = true;
    if (room === undefined) return;
    this.#bytes?.copy(room, 0, 0, this.#length);
    this.#owned = true;
    this.#bytes = room;
  }

  /** False when the chunk does not fit. */
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
