import type { Tone } from "../../../tone.ts";
import { html, type Markup } from "../markup.ts";

/** A symbol for a narrow cell. Screen readers read its words, and a tooltip shows them. */
export function mark(symbol: string, words: string, tone: Tone): Markup {
  return html`<span class="mark ${tone}" title="${words}"><span aria-hidden="true">${symbol}</span><span class="unseen">${words}</span></span>`;
}
