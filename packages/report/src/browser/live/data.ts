import type { LiveData } from "../../live/live-event.ts";
import { byId } from "../dom.ts";

/** The data that the server embedded in the page. */
export const data: LiveData = JSON.parse(byId("live-data", HTMLElement).textContent);
