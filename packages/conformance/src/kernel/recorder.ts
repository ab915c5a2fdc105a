import { answered, curlLine, type Exchange, type Redactor } from "@plumbline/client";
import type { ReportExchange } from "@plumbline/report";
import type { Journal } from "../journal.ts";

/** Characters of a body that a report keeps: enough to see what is wrong, little enough for ten thousand exchanges. */
const KEPT = 4_096;

/** Redacts every exchange as it happens, writes it to the journal and keeps the report's form of it. */
export class Recorder {
  readonly exchanges: ReportExchange[] = [];
  readonly #journal: Journal;
  readonly #redactor: Redactor;
  readonly #began: number;
  readonly #legs = new Map<string, Exchange>();

  constructor(journal: Journal, redactor: Redactor, began: number) {
    this.#journal = journal;
    this.#redactor = redactor;
    this.#began = began;
  }

  record(exchange: Exchange): void {
    this.#legs.set(exchange.id, exchange);
    const kept = this.#kept(this.#redactor.exchange(exchange));
    this.exchanges.push(kept);
    this.#journal.append({ type: "exchange", exchange: kept });
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

  #kept(exchange: Exchange): ReportExchange {
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
        ...(request.body === undefined ? {} : { body: request.body.slice(0, KEPT) }),
      },
      response: answered(exchange)
        ? {
            status: exchange.response.status,
            headers: exchange.response.headers,
            body: exchange.response.body.slice(0, KEPT),
            bodyBytes: exchange.response.bodyBytes,
            truncated: exchange.response.body.length > KEPT,
          }
        : "fault" in response
          ? { fault: response.fault, message: response.message }
          : { fault: "protocol", message: "no answer" },
      curl: curlLine(exchange),
    };
  }
}
