import { posix } from "node:path";
import type { Document } from "./contents/documents.ts";

/**
 * The address on the site for a link of a Markdown file; `undefined` for a link to a file that the site does not
 * contain.
 */
export function markdownLink(target: string, from: string, pages: readonly Document[]): string | undefined {
  if (target.startsWith("site:")) return target.slice("site:".length);
  if (/^[a-z]+:/.test(target) || target.startsWith("#")) return target;
  const [path = "", fragment] = target.split("#");
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  const page = pages.find((one) => one.file === file);
  return page && `${page.url}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** The address on the site for an image of a Markdown file. */
export const imageFile = (source: string, from: string): string =>
  posix.normalize(posix.join(posix.dirname(from), source));
