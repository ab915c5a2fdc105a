/** One exchange: request and answer as they stood on the wire, and the shell line that repeats the request. */
export const EXCHANGES_SCRIPT = String.raw`
const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));

const answerOf = ({ response }) => "status" in response ? String(response.status) : response.fault;
const milliseconds = (value) => Math.round(value).toLocaleString("en-US") + " ms";

// A refusal is often what was hoped for, so only what no server should do looks bad.
function toneOf(response) {
  if (!("status" in response) || response.status >= 500) return "bad";
  return response.status >= 400 ? "open" : "good";
}

// "since" is where the clock of the list starts: the first exchange of a check, or the run.
function exchangeView(exchange, since) {
  const { request, response } = exchange;
  const summary = el("summary", {},
    el("span", { class: "at" }, "+" + milliseconds(exchange.at - since)),
    el("span", { class: "method" }, wire(request.method)),
    el("span", { class: "address" }, wire(request.url)),
    el("span", { class: "answer " + toneOf(response) }, wire(answerOf(exchange))),
    el("span", { class: "took" }, milliseconds(exchange.milliseconds)));
  return lazy(el("details", { class: "exchange" }, summary), () => exchangeBody(exchange));
}

function exchangeBody(exchange) {
  const { request, response } = exchange;
  return [
    el("p", { class: "quiet" }, "Exchange ", wire(exchange.id), ...originOf(exchange)),
    message("Request", request.method + " " + request.url, request.headers, request.body),
    "status" in response
      ? message("Answer", String(response.status), response.headers, response.body, remark(response))
      : message("No answer", response.fault, [], response.message),
    exchange.curl === undefined ? undefined : command("curl", exchange.curl),
  ].filter((part) => part !== undefined);
}

function originOf({ check, operation, version }) {
  const parts = [];
  if (operation !== undefined) parts.push(" · ", wire(operation));
  if (version !== undefined) parts.push(" · version ", wire(version));
  if (check !== undefined) parts.push(" · sent for ", checkLink(check));
  return parts;
}

function remark({ bodyBytes, truncated }) {
  return plural(bodyBytes, "byte") + (truncated ? ", of which the first part is kept" : "");
}

function message(title, line, headers, body, note) {
  const head = [line, ...headers.map(([name, value]) => name + ": " + value)].join("\n");
  return el("div", { class: "message" }, block(title, head), bodyBlock(title + " body", body, note));
}

function bodyBlock(title, body, note) {
  if (body === undefined || body === "") return el("p", { class: "quiet" }, note === undefined ? "No body" : "No body kept (" + note + ")");
  const view = block(note === undefined ? title : title + ", " + note, body);
  const tidy = tidied(body);
  if (tidy === undefined || tidy === body) return view;
  const button = el("button", { type: "button", class: "small", "aria-pressed": "false" }, "Indent");
  button.addEventListener("click", () => {
    const pressed = button.getAttribute("aria-pressed") === "true";
    button.setAttribute("aria-pressed", String(!pressed));
    view.querySelector("pre").replaceChildren(...wirePieces(pressed ? body : tidy));
  });
  view.querySelector(".block-title").append(button);
  return view;
}

function tidied(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return undefined;
  }
}

function block(title, text) {
  const pre = el("pre", { tabindex: "0", role: "region", "aria-label": title }, ...wirePieces(text));
  return el("div", { class: "block" }, el("div", { class: "block-title" }, el("span", {}, title)), pre);
}
`;
