import { setTimeout as wait } from "node:timers/promises";
import {
  answered,
  type Connection,
  type Exchange,
  headerValue,
  retryAfterMilliseconds,
  steadyNow,
  type TokenSource,
  TokenUnavailableError,
  tokenSource,
} from "@plumbline/client";

/** Milliseconds to wait for a token endpoint that answers 429 or 503. */
const LONGEST_WAIT = 70_000;
/**
 * Milliseconds in which a token counts as new: the server did not refuse it for its age, and would refuse another one
 * too.
 */
const FRESH = 30_000;

/**
 * The tokens of a service account for a run of thousands of requests. They are created one at a time, shortly before
 * the last expires, after waiting as long as a rate limiter asks. An account that was refused once is not tried again.
 */
export function accountTokens(
  connection: Connection,
  { baseUrl, path, account }: Omit<Parameters<typeof tokenSource>[0], "send">,
): TokenSource {
  let made = Number.NEGATIVE_INFINITY;
  let refused: TokenUnavailableError | undefined;
  const source = tokenSource({
    baseUrl,
    ...(path === undefined ? {} : { path }),
    account,
    send: (request) => patiently(() => connection.send(request)),
    onToken: () => {
      made = steadyNow();
    },
  });
  const unlessRefused = async (ask: () => Promise<string>): Promise<string> => {
    if (refused !== undefined) throw refused;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof TokenUnavailableError && isFinal(error.exchange)) refused = error;
      throw error;
    }
  };
  return {
    token: () => unlessRefused(() => source.token()),
    renew: async (token) => (steadyNow() - made < FRESH ? token : unlessRefused(() => source.renew(token))),
  };
}

/** Whether the endpoint's answer is about the account itself, and not about load or a failure. */
const isFinal = (exchange: Exchange): boolean =>
  answered(exchange) && exchange.response.status < 500 && exchange.response.status !== 429;

async function patiently(send: () => Promise<Exchange>): Promise<Exchange> {
  const until = steadyNow() + LONGEST_WAIT;
  for (;;) {
    const exchange = await send();
    if (!answered(exchange) || ![429, 503].includes(exchange.response.status)) return exchange;
    const asked = headerValue(exchange.response.headers, "retry-after");
    const pause = retryAfterMilliseconds(asked, Date.now()) ?? 1_000;
    if (steadyNow() + pause > until) return exchange;
    await wait(Math.max(pause, 100));
  }
}
