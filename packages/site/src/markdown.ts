import type { Document } from "./contents/documents.ts";
import type { MarkdownIt, Token } from "./eleventy.ts";
import { headingId } from "./heading-id.ts";
import { imageFile, markdownLink } from "./markdown-links.ts";

/**
 * Configures the Markdown renderer for the site: headings with the ids of GitHub, links within the site, scrollable
 * tables.
 */
export function readMarkdown(md: MarkdownIt, pages: readonly Document[], images: Set<string>): void {
  md.set({ html: true });
  md.core.ruler.push("site", ({ tokens, env: { file } }) => {
    const inline = tokens.flatMap((token) => token.children ?? []);
    if (file !== undefined) for (const token of inline) placed(token, file, pages, images);
    dropped(inline);
    const ids = new Map<string, number>();
    tokens.forEach((token, index) => {
      if (token.type !== "heading_open") return;
      const id = headingId(tokens[index + 1]?.content.replace(/[`*]/g, "") ?? "");
      const before = ids.get(id);
      ids.set(id, (before ?? -1) + 1);
      token.attrSet("id", before === undefined ? id : `${id}-${before + 1}`);
    });
  });
  md.renderer.rules["table_open"] = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
  md.renderer.rules["table_close"] = () => "</table></div>\n";
}

/** Prefix of links whose target is not on the site. */
const NOWHERE = "nowhere:";

function placed(token: Token, file: string, pages: readonly Document[], images: Set<string>): void {
  if (token.type === "link_open")
    token.attrSet("href", markdownLink(token.attrGet("href") ?? "", file, pages) ?? NOWHERE);
  if (token.type !== "image") return;
  const image = imageFile(token.attrGet("src") ?? "", file);
  images.add(image);
  token.attrSet("src", `/${image}`);
  token.attrSet("loading", "lazy");
}

/** Replaces such links with their text. */
function dropped(inline: readonly Token[]): void {
  let isOpen = false;
  for (const token of inline) {
    const leads = token.type === "link_open" && token.attrGet("href") === NOWHERE;
    const ends = token.type === "link_close" && isOpen;
    if (!leads && !ends) continue;
    isOpen = leads;
    token.type = "text";
    token.content = "";
  }
}
