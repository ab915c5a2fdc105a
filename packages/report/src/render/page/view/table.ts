import { html, type Markup } from "../markup.ts";

/** A table that scrolls horizontally; `name` is its label for screen readers. */
export function table(
  name: string,
  heads: readonly (string | Markup)[],
  rows: readonly (readonly Markup[])[],
  kind = "",
): Markup {
  return html`<div class="scroll ${kind}" tabindex="0" role="group" aria-label="${name}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`;
}

function row([first, ...others]: readonly Markup[]): Markup {
  return html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
}
