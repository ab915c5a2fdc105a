import type { Label } from "../labels.ts";
import { html, type Markup } from "./markup.ts";

/** Symbol and words of an outcome. The colour only repeats their meaning. */
export function badge({ symbol, words, tone }: Label): Markup {
  return html`<span class="badge ${tone}"><span class="symbol" aria-hidden="true">${symbol}</span>${words}</span>`;
}
