import type { SearchEntry } from "../contents/search-entries.ts";
import { el } from "./dom.ts";
import { type Find, finder, MOST } from "./found.ts";

/** The URL of the page's script, from which the root of the site is derived. */
const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";
const root = own.slice(0, own.lastIndexOf("/") + 1);

declare global {
  /** Set by the script with the entries: pages opened as files cannot read other files, but can run them as scripts. */
  var plumblineEntries: readonly SearchEntry[] | undefined;
}

/** The search dialog for rules, operations, faults and texts, which its button or `/` opens. */
export function startSearch(): void {
  const dialog = makeDialog();
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.searches")) {
    button.hidden = false;
    button.addEventListener("click", dialog.open);
  }
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    dialog.open();
  });
}

function makeDialog() {
  const input = el("input", {
    type: "search",
    id: "asked",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "PAGE-ITEMS-ACCEPT, role, itemsPerPage …",
  });
  const close = el("button", { type: "button", class: "small" }, "Close");
  const status = el("p", { class: "count", role: "status" });
  const results = el("ol", { class: "results" });
  const dialog = el(
    "dialog",
    { "aria-labelledby": "search-title", id: "search-dialog" },
    el("h2", { id: "search-title" }, "Search"),
    el(
      "div",
      { class: "asking" },
      el("label", { for: "asked" }, "A rule, an operation, a fault or a word"),
      input,
      close,
    ),
    status,
    results,
  );
  document.body.append(dialog);

  let find: Promise<Find> | undefined;
  const show = async (): Promise<void> => {
    find ??= entries().then(finder);
    const asked = input.value;
    const found = (await find)(asked);
    // The user has typed more meanwhile.
    if (asked !== input.value) return;
    results.replaceChildren(...found.map(result));
    status.textContent = asked.trim() === "" ? "" : amount(found.length);
  };
  input.addEventListener("input", () => void show());
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", (event) => move(event, input, results));
  // A click outside the content has the dialog itself as its target.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || (event.target instanceof Element && event.target.closest("a"))) dialog.close();
  });
  return {
    open: (): void => {
      if (!dialog.open) dialog.showModal();
      input.select();
      void show();
    },
  };
}

function amount(found: number): string {
  if (found === 0) return "nothing found";
  return found === MOST ? `the best ${MOST}` : `${found} found`;
}

function result([kind, title, words, url]: SearchEntry): HTMLLIElement {
  const link = el("a", { href: root + url }, el("strong", {}, title));
  return el(
    "li",
    {},
    link,
    " ",
    el("span", { class: "tag" }, kind),
    el("span", { class: "text" }, words.slice(0, 140)),
  );
}

/** Arrow keys move through the results; Enter follows the first one. */
function move(event: KeyboardEvent, input: HTMLInputElement, results: HTMLElement): void {
  const links = [...results.querySelectorAll("a")];
  const at = links.findIndex((link) => link.matches(":focus"));
  if (event.key === "Enter" && document.activeElement === input) links[0]?.click();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const next = at + (event.key === "ArrowDown" ? 1 : -1);
  (next < 0 ? input : links[Math.min(next, links.length - 1)])?.focus();
}

/** Loads the searchable entries on first use. */
function entries(): Promise<readonly SearchEntry[]> {
  return new Promise((resolve, reject) => {
    const script = el("script", { src: `${root}entries.js` });
    script.addEventListener("load", () => resolve(globalThis.plumblineEntries ?? []));
    script.addEventListener("error", () => reject(new Error("entries.js is missing next to site.js")));
    document.head.append(script);
  });
}
