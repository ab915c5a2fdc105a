import { answered, curlLine, type Exchange, type HeaderList } from "@plumbline/client";
import type { Redacted, ReportExchange } from "@plumbline/report";
import type { Journal } from "../ground/journal.ts";
import { ownText } from "../ground/own-text.ts";
import type { Gate } from "./gate.ts";
import { SharedTexts } from "./shared-texts.ts";

/** Characters of a body that a report keeps: enough to see what is wrong, little enough for ten thousand exchanges. */
const KEPT = 4_096;

/**
 * What is read beyond it and thrown away after redaction: a secret that begins in the kept part must be seen whole to be
 * recognised, and what is left of one that the cut goes through must not be kept.
 */
const MARGIN = 4_096;

/** Which exchanges are part of a search, and how many of those are held until somebody wants them. */
export interface Searched {
  readonly is: (exchange: Exchange) => boolean;
  readonly most: number;
}

const NONE_SEARCHED: Searched = { is: () => false, most: 0 };

/**
 * Redacts exchanges, writes them to the journal and keeps the report's form of them, each as it happens. Those of a search
 * come by the hundred thousand and few are looked at again: they are written when somebody wants them, and the newest at
 * the end.
 */
export class Recorder {
  readonly #exchanges: Redacted<ReportExchange>[] = [];
  #count = 0;
  #held = new Map<string, Exchange>();
  readonly #searched: Searched;
  readonly #journal: Journal;
  readonly #gate: Gate;
  readonly #began: number;
  readonly #legs = new Map<string, Exchange>();
  readonly #texts = new SharedTexts();

  constructor(journal: Journal, gate: Gate, began: number, searched: Searched = NONE_SEARCHED) {
    this.#searched = searched;
    this.#journal = journal;
    this.#gate = gate;
    this.#began = began;
  }

  record(exchange: Exchange): void {
    this.#count += 1;
    if (isChallenge(exchange)) this.#legs.set(exchange.id, exchange);
    if (this.#searched.is(exchange)) {
      this.#gate.hear(exchange);
      this.#hold(exchange);
    } else this.#write(exchange);
  }

  /** What the report shows: what was written so far. */
  get exchanges(): readonly Redacted<ReportExchange>[] {
    return this.#exchanges;
  }

  /** Exchanges of the run, also those that nobody wanted. */
  get count(): number {
    return this.#count;
  }

  /** Writes an exchange of a search that is still held. */
  keep(id: string): void {
    const exchange = this.#held.get(id);
    if (exchange === undefined) return;
    this.#held.delete(id);
    this.#write(exchange);
  }

  /** Writes the newest exchanges of a search that is over. */
  close(): void {
    for (const exchange of this.#newest()) this.#write(exchange);
    this.#held.clear();
  }

  #hold(exchange: Exchange): void {
    this.#held.set(exchange.id, light(exchange));
    // By halves, so that it costs nothing by the exchange.
    if (this.#held.size > 2 * this.#searched.most) this.#held = new Map(this.#newest().map((one) => [one.id, one]));
  }

  #newest(): readonly Exchange[] {
    const held = [...this.#held.values()];
    return held.slice(Math.max(0, held.length - this.#searched.most));
  }

  #write(exchange: Exchange): void {
    const kept = this.#gate.exchange(shortened(exchange), (masked) => this.#kept(masked, exchange));
    this.#exchanges.push(kept);
    this.#journal.append(this.#gate.event({ type: "exchange", exchange: kept }));
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
        url: this.#texts.text(request.url),
        headers: this.#texts.head(request.headers),
        ...(request.body === undefined ? {} : { body: this.#texts.text(excerpt(request.body, whole.request.body)) }),
      },
      response:
        "fault" in response || !answered(whole)
          ? {
              fault: "fault" in response ? response.fault : "protocol",
              message: "message" in response ? response.message : "",
            }
          : {
              status: response.status,
              headers: this.#texts.head(shortHead(response.headers)),
              body: this.#texts.text(excerpt(response.body, whole.response.body)),
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
function shortened(exchange: Exchange, most = KEPT + MARGIN): Exchange {
  const { request, response } = exchange;
  const long = (body: string | undefined): body is string => body !== undefined && body.length > most;
  if (!long(request.body) && !(answered(exchange) && long(exchange.response.body))) return exchange;
  return {
    ...exchange,
    request: long(request.body) ? { ...request, body: ownText(request.body.slice(0, most)) } : request,
    response:
      "body" in response ? { ...response, body: ownText(response.body.slice(0, most)), json: undefined } : response,
  };
}

/** What an exchange can be written from later; a character more than is worth redacting tells that there was more. */
function light(exchange: Exchange): Exchange {
  const short = shortened(exchange, KEPT + MARGIN + 1);
  return answered(short) ? { ...short, response: { ...short.response, json: undefined } } : short;
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
