import { BodyReader, ContentDecoder } from "@plumbline/client";
import type { Recorded } from "../../traffic/recorded.ts";
import type { Taken } from "../taken.ts";
import { decodedBody, takenExchange } from "../taken-exchange.ts";

/** Bytes of a body after decoding that are looked at. */
const MOST = 16 * 2 ** 20;

/** One exchange that is wanted at once, while the others wait to be judged. */
export async function readTaken(taken: Taken): Promise<Recorded> {
  const bytes = await decodedBody(taken, new ContentDecoder(), MOST);
  return "why" in bytes ? bytes : takenExchange(taken, "", bytes, new BodyReader());
}
