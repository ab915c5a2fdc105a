import { answered, curlLine, type Exchange, type HeaderList } from "@plumbline/client";
import type { Redacted, ReportExchange } from "@plumbline/report";
import type { Journal } from "../ground/journal.ts";
import { ownText } from "../ground/own-text.ts";
import type { Gate } from "./gate.ts";
import { SharedTexts } from "./shared-texts.ts";

/** Characters of a body that a report keeps: enough to show a mistake, and little enough for ten thousand exchanges. */
const KEPT = 4_096;

/**
 * Characters beyond them that are redacted and then dropped. The redactor must see a secret at the end of the kept part
 * as a whole to recognise it, and must not leave half of one.
 */
const MARGIN = 4_096;

/** Which exchanges belong to a search, and how many of them are held until a report needs them. */
export interface Searched {
  readonly is: (exchange: Exchange) => boolean;
  readonly most: number;
}

const NONE_SEARCHED: Searched = { is: () => false, most: 0 };

/**
 * Redacts exchanges, writes them to the journal, and keeps their form for the report, each as it happens. A search
 * produces hundreds of thousands, and few are read again: the recorder writes them on request, and the newest ones at
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

  /** The exchanges that were written so far, for the report. */
  get exchanges(): readonly Redacted<ReportExchange>[] {
    return this.#exchanges;
  }

  /** The number of exchanges of the run, including those that were not written. */
  get count(): number {
    return this.#count;
  }

  /** Writes an exchange of a search, if it is still held. */
  keep(id: string): void {
    const exchange = this.#held.get(id);
    if (exchange === undefined) return;
    this.#held.delete(id);
    this.#write(exchange);
  }

  /** Writes the newest exchanges of a search after its end. */
  close(): void {
    for (const exchange of this.#newest()) this.#write(exchange);
    this.#held.clear();
  }

  #hold(exchange: Exchange): void {
    this.#held.set(exchange.id, light(exchange));
    // Drops half of them at a time, so that a single exchange costs nothing.
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

  /** The exchange after its handshake and earlier tries, oldest first; each exchange is returned once. */
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
 * Only a 401 has a following exchange. Holding every exchange until it is returned would create thousands of
 * short-lived entries: a chain of outgrown tables that keep each other alive for the collector.
 */
const isChallenge = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 401;

/** The exchange with its bodies cut to the length that is redacted. */
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

/**
 * A small form of an exchange from which it can be written later; one extra character shows that the body was longer.
 */
function light(exchange: Exchange): Exchange {
  const short = shortened(exchange, KEPT + MARGIN + 1);
  return answered(short) ? { ...short, response: { ...short.response, json: undefined } } : short;
}

/** The most header fields, and characters of a field, in a report; no well-behaved server sends as many. */
const MOST_FIELDS = 100;
const LONGEST_FIELD = 2_048;

/** The part of redacted headers that a report keeps; the last line says what is missing. */
function shortHead(headers: HeaderList): HeaderList {
  const more = headers.length - MOST_FIELDS;
  if (more <= 0 && headers.every(([name, value]) => name.length + value.length <= LONGEST_FIELD)) return headers;
  const cut = (text: string): string =>
    text.length > LONGEST_FIELD ? `${ownText(text.slice(0, LONGEST_FIELD))}... (${text.length} characters)` : text;
  const kept = headers.slice(0, MOST_FIELDS).map(([name, value]) => [cut(name), cut(value)] as const);
  return more > 0 ? [...kept, ["...", `${more} more fields`]] : kept;
}

/** The part of a redacted body that a report keeps. If the body was cut before, its end may be half a secret. */
function excerpt(redacted: string, whole: string | undefined): string {
  const cut = (whole?.length ?? 0) > KEPT + MARGIN;
  return redacted.slice(0, cut ? Math.min(KEPT, Math.max(0, redacted.length - MARGIN)) : KEPT);
}
