import { visible } from "../text/visible.ts";
import { el } from "./dom.ts";

/** A link to a check, wherever on the page it is shown in full. */
export function checkLink(check: string): HTMLAnchorElement {
  return el("a", { class: "anchor", href: `#check=${encodeURIComponent(visible(check))}` }, visible(check));
}
