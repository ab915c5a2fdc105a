import {
  decidingLines,
  decidingOf,
  type LiveFailure,
  type ReportExchange,
  SymptomWords,
  shownExchange,
} from "@plumbline/report";
import type { Broken } from "../watch/is-broken.ts";

/** How many exchanges are kept, and characters of each body: a verdict usually depends on one of the latest. */
const HELD = 20_000;
const BODY = 4_000;

/** The evidence of a failed verdict that the page shows during the run. */
type Evidence = Pick<LiveFailure, "symptom" | "deciding">;

/** The recent exchanges of a run, as evidence of its failed verdicts. */
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
