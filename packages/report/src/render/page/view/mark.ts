import type { Tone } from "../../../tone.ts";
import { html, type Markup } from "../markup.ts";

/** A symbol that stands for words in a narrow cell: the words are read out and shown when pointed at. */
export function mark(symbol: string, words: string, tone: Tone): Markup {
  return html`<span class="mark ${tone}" title="${words}"><span aria-hidden="true">${symbol}</span><span class="unseen">${words}</span></span>`;
}
