import type { ClientRequest, IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";

/** Bytes of an answer that are kept back: whoever says that there is nothing says it in few words. */
const MOST = 64 * 1_024;

/** An answer that the client does not have yet. */
export interface KeptBack {
  readonly body: Readable;
  readonly isLetGo: () => boolean;
}

/** Keeps an answer back until it has ended; a longer one is let go, and passes as it comes. */
export function keptBack(response: IncomingMessage, letGo: (body: Readable) => void): KeptBack {
  const body = new PassThrough({ highWaterMark: MOST });
  let isLetGo = false;
  // Whoever is piped is paused when there is no more room.
  const pass = (): void => {
    isLetGo = true;
    letGo(body);
  };
  response.once("pause", pass).once("end", () => response.off("pause", pass));
  response.pipe(body);
  return { body, isLetGo: () => isLetGo };
}

/** Waits for the rest of a request that was answered before its end; what is still to come goes to nobody. */
export async function wholeOf(request: IncomingMessage, onward: ClientRequest): Promise<void> {
  if (request.readableEnded) return;
  request.unpipe(onward);
  onward.destroy();
  request.resume();
  await finished(request, { writable: false, cleanup: true }).catch(() => undefined);
}
