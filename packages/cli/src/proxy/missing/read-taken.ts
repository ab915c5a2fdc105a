import { BodyReader, ContentDecoder } from "@plumbline/client";
import type { Recorded } from "../../traffic/recorded.ts";
import type { Taken } from "../taken.ts";
import { decodedBody, takenExchange } from "../taken-exchange.ts";

/** Limit in bytes of a decoded body. */
const MOST = 16 * 2 ** 20;

/** Reads one exchange at once, ahead of those that wait to be judged. */
export async function readTaken(taken: Taken): Promise<Recorded> {
  const bytes = await decodedBody(taken, new ContentDecoder(), MOST);
  return "why" in bytes ? bytes : takenExchange(taken, "", bytes, new BodyReader());
}
