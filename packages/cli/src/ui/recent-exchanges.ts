import {
  decidingLines,
  decidingOf,
  type LiveFailure,
  type ReportExchange,
  SymptomWords,
  shownExchange,
} from "@plumbline/report";
import type { Broken } from "../watch/is-broken.ts";

/** Exchanges that are held, and characters of each body: a verdict mostly rests on one of the last. */
const HELD = 20_000;
const BODY = 4_000;

/** What of a broken verdict's evidence is shown while its run goes on. */
type Evidence = Pick<LiveFailure, "symptom" | "deciding">;

/** The exchanges of a run that goes on, for what its broken verdicts rest on. */
export class RecentExchanges {
  readonly #held = new Map<string, ReportExchange>();

  hear(exchange: ReportExchange): void {
    const { request, response } = exchange;
    this.#held.set(exchange.id, {
      ...exchange,
      request: { ...request, ...(request.body !== undefined && { body: request.body.slice(0, BODY) }) },
      response: "status" in response ? { ...response, body: response.body.slice(0, BODY) } : response,
    });
    const [oldest] = this.#held.keys();
    if (this.#held.size > HELD && oldest !== undefined) this.#held.delete(oldest);
  }

  evidenceOf(verdict: Broken): Evidence {
    const exchange = this.#held.get(shownExchange(verdict) ?? "");
    const symptom = new SymptomWords({ exchanges: exchange === undefined ? [] : [exchange] }).of(verdict);
    if (exchange === undefined) return { symptom };
    const { method, url, body } = exchange.request;
    const lines = decidingLines(exchange.response, decidingOf(verdict)?.where);
    return { symptom, deciding: { method, url, ...(body !== undefined && body !== "" && { body }), lines } };
  }
}
