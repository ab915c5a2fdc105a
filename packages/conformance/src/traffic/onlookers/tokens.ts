import { answered, headerValue } from "@plumbline/client";
import { LIMITS, tokenWindow } from "@plumbline/schemas";
import { received } from "../../ground/answers.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import { retryAfterMilliseconds } from "../../kernel/retry-after.ts";
import { isToken } from "../../requirements/tokens/token-requests.ts";
import type { Target } from "../../target/target.ts";
import type { Passed } from "../passed.ts";
import { isToldLimit } from "../told-limit.ts";
import { Bounded } from "./bounded.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";

const LIMIT = "TOKEN-RATE-LIMIT";
const RECOVERS = "TOKEN-RATE-RECOVERS";

const { count } = LIMITS.tokenRequests;
/** A window may have begun anew while the requests went on: so many in the time of one are in no more than two. */
const TOO_MANY = 2 * count + 1;
/** Times that a caller is limited after it has waited, before that is not the doing of others. */
const OFTEN = 2;
/** Milliseconds by which clocks and the way may be out. */
const SLACK = 1_000;

/** What is known of one who asks for tokens. */
interface Client {
  /** When the newest tokens were asked for, milliseconds since the epoch. */
  readonly issued: number[];
  /** When it was told to come back. */
  until?: number;
  isInVain: number;
}

/**
 * The token endpoint limits who asks too often, and lets in who has waited. That it limits nobody too early is not to be
 * seen: others may ask for the same account elsewhere.
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
  /** A token may have been issued, and so the time after which there is another one is not known. */
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
