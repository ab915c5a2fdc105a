import { createReadStream } from "node:fs";
import { UsageError } from "../usage-error.ts";
import { type Packing, packingOf, TELLING } from "./packing.ts";
import { unpacked } from "./unpacked.ts";

/** How many bytes are read at a time. */
const AT_A_TIME = 2 ** 18;
const BYTE_ORDER_MARK = "\uFEFF";
const MARK_IN_UTF8 = Buffer.from(BYTE_ORDER_MARK);

/** The bytes of a file with traffic, uncompressed and in UTF-8 without a byte order mark, one chunk at a time. */
export class PlainBytes implements AsyncIterable<Buffer> {
  readonly #path: string;
  #cut: string | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Why the bytes end early; known after the end. */
  get cut(): string | undefined {
    return this.#cut;
  }

  /** @throws UsageError when the file cannot be read, or is packed in an unsupported way. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const [packing, bytes] = await sniffed(readable(this.#path));
    if (packing !== "deflated") {
      yield* this.#inUtf8(packing, bytes);
      return;
    }
    const [inner, plain] = await sniffed(unpacked(this.#path, bytes));
    yield* this.#inUtf8(inner, plain);
  }

  #inUtf8(packing: Packing, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    switch (packing) {
      case "utf-8":
        return withoutMark(bytes);
      case "utf-16le":
      case "utf-16be":
        return this.#fromUtf16(packing, bytes);
      case "zip":
        throw new UsageError(
          `${this.#path} is a zip file, which may hold several files: unpack it, and judge the archive (.har) inside`,
        );
      case "deflated":
        throw new UsageError(`${this.#path} is compressed twice: unpack it once, and judge the result`);
      default:
        return packing satisfies never;
    }
  }

  async *#fromUtf16(encoding: "utf-16le" | "utf-16be", bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const decoder = new TextDecoder(encoding);
    let length = 0;
    for await (const chunk of bytes) {
      length += chunk.length;
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
    }
    if (length % 2 === 1) this.#cut = "it ends in the middle of a character";
  }
}

async function* readable(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: AT_A_TIME }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Detects the format of bytes, and returns all of them. */
async function sniffed(bytes: AsyncGenerator<Buffer>): Promise<readonly [Packing, AsyncGenerator<Buffer>]> {
  let head = Buffer.alloc(0);
  while (head.length < TELLING) {
    const next = await bytes.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return [packingOf(head), headed(head, bytes)];
}

async function* headed(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* withoutMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of bytes) {
    const isMarked = isFirst && chunk.subarray(0, MARK_IN_UTF8.length).equals(MARK_IN_UTF8);
    isFirst = false;
    yield isMarked ? chunk.subarray(MARK_IN_UTF8.length) : chunk;
  }
}
