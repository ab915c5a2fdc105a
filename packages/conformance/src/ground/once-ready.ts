import { answered, type Exchange } from "@plumbline/client";
import { untilOver } from "./eventually.ts";
import { saysLater } from "./says-later.ts";

/** A write that may have to wait for the record it works on, and the read that shows how far that is. */
interface Waiting {
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly send: () => Promise<Exchange>;
  readonly look: () => Promise<Exchange>;
  readonly rounds?: number | undefined;
  readonly speed?: number | undefined;
}

/**
 * Sends a write once the record is ready for it. While it is refused, the record is read and not the write repeated: it is
 * sent again when the read shows something else, and, for records that do not show how far they are, after the first,
 * second, fourth and eighth look and so on. Returns the last answer to the write.
 */
export async function onceReady({ pass, send, look, rounds, speed }: Waiting): Promise<Exchange> {
  let sent = await send();
  if (!saysLater(sent)) return sent;
  let shown = textOf(await look());
  let looks = 0;
  const tryAgain = async (): Promise<Exchange> => {
    if (looks > 0) {
      const now = textOf(await look());
      if (now !== shown || Number.isInteger(Math.log2(looks))) sent = await send();
      shown = now;
    }
    looks += 1;
    return sent;
  };
  return untilOver(pass, tryAgain, (exchange) => !saysLater(exchange), { rounds, speed });
}

const textOf = (exchange: Exchange): string =>
  answered(exchange) ? `${exchange.response.status} ${exchange.response.body}` : "";
