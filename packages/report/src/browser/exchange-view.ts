import type { ReportExchange } from "../report.ts";
import { counted, figure } from "../text/words.ts";
import { bodyLines, type Marks } from "./body-lines.ts";
import { checkLink } from "./check-link.ts";
import { command, copyButton } from "./copy.ts";
import { el, wire, wirePieces } from "./dom.ts";
import { lazy } from "./lazy.ts";

/** The status of the answer, or the reason why there was none. */
export function answerOf({ response }: ReportExchange): string {
  return "status" in response ? String(response.status) : response.fault;
}

// Tests often expect a refusal, so only answers that no server should give look bad.
function toneOf({ response }: ReportExchange): string {
  if (!("status" in response) || response.status >= 500) return "bad";
  return response.status >= 400 ? "open" : "good";
}

const milliseconds = (value: number): string => `${figure(Math.round(value))} ms`;

/** The role of an exchange for a verdict. */
export interface Part extends Marks {
  readonly words: "Decided" | "Compared with";
}

/**
 * One exchange as a line that opens. `since` is the zero of its clock: the first exchange of a check, or the start of
 * the run. `part` marks the lines on which a verdict rests.
 */
export function exchangeView(exchange: ReportExchange, since: number, part?: Part): HTMLDetailsElement {
  const { request } = exchange;
  const summary = el(
    "summary",
    {},
    el("span", { class: "at" }, `+${milliseconds(exchange.at - since)}`),
    el("span", { class: "method" }, wire(request.method)),
    el("span", { class: "address" }, wire(request.url)),
    el("span", { class: `answer ${toneOf(exchange)}` }, wire(answerOf(exchange))),
    el("span", { class: "took" }, milliseconds(exchange.milliseconds)),
    part === undefined ? undefined : el("span", { class: "tag strong" }, part.words),
  );
  return lazy(el("details", { class: "exchange" }, summary), () => body(exchange, part));
}

function body(exchange: ReportExchange, part: Part | undefined): readonly Node[] {
  const { request, response, curl } = exchange;
  return [
    el("p", { class: "quiet" }, "Exchange ", wire(exchange.id), ...origin(exchange)),
    message("Request", `${request.method} ${request.url}`, request.headers, request.body),
    "status" in response
      ? message("Answer", String(response.status), response.headers, response.body, remark(response), part)
      : message("No answer", response.fault, [], response.message),
    ...(curl === undefined ? [] : [command("curl", curl)]),
  ];
}

function origin({ check, operation, version }: ReportExchange): readonly (Node | string)[] {
  return [
    ...(operation === undefined ? [] : [" · ", wire(operation)]),
    ...(version === undefined ? [] : [" · version ", wire(version)]),
    ...(check === undefined ? [] : [" · sent for ", checkLink(check)]),
  ];
}

function remark({ bodyBytes, truncated }: { readonly bodyBytes: number; readonly truncated: boolean }): string {
  return counted(bodyBytes, "byte") + (truncated ? "; the report keeps only the first part" : "");
}

function message(
  title: string,
  line: string,
  headers: ReportExchange["request"]["headers"],
  text: string | undefined,
  note?: string,
  marks?: Marks,
): HTMLElement {
  const head = [line, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const decided = [...head.keys()].filter((at) => isDecided(marks?.where, headers[at - 1]?.[0]));
  const view = block(title, head.join("\n"));
  if (decided.length > 0)
    view
      .querySelector("pre")
      ?.replaceChildren(
        ...head.map((one, at) =>
          el("span", { class: decided.includes(at) ? "line decides" : "line" }, ...wirePieces(`${one}\n`)),
        ),
      );
  return el("div", { class: "message" }, view, bodyBlock(`${title} body`, text, note, marks));
}

/** Whether a line of the head decided: the status line (`header` undefined) or the line of a header. */
function isDecided(where: string | undefined, header: string | undefined): boolean {
  if (where === undefined || header === undefined) return where === "status";
  return where.toLowerCase() === `header ${header.toLowerCase()}`;
}

function bodyBlock(title: string, text: string | undefined, note: string | undefined, marks?: Marks): HTMLElement {
  if (text === undefined || text === "")
    return el("p", { class: "quiet" }, note === undefined ? "No body" : `No body kept (${note})`);
  const view = block(note === undefined ? title : `${title}, ${note}`, text);
  const marked = marks === undefined ? undefined : bodyLines(text, marks);
  if (marked !== undefined) {
    view.querySelector("pre")?.replaceChildren(...marked);
    return view;
  }
  const tidy = tidied(text);
  if (tidy === undefined || tidy === text) return view;
  const button = el("button", { type: "button", class: "small", "aria-pressed": "false" }, "Indent");
  button.addEventListener("click", () => {
    const pressed = button.getAttribute("aria-pressed") === "true";
    button.setAttribute("aria-pressed", String(!pressed));
    view.querySelector("pre")?.replaceChildren(...wirePieces(pressed ? text : tidy));
  });
  view.querySelector(".block-title")?.append(button);
  return view;
}

function tidied(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}

function block(title: string, text: string): HTMLElement {
  const pre = el("pre", { tabindex: "0", role: "group", "aria-label": title }, ...wirePieces(text));
  const head = el("div", { class: "block-title" }, el("span", {}, title), copyButton(pre, title));
  return el("div", { class: "block" }, head, pre);
}
