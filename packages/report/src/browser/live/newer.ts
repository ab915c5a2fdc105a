import { byId } from "../dom.ts";
import { data } from "./data.ts";

/** Where the reader is sent on from, when a result is there: nothing there is lost. */
const LIVELY = new Set(["", "#now", "#runs", "#outcome"]);

/** Follows what the server has to show: by itself where the reader only watches, by a button where they read. */
export function startNewer(): void {
  byId("newer", HTMLButtonElement).addEventListener("click", () => location.reload());
}

let asked = false;

/** Somebody asked for something from this page, and waits for what comes of it. */
export function expectNewer(): void {
  asked = true;
}

/** Hears which page the server gives now, while nothing runs. */
export function hearPage(page: number): void {
  if (page === data.page || !data.newest) return;
  // Nobody is taken away while they read or write.
  const writes = document.activeElement instanceof HTMLInputElement && document.activeElement.value !== "";
  if (!asked && (writes || !LIVELY.has(location.hash))) {
    byId("newer", HTMLButtonElement).hidden = false;
    return;
  }
  if (asked && location.hash === "#now") history.replaceState(null, "", "#outcome");
  location.reload();
}
