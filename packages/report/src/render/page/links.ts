import { visible } from "../../text/visible.ts";

/** The `id` of the element of a check, which links lead to with and without script. */
export function checkAnchor(check: string): string {
  return `check=${visible(check)}`;
}

/** The link to a check within the page. */
export function checkLink(check: string): string {
  return `#check=${encodeURIComponent(visible(check))}`;
}

/** The link to the list of requirements with these filters. */
export function requirementsLink(filters: Readonly<Record<string, string>>): string {
  const parts = Object.entries(filters).map(([name, value]) => `&${name}=${encodeURIComponent(visible(value))}`);
  return `#requirements${parts.join("")}`;
}
