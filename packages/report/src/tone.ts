/** How good news are: it picks the colour, on a page and in a terminal. */
export type Tone = "good" | "bad" | "warn" | "open" | "quiet" | "fault";
