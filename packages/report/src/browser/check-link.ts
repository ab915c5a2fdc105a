import { visible } from "../text/visible.ts";
import { el } from "./dom.ts";

/** A link to the full view of a check. */
export function checkLink(check: string): HTMLAnchorElement {
  return el("a", { class: "anchor", href: `#check=${encodeURIComponent(visible(check))}` }, visible(check));
}
