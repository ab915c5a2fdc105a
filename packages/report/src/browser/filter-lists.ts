import { figure } from "../text/words.ts";
import { el } from "./dom.ts";

/**
 * The items that the filter shows or hides in lists and tables. Groups and the items in them are filtered separately.
 */
const ITEMS = ".cause, .group, tbody > tr, .ladder, .checks > li, .rule, .part, .first-causes > li";
/** A view with fewer items needs no filter. */
const FEW = 8;

/** Adds a search box to every view whose lists have none. It hides items that do not contain all words. */
export function startFilters(): void {
  for (const view of document.querySelectorAll<HTMLElement>("main > .view")) {
    if (view.id === "outcome" || view.querySelector("input[type=search], #start") !== null) continue;
    if (view.id !== "interface" && view.querySelectorAll(ITEMS).length < FEW) continue;
    const lead = view.querySelector(".lead") ?? view.querySelector("h2");
    lead?.after(boxFor(view));
  }
}

function boxFor(view: HTMLElement): HTMLElement {
  const input = el("input", { type: "search", autocomplete: "off", spellcheck: "false", placeholder: "any words" });
  const found = el("span", { class: "quiet", role: "status" });
  input.addEventListener("input", () => {
    found.textContent = filter(view, input.value);
  });
  return el("div", { class: "controls" }, el("label", { class: "grow" }, "Filter", input), found);
}

/** Hides items that lack a word, and returns how many are left, in words. */
function filter(view: HTMLElement, text: string): string {
  const terms = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((term) => term !== "");
  let [shown, all] = [0, 0];
  for (const item of view.querySelectorAll<HTMLElement>(ITEMS)) {
    const words = item.textContent.toLowerCase();
    // Items inside a named cause or ladder stay with it.
    const within = item.parentElement?.closest<HTMLElement>(".cause, .ladder");
    const fits = within != null || terms.every((term) => words.includes(term)) || namedAbove(item, view, terms);
    if (item.hidden === fits) item.hidden = !fits;
    if (item instanceof HTMLDetailsElement && terms.length > 0 && fits) item.open = true;
    if (within != null || item.matches(".group, .part")) continue;
    all += 1;
    if (fits) shown += 1;
  }
  return terms.length === 0 ? "" : `${figure(shown)} of ${figure(all)}`;
}

/** Whether the heading of a group contains all words: then the group keeps all its items. */
function namedAbove(item: HTMLElement, view: HTMLElement, terms: readonly string[]): boolean {
  const above = item.parentElement?.closest<HTMLElement>(".group, .part");
  if (above == null || !view.contains(above)) return false;
  const head = above.querySelector(":scope > summary, :scope > h3, :scope > h4")?.textContent.toLowerCase() ?? "";
  return terms.every((term) => head.includes(term)) || namedAbove(above, view, terms);
}
