import { decidingOf, shownExchange } from "../../../deciding.ts";
import { decidingLines } from "../../../deciding-lines.ts";
import type { ReportExchange, Verdict } from "../../../report.ts";
import { html, type Markup, wire } from "../markup.ts";

/** Characters of a request body that are shown; the exchange in the report has all of it. */
const SHOWN = 600;

/** The exchange on which a verdict rests, with the deciding part of its answer, readable without opening anything. */
export function decidingExchange(verdict: Verdict, exchanges: ReadonlyMap<string, ReportExchange>): Markup | undefined {
  const exchange = exchanges.get(shownExchange(verdict) ?? "");
  if (exchange === undefined) return undefined;
  const { where, twin } = decidingOf(verdict) ?? {};
  const { request, response } = exchange;
  const beside = exchanges.get(twin ?? "");
  const lines = decidingLines(response, where).map(
    ({ text, decides }) => html`<span class="line${decides ? " decides" : ""}">${wire(text)}</span>`,
  );
  return html`<div class="deciding">
<p class="sent"><span class="method">${wire(request.method)}</span> <span class="address">${wire(request.url)}</span></p>
${bodyOf(request)}
<pre class="got" tabindex="0" role="group" aria-label="Answer">${lines}</pre>
${beside === undefined ? undefined : comparedWith(beside)}
</div>`;
}

function bodyOf({ body = "" }: ReportExchange["request"]): Markup | undefined {
  if (body === "") return undefined;
  const text = body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body;
  return html`<pre tabindex="0" role="group" aria-label="Body of the request">${wire(text)}</pre>`;
}

function comparedWith({ request: { method, url }, response }: ReportExchange): Markup {
  const came = "status" in response ? `answered ${response.status}` : "not answered";
  return html`<p class="quiet">Compared with ${wire(`${method} ${url}`)}, which was ${came}.</p>`;
}
