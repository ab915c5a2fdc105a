import { type Agent, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { Readable } from "node:stream";
import { answered } from "../fields.ts";

/** The header that tells clients that the answer is not the target's. */
export const ANSWERED_BY = "plumbline-answered-by";

/** A request to the reference behind the target. */
export interface Behind {
  readonly agent: Agent;
  readonly url: string;
  readonly method: string;
  /** Names and values in turn. */
  readonly fields: readonly string[];
  readonly body: Buffer | Readable;
}

/**
 * Forwards the answer of the reference, with a header that marks it.
 * @param isWanted whether an answer with this status is useful; if not, nothing is forwarded and the result is `false`
 */
export async function answerFromBehind(
  { agent, url, method, fields, body }: Behind,
  answer: ServerResponse,
  isWanted: (status: number) => boolean = () => true,
): Promise<boolean> {
  const asked = send(url, { agent, method, headers: fields, setHost: false });
  answer.once("close", () => asked.destroy());
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once("response", resolve).on("error", reject);
  });
  if (Buffer.isBuffer(body)) asked.end(body);
  else body.pipe(asked);
  try {
    const said = await response;
    if (!isWanted(said.statusCode ?? 0)) {
      said.resume();
      return false;
    }
    const { statusCode: status = 502, rawHeaders } = said;
    const readsChunks = answer.req.httpVersion !== "1.0";
    answer.sendDate = false;
    answer.writeHead(status, said.statusMessage, [
      ...answered({ status, rawHeaders, method, readsChunks }),
      ANSWERED_BY,
      "reference",
    ]);
    said.on("error", () => answer.destroy()).pipe(answer);
  } catch (error) {
    reportReferenceDown(answer, error);
  }
  return true;
}

/** Tells a client that the reference does not answer, marked as no answer of the target. */
export function reportReferenceDown(answer: ServerResponse, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  if (answer.headersSent) answer.destroy();
  else
    answer.writeHead(502, [ANSWERED_BY, "reference"]).end(`plumbline proxy: the reference does not answer: ${why}\n`);
}
