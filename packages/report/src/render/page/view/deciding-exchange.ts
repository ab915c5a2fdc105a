import { decidingOf, shownExchange } from "../../../deciding.ts";
import type { ReportExchange, Verdict } from "../../../report.ts";
import { jsonLines, linesAt } from "../../../text/json-lines.ts";
import { figure } from "../../../text/words.ts";
import { html, type Markup, wire } from "../markup.ts";

/** Characters of a body that are shown here; all of it is among the exchanges. */
const SHOWN = 600;
/** Lines of a JSON body around the part that decided, and in all. */
const AROUND = 2;
const LINES = 12;
/** Characters of a body that is not read as JSON for the sake of a few lines. */
const LONG = 200_000;

type Answer = Extract<ReportExchange["response"], { readonly status: number }>;
type Exchanges = ReadonlyMap<string, ReportExchange>;

/** The exchange that a verdict rests on, with the part of its answer that decided: readable without opening anything. */
export function decidingExchange(verdict: Verdict, exchanges: Exchanges): Markup | undefined {
  const exchange = exchanges.get(shownExchange(verdict) ?? "");
  if (exchange === undefined) return undefined;
  const { where, twin } = decidingOf(verdict) ?? {};
  const { request, response } = exchange;
  const beside = exchanges.get(twin ?? "");
  return html`<div class="deciding">
<p class="sent"><span class="method">${wire(request.method)}</span> <span class="address">${wire(request.url)}</span></p>
${request.body === undefined || request.body === "" ? undefined : html`<pre tabindex="0" role="group" aria-label="Body of the request">${wire(cut(request.body))}</pre>`}
${"status" in response ? answer(response, where) : html`<p class="got bad">${wire(`no answer: ${response.message}`)}</p>`}
${beside === undefined ? undefined : comparedWith(beside)}
</div>`;
}

function answer(response: Answer, where: string | undefined): Markup {
  const name = /^header (.+)$/iu.exec(where ?? "")?.[1];
  const body = excerptOf(response, where);
  return html`<p class="got${where === "status" ? " decides" : ""}"><strong>${figure(response.status)}</strong></p>
${name === undefined ? undefined : headerLines(name, response)}
${body === undefined ? undefined : html`<pre tabindex="0" role="group" aria-label="Body of the answer">${body}</pre>`}`;
}

function headerLines(name: string, { headers }: Answer): Markup {
  const own = headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
  const lines = own.length === 0 ? [`no header ${name}`] : own.map(([one, value]) => `${one}: ${cut(value)}`);
  return html`${lines.map((text) => html`<p class="got decides">${wire(text)}</p>`)}`;
}

/** The lines around the member that decided, where it is one, else the beginning of the body. */
function excerptOf({ body }: Answer, where: string | undefined): Markup | undefined {
  if (body === "") return where === undefined || where === "" ? html`<span class="quiet">no body</span>` : undefined;
  if (where?.startsWith("/") !== true || body.length > LONG) return html`${wire(cut(body))}`;
  const lines = linesIn(body);
  if (lines === undefined) return html`${wire(cut(body))}`;
  const decided = linesAt(lines, where);
  const first = Math.max(0, lines.findIndex((line) => decided.has(line)) - AROUND);
  const shown = lines.slice(first, Math.min(first + LINES, first + AROUND * 2 + decided.size));
  const last = first + shown.length;
  return html`${first > 0 ? html`<span class="line quiet">…</span>` : undefined}${shown.map(
    (line) => html`<span class="line${decided.has(line) ? " decides" : ""}">${wire(cut(line.text))}</span>`,
  )}${last < lines.length ? html`<span class="line quiet">…</span>` : undefined}`;
}

function linesIn(body: string): ReturnType<typeof jsonLines> | undefined {
  try {
    return jsonLines(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function comparedWith({ request: { method, url }, response }: ReportExchange): Markup {
  const came = "status" in response ? `answered ${response.status}` : "not answered";
  return html`<p class="quiet">Compared with ${wire(`${method} ${url}`)}, which was ${came}.</p>`;
}

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
