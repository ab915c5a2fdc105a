import { answered, curlLine, type Exchange, type HeaderList, type Redactor } from "@plumbline/client";
import type { ReportExchange } from "@plumbline/report";
import type { Journal } from "../journal.ts";
import { ownText } from "./own-text.ts";

/** Characters of a body that a report keeps: enough to see what is wrong, little enough for ten thousand exchanges. */
const KEPT = 4_096;

/**
 * What is read beyond it and thrown away after redaction: a secret that begins in the kept part must be seen whole to be
 * recognised, and what is left of one that the cut goes through must not be kept.
 */
const MARGIN = 4_096;

/** Redacts every exchange as it happens, writes it to the journal and keeps the report's form of it. */
export class Recorder {
  #exchanges: ReportExchange[] = [];
  #dropped = 0;
  readonly #most: number;
  readonly #wanted = new Set<string>();
  readonly #journal: Journal;
  readonly #redactor: Redactor;
  readonly #began: number;
  readonly #legs = new Map<string, Exchange>();

  /** Of more than `most` exchanges the oldest are left to the journal alone, but for those that `keep` named. */
  constructor(journal: Journal, redactor: Redactor, began: number, most = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#journal = journal;
    this.#redactor = redactor;
    this.#began = began;
  }

  record(exchange: Exchange): void {
    if (isChallenge(exchange)) this.#legs.set(exchange.id, exchange);
    const kept = this.#kept(this.#redactor.exchange(shortened(exchange)), exchange);
    this.#exchanges.push(kept);
    this.#journal.append({ type: "exchange", exchange: kept });
    // By halves, so that it costs nothing by the exchange.
    if (this.#exchanges.length - this.#wanted.size > 2 * this.#most) this.#drop();
  }

  /** What the report shows, in order. */
  get exchanges(): readonly ReportExchange[] {
    return this.#exchanges;
  }

  /** Exchanges of the run, those that are in the journal only included. */
  get count(): number {
    return this.#dropped + this.#exchanges.length;
  }

  keep(id: string): void {
    this.#wanted.add(id);
  }

  #drop(): void {
    const from = this.#exchanges.length - this.#most;
    const left = this.#exchanges.filter(({ id }, index) => index >= from || this.#wanted.has(id));
    this.#dropped += this.#exchanges.length - left.length;
    this.#exchanges = left;
  }

  /** The exchange with the handshake and the tries before it, oldest first; each is handed out once. */
  chain(exchange: Exchange): readonly Exchange[] {
    const chain = [exchange];
    for (let before = exchange.follows; before !== undefined; before = chain[0]?.follows) {
      const leg = this.#legs.get(before);
      if (leg === undefined) break;
      chain.unshift(leg);
    }
    for (const leg of chain) this.#legs.delete(leg.id);
    return chain;
  }

  #kept(exchange: Exchange, whole: Exchange): ReportExchange {
    const { id, check, operation, version, request, response } = exchange;
    return {
      id,
      ...(check === undefined ? {} : { check }),
      ...(operation === undefined ? {} : { operation }),
      ...(version === undefined ? {} : { version }),
      at: Math.max(0, Math.round((exchange.startedAt - this.#began) * 10) / 10),
      milliseconds: Math.round(exchange.milliseconds * 100) / 100,
      request: {
        method: request.method,
        url: request.url,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: excerpt(request.body, whole.request.body) }),
      },
      response:
        "fault" in response || !answered(whole)
          ? {
              fault: "fault" in response ? response.fault : "protocol",
              message: "message" in response ? response.message : "",
            }
          : {
              status: response.status,
              headers: shortHead(response.headers),
              body: excerpt(response.body, whole.response.body),
              bodyBytes: response.bodyBytes,
              truncated: whole.response.body.length > KEPT,
            },
      curl: curlLine(exchange),
    };
  }
}

/**
 * Only a 401 is followed by another leg. To hold every exchange until it is handed out made of thousands of short-lived
 * entries a chain of outgrown tables that the collector keeps alive one through the other.
 */
const isChallenge = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 401;

/** The exchange with no more of its bodies than is worth redacting. */
function shortened(exchange: Exchange): Exchange {
  const { request, response } = exchange;
  const long = (body: string | undefined): body is string => body !== undefined && body.length > KEPT + MARGIN;
  if (!long(request.body) && !(answered(exchange) && long(exchange.response.body))) return exchange;
  return {
    ...exchange,
    request: long(request.body) ? { ...request, body: ownText(request.body.slice(0, KEPT + MARGIN)) } : request,
    response:
      "body" in response
        ? { ...response, body: ownText(response.body.slice(0, KEPT + MARGIN)), json: undefined }
        : response,
  };
}

/** Fields of a head, and characters of one, that a report keeps: no server that means well sends as many. */
const MOST_FIELDS = 100;
const LONGEST_FIELD = 2_048;

/** The part of a redacted head that is kept; its last line says what is missing. */
function shortHead(headers: HeaderList): HeaderList {
  const more = headers.length - MOST_FIELDS;
  if (more <= 0 && headers.every(([name, value]) => name.length + value.length <= LONGEST_FIELD)) return headers;
  const cut = (text: string): string =>
    text.length > LONGEST_FIELD ? `${ownText(text.slice(0, LONGEST_FIELD))}... (${text.length} characters)` : text;
  const kept = headers.slice(0, MOST_FIELDS).map(([name, value]) => [cut(name), cut(value)] as const);
  return more > 0 ? [...kept, ["...", `${more} more fields`]] : kept;
}

/** The part of a redacted body that is kept; where the body was cut before, its end may be half a secret. */
function excerpt(redacted: string, whole: string | undefined): string {
  const cut = (whole?.length ?? 0) > KEPT + MARGIN;
  return redacted.slice(0, cut ? Math.min(KEPT, Math.max(0, redacted.length - MARGIN)) : KEPT);
}
