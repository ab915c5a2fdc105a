import { html, type Markup } from "../markup.ts";

/** The frame of one view; the script shows one at a time, and without script they stand one below the other. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** How many there are of what the view shows, with its unit. */
  readonly count?: string;
  /** What the view answers, in a sentence. */
  readonly lead?: string;
  readonly body: Markup | readonly Markup[];
}

/** A view with its heading, which takes the focus when a link leads to the view. */
export function section({ id, title, count, lead, body }: Section): Markup {
  const figures = count === undefined ? undefined : html` <span class="count">${count}</span>`;
  return html`<section id="${id}" class="view" aria-labelledby="${id}-title">
<h2 id="${id}-title" tabindex="-1">${title}${figures}</h2>
${lead === undefined ? undefined : html`<p class="lead">${lead}</p>`}
${body}
</section>`;
}

/** A paragraph for a view that has nothing to show, which says why. */
export function nothing(words: string): Markup {
  return html`<p class="empty">${words}</p>`;
}
