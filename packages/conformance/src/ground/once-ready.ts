import { answered, type Exchange } from "@plumbline/client";
import { untilOver } from "./eventually.ts";
import { saysLater } from "./says-later.ts";

/** A write that may have to wait for its record, and the read that shows the record's state. */
interface Waiting {
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly send: () => Promise<Exchange>;
  readonly look: () => Promise<Exchange>;
  readonly rounds?: number | undefined;
  readonly speed?: number | undefined;
}

/**
 * Sends a write when its record is ready for it. While the target refuses the write, this function reads the record
 * instead of repeating the write. It sends the write again when the read shows something else. Because some records do
 * not show their state, it also does so after the first, second, fourth, eighth look and so on. Returns the last answer
 * to the write.
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
