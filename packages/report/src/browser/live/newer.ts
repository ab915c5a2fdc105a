import { byId } from "../dom.ts";
import { data } from "./data.ts";

/** Views that are reloaded when a result arrives, because the reader loses nothing there. */
const LIVELY = new Set(["", "#now", "#runs", "#outcome"]);

/** Makes the button for newer results reload the page. Views in `LIVELY` reload by themselves. */
export function startNewer(): void {
  byId("newer", HTMLButtonElement).addEventListener("click", () => location.reload());
}

let asked = false;

/** Notes that the reader started a run on this page, so the page reloads when its result arrives. */
export function expectNewer(): void {
  asked = true;
}

/** Handles the number of the page that the server gives now; called while nothing runs. */
export function hearPage(page: number): void {
  if (page === data.page || !data.newest) return;
  // Readers who read or type are not interrupted.
  const writes = document.activeElement instanceof HTMLInputElement && document.activeElement.value !== "";
  if (!asked && (writes || !LIVELY.has(location.hash))) {
    byId("newer", HTMLButtonElement).hidden = false;
    return;
  }
  if (asked && location.hash === "#now") history.replaceState(null, "", "#outcome");
  location.reload();
}
