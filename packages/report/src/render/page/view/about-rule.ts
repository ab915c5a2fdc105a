import { type RuleBook, rulePage } from "../../rule-book.ts";
import { html, type Markup } from "../markup.ts";

/** The notes on a rule, folded; `undefined` if the book has none. */
export function aboutRule(requirement: string, book: RuleBook | undefined): Markup | undefined {
  const note = book?.note(requirement);
  if (note === undefined) return undefined;
  const page = rulePage(book?.site, requirement);
  const parts = [
    part("How it is checked", note.checked),
    part("Known causes of failure", note.mistakes),
    part("How to fix it", note.mend),
  ];
  return html`<details class="about"><summary>About this rule</summary><dl>${parts}</dl>${
    page === undefined ? undefined : html`<p><a href="${page}" rel="noreferrer">Its page in the documentation</a></p>`
  }</details>`;
}

function part(name: string, sentences: readonly string[]): Markup {
  if (sentences.length === 0) return html``;
  return html`<div><dt>${name}</dt>${sentences.map((text) => html`<dd>${text}</dd>`)}</div>`;
}
