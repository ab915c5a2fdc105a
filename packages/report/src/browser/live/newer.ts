import { byId } from "../dom.ts";
import { data } from "./served.ts";

/** Where the reader is sent on from, when a result is there: nothing there is lost. */
const LIVELY = new Set(["", "#now", "#runs"]);

/** Follows what the server has to show: by itself where the reader only watches, by a button where they read. */
export function startNewer(): void {
  byId("newer", HTMLButtonElement).addEventListener("click", () => location.reload());
}

/** Hears which page the server gives now. `ran` says that a run was watched from here. */
export function hearPage(page: number, ran: boolean): void {
  if (page === data.page) return;
  if (!data.newest) return;
  // Somebody who has run a check from its card waits for what it says; nobody is taken away while they write.
  const writes = document.activeElement instanceof HTMLInputElement && document.activeElement.value !== "";
  if (writes || !(ran || LIVELY.has(location.hash))) {
    byId("newer", HTMLButtonElement).hidden = false;
    return;
  }
  if (ran && location.hash === "#now") history.replaceState(null, "", "#outcome");
  location.reload();
}
