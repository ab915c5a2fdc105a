/** How good a message is: it selects the colour, on a page and in a terminal. */
export type Tone = "good" | "bad" | "warn" | "open" | "quiet" | "fault";
