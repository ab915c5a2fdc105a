import { html, type Markup } from "../markup.ts";

/** The frame of one view. The script shows one view at a time; without script, all are visible in sequence. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** The number of items in the view, with its unit. */
  readonly count?: string;
  /** The question that the view answers, in a sentence. */
  readonly lead?: string;
  readonly body: Markup | readonly Markup[];
}

/** A view with its heading, which receives the focus when a link leads to the view. */
export function section({ id, title, count, lead, body }: Section): Markup {
  const figures = count === undefined ? undefined : html` <span class="count">${count}</span>`;
  return html`<section id="${id}" class="view" aria-labelledby="${id}-title">
<h2 id="${id}-title" tabindex="-1">${title}${figures}</h2>
${lead === undefined ? undefined : html`<p class="lead">${lead}</p>`}
${body}
</section>`;
}

/** A paragraph for an empty view, which says why it is empty. */
export function nothing(words: string): Markup {
  return html`<p class="empty">${words}</p>`;
}
