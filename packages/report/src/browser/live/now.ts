import type {
  LiveDeciding,
  LiveEvent,
  LiveFailure,
  LiveProgress,
  LiveRequest,
  LiveRun,
} from "../../live/live-event.ts";
import { SCOPES } from "../../live/live-event.ts";
import { counted, duration, figure } from "../../text/words.ts";
import { badge } from "../badge.ts";
import { hasReport } from "../data.ts";
import { announce, byId, el, wire } from "../dom.ts";
import { ask } from "./ask.ts";
import { Clock } from "./clock.ts";
import { data } from "./data.ts";
import { showRefusal } from "./refused.ts";

/** Lines in the list of requests; the exchange log shows all of them. */
const LINES = 8;
/** Requirements in the list of failures. A target that is wrong everywhere would fill the page. */
const SHOWN = 200;

const text = (id: string, words: string): void => {
  const place = byId(id, HTMLElement);
  if (place.textContent !== words) place.textContent = words;
};

interface Card {
  readonly view: HTMLElement;
  readonly count: HTMLElement;
  readonly others: HTMLElement;
  seen: number;
}
const cards = new Map<string, Card>();
const clock = new Clock((milliseconds) => text("elapsed", duration(milliseconds)));

/** Makes the form start runs, and the button stop them. */
export function startNow(): void {
  const form = byId("start", HTMLFormElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const value = (name: string): string => String(given.get(name) ?? "");
    const scope = SCOPES.find((one) => one === value("scope")) ?? "all";
    const [name, profile] = [value("name").trim(), value("profile")];
    await showRefusal(
      await ask("run", {
        scope,
        ...(name !== "" && { name }),
        target: value("target"),
        ...(profile !== "" && { profile }),
      }),
    );
  });
  for (const id of ["stop", "strip-stop"])
    byId(id, HTMLButtonElement).addEventListener("click", async () => showRefusal(await ask("stop")));
}

/** Shows the current state: the running run, or the last result. */
export function showStanding({ page, run, last, waitsFor }: Extract<LiveEvent, { readonly type: "standing" }>): void {
  const wait = waitsFor === undefined ? "" : ` The failed checks run again when ${waitsFor}.`;
  text("now-state", run === undefined ? (last?.words ?? "No run is going on.") + wait : wordsFor(run));
  byId("go", HTMLButtonElement).disabled = run !== undefined;
  for (const id of ["stop", "strip-stop"]) {
    const button = byId(id, HTMLButtonElement);
    button.hidden = run === undefined;
    button.disabled = run?.stopping ?? false;
  }
  byId("meter", HTMLElement).hidden = run === undefined;
  const strip = byId("strip-state", HTMLElement);
  strip.className = run === undefined ? (last?.tone ?? "quiet") : "open";
  text("strip-state", run === undefined ? (last?.words ?? "idle") : "running");
  clock.show(run);
  if (run === undefined) {
    // When the page is not reloaded, its tab title shows the new result.
    entitle(page === data.page ? undefined : last?.words);
    const isEmpty = byId("failing", HTMLElement).childElementCount === 0;
    text(
      "failing-none",
      hasReport ? "No run is going on. The view Failures shows the last result." : "Nothing has run yet.",
    );
    byId("failing-none", HTMLElement).hidden = !isEmpty;
    if (last !== undefined) announce(last.words);
    return;
  }
  entitle("▶ running");
  text("failing-none", "Nothing is broken so far.");
  cards.clear();
  byId("failing", HTMLElement).replaceChildren();
  byId("last-requests", HTMLElement).replaceChildren();
  showFailures(run.failed, run.failures);
  if (run.progress !== undefined) showProgress(run.progress);
}

/** The original title of the page: the result that it shows. */
const written = document.title;

const entitle = (words: string | undefined): void => {
  document.title = words === undefined ? written : `${words} – Plumbline`;
};

const wordsFor = ({ words, target, stopping }: LiveRun): string =>
  stopping ? `Stopping: the run deletes what it created on ${target}.` : `Running ${words} on ${target}.`;

