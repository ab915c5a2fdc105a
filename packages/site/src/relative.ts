import { posix } from "node:path";

const LINK = /(\s(?:href|src)=")(\/[^"]*)"/g;

/** Makes the links of a page within the site relative, so that it works from a folder and from any address. */
export function relative(page: string, url: string): string {
  const here = posix.dirname(url.endsWith("/") ? `${url}index.html` : url);
  return page.replace(LINK, (_, before: string, target: string) => {
    const [path = "", fragment] = target.split("#");
    const place = path === url && fragment !== undefined ? "" : posix.relative(here, path);
    return `${before}${place}${fragment === undefined ? "" : `#${fragment}`}"`;
  });
}
