import type { ClientRequest, IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";

/** Bytes of an answer that are kept back; an answer that something is missing is short. */
const MOST = 64 * 1_024;

/** An answer that the client has not received yet. */
export interface KeptBack {
  readonly body: Readable;
  readonly isLetGo: () => boolean;
}

/** Keeps an answer back until it ends. A longer answer is released, and is then forwarded as it arrives. */
export function keptBack(response: IncomingMessage, letGo: (body: Readable) => void): KeptBack {
  const body = new PassThrough({ highWaterMark: MOST });
  let isLetGo = false;
  // Node pauses a piped stream when the buffer is full.
  const pass = (): void => {
    isLetGo = true;
    letGo(body);
  };
  response.once("pause", pass).once("end", () => response.off("pause", pass));
  response.pipe(body);
  return { body, isLetGo: () => isLetGo };
}

/** Waits for the rest of a request that was answered early, and discards it. */
export async function wholeOf(request: IncomingMessage, onward: ClientRequest): Promise<void> {
  if (request.readableEnded) return;
  request.unpipe(onward);
  onward.destroy();
  request.resume();
  await finished(request, { writable: false, cleanup: true }).catch(() => undefined);
}