/** Shows the progress of the run. */
export function showProgress(progress: LiveProgress): void {
  const { stage, done, total, failures, exchanges, milliseconds, waiting } = progress;
  clock.set(milliseconds);
  const bar = byId("progress", HTMLProgressElement);
  bar.max = Math.max(1, total);
  bar.value = done;
  const waits = waiting.length === 0 ? "" : `; waiting for ${[...new Set(waiting)].slice(0, 3).join(", ")}`;
  text(
    "meter-words",
    `${stage}: ${figure(done)} of ${counted(total, "check")}, ${counted(failures, "failure")}, ${counted(exchanges, "request")}${waits}`,
  );
  const share = total === 0 ? "" : `${Math.floor((done / total) * 100)} %, `;
  text("strip-state", `running ${share}${figure(failures)} failing`);
  entitle(`▶ ${share}${figure(failures)} failing`);
}

/** Adds the failures since the last event, one card per requirement. */
export function showFailures(failed: number, failures: readonly LiveFailure[]): void {
  text("failing-count", failed === 0 ? "" : figure(failed));
  byId("failing-none", HTMLElement).hidden = failed > 0;
  for (const failure of failures) {
    const card = cards.get(failure.requirement) ?? newCard(failure);
    if (card === undefined) continue;
    card.seen += 1;
    card.count.textContent = counted(card.seen, "check");
    if (card.seen <= 50) card.others.append(el("li", {}, wire(failure.place)));
  }
}

function newCard(failure: LiveFailure): Card | undefined {
  if (cards.size >= SHOWN) return undefined;
  const { requirement, text: rule, level, outcome, expected, received, symptom, deciding } = failure;
  const count = el("span", { class: "count" });
  const others = el("ul", { class: "checks" });
  const line = (name: string, words: string): HTMLElement =>
    el("div", { class: name.toLowerCase() }, el("dt", {}, name), el("dd", {}, wire(words)));
  const summary = el(
    "summary",
    {},
    badge(outcome),
    el("span", { class: "text" }, wire(symptom)),
    el("span", { class: "id" }, wire(requirement)),
    el("span", { class: "tag strong" }, level),
    count,
  );
  const versus = el("dl", { class: "versus" }, line("Expected", expected), line("Received", received));
  const view = el(
    "li",
    outcome === "warn" ? { class: "warn" } : {},
    el(
      "details",
      {},
      summary,
      el("p", { class: "statement" }, wire(rule)),
      versus,
      deciding === undefined ? undefined : decidingView(deciding),
      others,
    ),
  );
  const card: Card = { view, count, others, seen: 0 };
  cards.set(requirement, card);
  // Failures of the run come before warnings, which only break a SHOULD.
  const list = byId("failing", HTMLElement);
  const firstWarning = outcome === "warn" ? null : list.querySelector(":scope > .warn");
  list.insertBefore(view, firstWarning);
  return card;
}

function decidingView({ method, url, body, lines }: LiveDeciding): HTMLElement {
  const sent = el(
    "p",
    { class: "sent" },
    el("span", { class: "method" }, wire(method)),
    " ",
    el("span", { class: "address" }, wire(url)),
  );
  const got = lines.map(({ text: line, decides }) =>
    el("span", { class: decides ? "line decides" : "line" }, wire(line)),
  );
  const block = (name: string, ...parts: readonly Node[]): HTMLElement =>
    el("pre", { tabindex: "0", role: "group", "aria-label": name }, ...parts);
  return el(
    "div",
    { class: "deciding" },
    sent,
    body === undefined ? undefined : block("Body of the request", wire(body)),
    block("Answer", ...got),
  );
}

/** Shows the most recent requests. */
export function showRequests(requests: readonly LiveRequest[]): void {
  const list = byId("last-requests", HTMLElement);
  const lines = requests
    .slice(-LINES)
    .map(({ method, url, answer, milliseconds }) =>
      el("li", {}, wire(`${answer}  ${method} ${url}`), ` ${duration(milliseconds)}`),
    );
  const kept = [...list.children].slice(0, Math.max(0, LINES - lines.length));
  list.replaceChildren(...lines.toReversed(), ...kept);
}
