import { figure } from "../text/words.ts";
import { el } from "./dom.ts";

/** What is looked for in lists and tables: what stands in a group is looked at by itself, and so is the group. */
const ITEMS = ".cause, .group, tbody > tr, .ladder, .checks > li, .rule, .part, .first-causes > li";
/** Fewer are found by eye. */
const FEW = 8;

/** Gives every view whose lists have none of their own a box that leaves only what holds all words. */
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

/** Hides what lacks a word, and says how much is left. */
function filter(view: HTMLElement, text: string): string {
  const terms = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((term) => term !== "");
  let [shown, all] = [0, 0];
  for (const item of view.querySelectorAll<HTMLElement>(ITEMS)) {
    const words = item.textContent.toLowerCase();
    // What is inside of something that is named itself stays with it.
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

/** A heading that holds the words keeps all below it. */
function namedAbove(item: HTMLElement, view: HTMLElement, terms: readonly string[]): boolean {
  const above = item.parentElement?.closest<HTMLElement>(".group, .part");
  if (above == null || !view.contains(above)) return false;
  const head = above.querySelector(":scope > summary, :scope > h3, :scope > h4")?.textContent.toLowerCase() ?? "";
  return terms.every((term) => head.includes(term)) || namedAbove(above, view, terms);
}
