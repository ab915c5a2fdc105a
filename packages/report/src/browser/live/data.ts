import type { LiveData } from "../../live/live-event.ts";
import { byId } from "../dom.ts";

/** What the page was served with. */
export const data: LiveData = JSON.parse(byId("live-data", HTMLElement).textContent);
