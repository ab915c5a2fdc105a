import { pipeline } from "node:stream/promises";
import { constants, createUnzip } from "node:zlib";
import { UsageError } from "../usage-error.ts";

/** Bytes to which every file may unpack. */
const ANYWAY = 2 ** 30;
/** Above that size, how many times its own size a file may unpack to: archives reach 5 to 100 times, a bomb 1,000. */
const MOST_TIMES = 400;

/**
 * The bytes of a file that is compressed with gzip or zlib, one chunk at a time. A truncated file is read up to its
 * end.
 * @throws UsageError when it is damaged, or unpacks to far more than traffic does.
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
  // An error in the pipeline also ends the loop below, and a reader that stops ends the pipeline.
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
