import { visible } from "../../text/visible.ts";

/** The `id` of the element that a link to a check leads to, with script or without. */
export function checkAnchor(check: string): string {
  return `check=${visible(check)}`;
}

/** The link to a check within the page. */
export function checkLink(check: string): string {
  return `#check=${encodeURIComponent(visible(check))}`;
}
