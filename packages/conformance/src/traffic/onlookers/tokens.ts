import { answered, headerValue, retryAfterMilliseconds } from "@plumbline/client";
import { LIMITS, tokenWindow } from "@plumbline/schemas";
import { received } from "../../ground/answers.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import { isToken } from "../../requirements/tokens/token-requests.ts";
import type { Target } from "../../target/target.ts";
import type { Passed } from "../passed.ts";
import { isToldLimit } from "../told-limit.ts";
import { Bounded } from "./bounded.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";

const LIMIT = "TOKEN-RATE-LIMIT";
const RECOVERS = "TOKEN-RATE-RECOVERS";

const { count } = LIMITS.tokenRequests;
/**
 * A new window may begin during the requests, so the time of one may include the tokens of two. One more is too many.
 */
const TOO_MANY = 2 * count + 1;
/** How often the server must limit a caller that has waited, before other clients are excluded as the cause. */
const OFTEN = 2;
/** Milliseconds of tolerance for clocks and transit. */
const SLACK = 1_000;

/** The known token requests of one caller. */
interface Client {
  /** The times of the requests for the newest tokens, in milliseconds since the epoch. */
  readonly issued: number[];
  /** The time at which the caller may ask again, according to Retry-After. */
  until?: number;
  isInVain: number;
}

/**
 * The token endpoint must limit a caller that asks too often, and accept it again after the wait. Traffic cannot show
 * that the endpoint limits too early, because other clients may use the same account elsewhere.
 */
export function tokens({ speed = 1 }: Target): Onlooker {
  const clients = new Bounded<Client>();
  const window = tokenWindow(speed);
  const see = (passed: Passed): readonly Found[] => {
    const { asker, call } = passed;
    if (call.operation !== "issueServiceToken" || asker === "none" || asker === "hidden") return [];
    const client = clients.get(asker) ?? { issued: [], isInVain: 0 };
    clients.set(asker, client);
    if (isToldLimit(passed)) return ofLimited(client, passed);
    return isToken(passed.exchange) ? ofIssued(client, passed) : [];
  };
  /** The endpoint may have issued a token, so the end of the wait is no longer known. */
  const doubt = ({ passed }: DoubtedWrite): void => {
    const client = passed && clients.get(passed.asker);
    if (client !== undefined) delete client.until;
  };
  return { decides: [LIMIT, RECOVERS], see, doubt };

  function ofIssued(client: Client, passed: Passed): readonly Found[] {
    const { startedAt, milliseconds } = passed.exchange;
    client.issued.push(startedAt);
    if (client.issued.length > TOO_MANY) client.issued.shift();
    const hasWaited = client.until !== undefined && startedAt >= client.until;
    delete client.until;
    const [first = 0] = client.issued;
    const span = startedAt + milliseconds - first;
    const isTooMany = client.issued.length === TOO_MANY && span < window;
    return [
      ...(hasWaited ? [{ requirement: RECOVERS, judgement: upheld, passed }] : []),
      ...(isTooMany ? [{ requirement: LIMIT, judgement: unlimited(span), passed }] : []),
    ];
  }

  function ofLimited(client: Client, passed: Passed): readonly Found[] {
    const { exchange } = passed;
    const now = exchange.startedAt + exchange.milliseconds;
    const used = client.issued.filter((at) => now - at <= window).length;
    const found: Found[] = used < count ? [] : [{ requirement: LIMIT, judgement: upheld, passed }];
    const { until } = client;
    if (until === undefined || exchange.startedAt >= until) {
      const wait = answered(exchange)
        ? retryAfterMilliseconds(headerValue(exchange.response.headers, "retry-after"), now)
        : undefined;
      if (wait === undefined) delete client.until;
      else client.until = now + wait + SLACK;
    }
    if (until === undefined || exchange.startedAt < until) return found;
    client.isInVain += 1;
    if (client.isInVain < OFTEN) return found;
    const judgement = broken("200 after the time that Retry-After named", received(exchange));
    return [...found, { requirement: RECOVERS, judgement, passed }];
  }
}

const unlimited = (span: number) =>
  broken(
    `rate_limited beyond ${count} requests of a service account in a minute`,
    `${TOO_MANY} tokens within ${Math.ceil(span / 1_000)} seconds`,
  );
