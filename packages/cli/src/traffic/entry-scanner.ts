/** A part of an archive: its creator, or one of its entries. */
export type Piece =
  | { readonly kind: "writer"; readonly bytes: Buffer }
  | { readonly kind: "entry"; readonly bytes: Buffer }
  /** The entry has more bytes than the limit, or is nested deeper. */
  | { readonly kind: "beyond" }
  /** The entry is neither an object nor a list. */
  | { readonly kind: "bare" };

/** Limit of JSON levels in an entry, because its readers may recurse. */
export const DEEPEST_ENTRY = 500;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const COLON = 0x3a;
/** Bytes of a key that are examined: "creator" and "entries" have 7, or 42 if every character is escaped. */
const LONGEST_KEY = 64;

/** Levels of the members of the file, of `log` and of `entries`. */
const [IN_FILE, IN_LOG, IN_ENTRIES] = [1, 2, 3];

/**
 * Cuts the entries out of an HTTP archive while its bytes arrive, and holds no more than one of them. It examines only
 * quotes and brackets, at hundreds of megabytes a second, and leaves the rest to JSON.parse; parsers that emit tokens
 * reach 50. Everything else in the file is skipped.
 */
export class EntryScanner {
  readonly #most: number;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The next string is the name of a member. */
  #isKeyDue = false;
  #key: number[] | undefined;
  #lastKey = "";
  #inLog = false;
  #inEntries = false;
  #hadEntries = false;
  #isBare = false;
  #taking: "writer" | "entry" | undefined;
  #parts: Buffer[] = [];
  #length = 0;
  #deepest = 0;
  #hasBegun = false;
  #hasEnded = false;
  #fault: string | undefined;
  #found: Piece[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Why the archive ends early, or continues after its end. */
  get cut(): string | undefined {
    return this.#fault ?? (this.#hasEnded ? undefined : "it ends in the middle of the archive");
  }

  /** The pieces that end in these bytes. */
  push(chunk: Buffer): readonly Piece[] {
    this.#found = [];
    let from = 0;
    const { length } = chunk;
    for (let at = 0; at < length; at++) {
      const byte = chunk[at] as number;
      if (this.#inString) {
        at = this.#passString(chunk, at);
        continue;
      }
      // Other bytes have no meaning for the structure.
      if (byte === QUOTE) this.#beginString();
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.#open(byte)) from = at;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (this.#isLast()) this.#take(chunk.subarray(from, at + 1), true);
        this.#close();
      } else if (byte === COMMA) this.#comma();
      else if (byte > 0x20 && byte !== COLON) this.#bare();
    }
    if (this.#taking !== undefined) this.#take(chunk.subarray(from), false);
    return this.#found;
  }

  /** Skips the rest of a string, and returns where it ends: at the quote, or at the end of these bytes. */
  #passString(chunk: Buffer, start: number): number {
    const { length } = chunk;
    let at = start;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#noteKey(chunk, at, at + 1);
      at += 1;
    }
    const from = at;
    for (; at < length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) {
        this.#noteKey(chunk, from, at);
        this.#inString = false;
        this.#endKey();
        return at;
      }
      if (byte === BACKSLASH) at += 1;
    }
    this.#isEscaped = at > length;
    this.#noteKey(chunk, from, length);
    return length;
  }

  #beginString(): void {
    this.#inString = true;
    if (this.#isKeyDue) this.#key = [];
    else this.#bare();
  }

  #noteKey(chunk: Buffer, from: number, to: number): void {
    if (this.#key === undefined || this.#key.length > LONGEST_KEY) return;
    this.#key.push(...chunk.subarray(from, Math.min(to, from + LONGEST_KEY + 1)));
  }

  #endKey(): void {
    if (this.#key === undefined) return;
    this.#lastKey = keyOf(this.#key);
    this.#key = undefined;
    this.#isKeyDue = false;
  }

  /** Whether a piece begins here. */
  #open(byte: number): boolean {
    if (this.#hasEnded) this.#fault ??= FOLLOWED;
    this.#hasBegun = true;
    this.#depth += 1;
    const depth = this.#depth;
    if (this.#taking !== undefined) {
      this.#deepest = Math.max(this.#deepest, depth);
      return false;
    }
    if (this.#inEntries && depth === IN_ENTRIES + 1) return this.#begin("entry");
    if (this.#inLog && depth === IN_LOG + 1) {
      if (this.#lastKey === "creator") return this.#begin("writer");
      if (this.#lastKey === "entries" && byte === OPEN_LIST) {
        if (this.#hadEntries) this.#fault ??= "it has a second list of entries, which Plumbline does not read";
        else this.#inEntries = true;
      }
    } else if (depth === IN_LOG && this.#lastKey === "log" && byte === OPEN_OBJECT) this.#inLog = true;
    this.#isKeyDue = this.#isAmongMembers() && byte === OPEN_OBJECT;
    return false;
  }

  #begin(what: "writer" | "entry"): true {
    this.#taking = what;
    [this.#parts, this.#length, this.#deepest, this.#isBare] = [[], 0, this.#depth, false];
    this.#isKeyDue = false;
    return true;
  }

  /** Whether the next closing bracket ends the current piece. */
  #isLast(): boolean {
    return this.#taking !== undefined && this.#depth === (this.#taking === "entry" ? IN_ENTRIES : IN_LOG) + 1;
  }

  #close(): void {
    if (this.#inEntries && this.#depth === IN_ENTRIES) {
      this.#endBare();
      this.#inEntries = false;
      this.#hadEntries = true;
    }
    this.#depth -= 1;
    if (this.#depth < IN_LOG) this.#inLog = false;
    this.#isKeyDue = false;
    if (this.#depth === 0) this.#hasEnded = true;
    if (this.#depth < 0) {
      this.#depth = 0;
      this.#fault ??= FOLLOWED;
    }
  }

  #comma(): void {
    if (this.#inEntries && this.#depth === IN_ENTRIES) this.#endBare();
    this.#isKeyDue = this.#taking === undefined && this.#isAmongMembers();
  }

  #isAmongMembers(): boolean {
    return this.#depth === IN_FILE || (this.#inLog && this.#depth === IN_LOG);
  }

  #bare(): void {
    if (this.#depth === 0) this.#fault ??= this.#hasBegun ? FOLLOWED : "it does not begin with a JSON object";
    if (this.#inEntries && this.#depth === IN_ENTRIES) this.#isBare = true;
  }

  #endBare(): void {
    if (this.#isBare) this.#found.push({ kind: "bare" });
    this.#isBare = false;
  }

  #take(part: Buffer, isLast: boolean): void {
    const kind = this.#taking;
    if (kind === undefined) return;
    this.#length += part.length;
    if (this.#length > this.#most) this.#parts = [];
    else this.#parts.push(part);
    if (!isLast) return;
    this.#taking = undefined;
    const isBeyond = this.#length > this.#most || this.#deepest > DEEPEST_ENTRY;
    if (isBeyond && kind === "entry") this.#found.push({ kind: "beyond" });
    const [first = part] = this.#parts;
    if (!isBeyond) this.#found.push({ kind, bytes: this.#parts.length === 1 ? first : Buffer.concat(this.#parts) });
    this.#parts = [];
  }
}

const FOLLOWED = "something follows the archive";

/**
 * The key as JSON reads it; a key that is no valid JSON becomes the empty string, which matches none of those looked
 * for.
 */
function keyOf(bytes: readonly number[]): string {
  const text = Buffer.from(bytes).toString("utf8");
  if (!text.includes("\\")) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return "";
  }
}
