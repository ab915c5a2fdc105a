import type { ReportExchange } from "../report.ts";
import { figure } from "../text/words.ts";
import { rewriteAddress } from "./address.ts";
import { exchanges } from "./data.ts";
import { byId } from "./dom.ts";
import { answerOf, exchangeView } from "./exchange-view.ts";
import { whenShown } from "./views.ts";

/** Lines shown at a time: ten thousand would make the page slow. */
const PAGE = 100;

interface Line {
  readonly exchange: ReportExchange;
  readonly words: string;
}

let lines: readonly Line[] = [];
let found: readonly Line[] = [];
let start = 0;

const search = (): HTMLInputElement => byId("log-search", HTMLInputElement);
const status = (): HTMLSelectElement => byId("filter-log-status", HTMLSelectElement);

function show(): void {
  const page = found.slice(start, start + PAGE);
  byId("log-entries", HTMLElement).replaceChildren(...page.map(({ exchange }) => exchangeView(exchange, 0)));
  byId("log-position", HTMLElement).textContent =
    page.length === 0 ? "none" : `${figure(start + 1)}–${figure(start + page.length)} of ${figure(found.length)}`;
  byId("log-back", HTMLButtonElement).disabled = start === 0;
  byId("log-on", HTMLButtonElement).disabled = start + PAGE >= found.length;
}

function matches({ exchange, words }: Line, terms: readonly string[], wanted: string): boolean {
  if (!terms.every((term) => words.includes(term))) return false;
  if (wanted === "") return true;
  return "status" in exchange.response ? answerOf(exchange).startsWith(wanted) : wanted === "fault";
}

function apply(): void {
  const terms = search().value.toLowerCase().split(/\s+/u);
  const wanted = status().value;
  start = 0;
  found = lines.filter((line) => matches(line, terms, wanted));
  show();
}

function turn(by: number): void {
  start += by * PAGE;
  show();
}

/** Sets search and status from an address. */
export function setLog(parameters: URLSearchParams): void {
  search().value = parameters.get("q") ?? "";
  status().value = parameters.get("status") ?? "";
  apply();
}

async function build(): Promise<void> {
  lines = [...(await exchanges()).values()].map((exchange) => {
    const { id, check, operation, request } = exchange;
    const words = [id, check, operation, request.method, request.url, answerOf(exchange)].join(" ").toLowerCase();
    return { exchange, words };
  });
  byId("log-controls", HTMLElement).hidden = lines.length === 0;
  apply();
}

/** Builds the log when it is first shown. */
export function startLog(): void {
  whenShown("log", build);
  const changed = (): void => {
    apply();
    rewriteAddress("log", { q: search().value, status: status().value });
  };
  search().addEventListener("input", changed);
  status().addEventListener("input", changed);
  byId("log-back", HTMLButtonElement).addEventListener("click", () => turn(-1));
  byId("log-on", HTMLButtonElement).addEventListener("click", () => turn(1));
}
