import { pipeline } from "node:stream/promises";
import { constants, createUnzip } from "node:zlib";
import { UsageError } from "../usage-error.ts";

/** Bytes that any file may unpack to. */
const ANYWAY = 2 ** 30;
/** How many times its own size a file beyond that may unpack to: archives come to 5 to 100, a bomb to 1,000. */
const MOST_TIMES = 400;

/**
 * The bytes of a file that is compressed with gzip or zlib, one piece at a time. A file that is cut off is read as far as
 * it goes.
 * @throws UsageError when it is damaged, or unpacks to far more than any traffic does.
 */
export async function* unpacked(path: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unzip = createUnzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 2 ** 18 });
  let read = 0;
  let made = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of packed) {
      read += chunk.length;
      yield chunk;
    }
  }
  // What fails there ends the unpacking with the same error; who stops reading ends it too.
  pipeline(counted, unzip).catch(() => undefined);
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      made += chunk.length;
      if (made > ANYWAY && made > MOST_TIMES * read)
        throw new UsageError(
          `${path} unpacks to more than ${MOST_TIMES} times its size, which is unusual for traffic: if it is traffic, unpack it yourself`,
        );
      yield chunk;
    }
  } catch (error) {
    if (isOfZlib(error)) throw new UsageError(`${path} cannot be unpacked: ${error.message}`);
    throw error;
  } finally {
    unzip.destroy();
  }
}

const isOfZlib = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
