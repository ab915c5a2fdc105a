import type { ReportExchange } from "../report.ts";
import { counted, figure } from "../text/words.ts";
import { checkLink } from "./check-link.ts";
import { command, copyButton } from "./copy.ts";
import { el, wire, wirePieces } from "./dom.ts";
import { lazy } from "./lazy.ts";

/** The status of the answer, or why there was none. */
export function answerOf({ response }: ReportExchange): string {
  return "status" in response ? String(response.status) : response.fault;
}

// A refusal is often what was hoped for, so only what no server should do looks bad.
function toneOf({ response }: ReportExchange): string {
  if (!("status" in response) || response.status >= 500) return "bad";
  return response.status >= 400 ? "open" : "good";
}

const milliseconds = (value: number): string => `${figure(Math.round(value))} ms`;

/** One exchange as a line that opens; `since` is where the clock of the list starts: a check's first exchange, or the run. */
export function exchangeView(exchange: ReportExchange, since: number): HTMLDetailsElement {
  const { request } = exchange;
  const summary = el(
    "summary",
    {},
    el("span", { class: "at" }, `+${milliseconds(exchange.at - since)}`),
    el("span", { class: "method" }, wire(request.method)),
    el("span", { class: "address" }, wire(request.url)),
    el("span", { class: `answer ${toneOf(exchange)}` }, wire(answerOf(exchange))),
    el("span", { class: "took" }, milliseconds(exchange.milliseconds)),
  );
  return lazy(el("details", { class: "exchange" }, summary), () => body(exchange));
}

function body(exchange: ReportExchange): readonly Node[] {
  const { request, response, curl } = exchange;
  return [
    el("p", { class: "quiet" }, "Exchange ", wire(exchange.id), ...origin(exchange)),
    message("Request", `${request.method} ${request.url}`, request.headers, request.body),
    "status" in response
      ? message("Answer", String(response.status), response.headers, response.body, remark(response))
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
  return counted(bodyBytes, "byte") + (truncated ? ", of which the first part is kept" : "");
}

function message(
  title: string,
  line: string,
  headers: ReportExchange["request"]["headers"],
  text: string | undefined,
  note?: string,
): HTMLElement {
  const head = [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
  return el("div", { class: "message" }, block(title, head), bodyBlock(`${title} body`, text, note));
}

function bodyBlock(title: string, text: string | undefined, note: string | undefined): HTMLElement {
  if (text === undefined || text === "")
    return el("p", { class: "quiet" }, note === undefined ? "No body" : `No body kept (${note})`);
  const view = block(note === undefined ? title : `${title}, ${note}`, text);
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
