import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";

/** The links of a site. */
export interface SiteLinks {
  /** Pages, by their path in the folder. */
  readonly pages: readonly string[];
  /** Links to missing files or missing fragments, in words. */
  readonly broken: readonly string[];
  /** Pages that cannot be reached from the first page. */
  readonly unreached: readonly string[];
}

interface Page {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

/** Follows every link of every page within a folder. Links to other addresses are assumed to work. */
export function siteLinks(folder: string): SiteLinks {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const there = new Set(files);
  const pages = new Map(
    files.filter((file) => file.endsWith(".html")).map((file) => [file, read(join(folder, file))] as const),
  );
  const broken: string[] = [];
  const reached = new Set<string>();
  const ways = new Map<string, readonly string[]>();
  for (const [file, { links }] of pages) {
    const targets: string[] = [];
    for (const link of links) {
      if (/^(?:[a-z]+:)/.test(link)) continue;
      const [path = "", fragment] = link.split("#");
      const target = path === "" ? file : posix.join(posix.dirname(file), decodeURIComponent(path));
      const place = fragment === undefined ? undefined : decodeURIComponent(fragment);
      if (!there.has(target)) broken.push(`${file}: ${link}: no such file`);
      else if (place !== undefined && pages.get(target)?.ids.has(place) !== true)
        broken.push(`${file}: ${link}: no such place`);
      targets.push(target);
    }
    ways.set(file, targets);
  }
  const follow = (file: string): void => {
    const waiting = [file];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...(ways.get(next) ?? []));
    }
  };
  follow("index.html");
  return { pages: [...pages.keys()], broken, unreached: [...pages.keys()].filter((file) => !reached.has(file)) };
}

function read(file: string): Page {
  const html = readFileSync(file, "utf8");
  return {
    ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id)),
    links: [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&")),
  };
}
