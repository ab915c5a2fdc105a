import type { LiveEvent } from "../live/live-event.ts";
import { byId } from "./dom.ts";
import { startAgain } from "./live/again.ts";
import { data } from "./live/data.ts";
import { hearPage, startNewer } from "./live/newer.ts";
import { showFailures, showProgress, showRequests, showStanding, startNow } from "./live/now.ts";
import { startPage } from "./start.ts";

function hear(event: LiveEvent): void {
  switch (event.type) {
    case "standing":
      showStanding(event);
      if (event.run === undefined) hearPage(event.page);
      return;
    case "progress":
      showProgress(event.progress);
      return;
    case "failures":
      showFailures(event.failed, event.failures);
      return;
    case "requests":
      showRequests(event.requests);
      return;
    default:
      event satisfies never;
  }
}

startAgain();
startNow();
startNewer();
void startPage();
const events = new EventSource(`${data.base}events`);
events.addEventListener("message", ({ data: text }: MessageEvent<string>) => hear(JSON.parse(text)));
events.addEventListener("error", () => {
  // The browser reconnects by itself.
  byId("strip-state", HTMLElement).textContent = "not connected";
});
