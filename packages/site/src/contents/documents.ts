import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { rulePage } from "./addresses.ts";
import { ROOT } from "./root.ts";

/** A page made from a Markdown file of the project. */
export interface Document {
  /** Path of the file from the root of the project. */
  readonly file: string;
  readonly url: string;
  readonly title: string;
  readonly markdown: string;
}

/** The Markdown files of the project, and the place of each rule in them. */
export interface Documents {
  readonly pages: readonly Document[];
  /** The address where each rule is stated. */
  readonly stated: ReadonlyMap<string, string>;
}

/** The documents of the guide, which exclude the texts of the interface. */
const GUIDE: readonly (readonly [file: string, url: string, title: string])[] = [
  ["README.md", "/guide/index.html", "Guide"],
  ["docs/running.md", "/guide/running.html", "Running Plumbline"],
  ["docs/target-file.md", "/guide/target-file.html", "The target file"],
  ["docs/ci.md", "/guide/ci.html", "In a pipeline"],
  ["docs/emulator.md", "/guide/emulator.html", "The emulator"],
  ["docs/traffic.md", "/guide/traffic.html", "Traffic of other clients"],
  ["docs/histories.md", "/guide/histories.html", "Histories"],
  ["docs/mutants.md", "/guide/mutants.html", "Surviving mutants"],
  ["docs/words.md", "/guide/words.html", "Words"],
  ["ARCHITECTURE.md", "/guide/architecture.html", "Architecture"],
  ["CONTRIBUTING.md", "/guide/contributing.html", "Contributing"],
  ["docs/prose.md", "/guide/prose.html", "How to write documents"],
  ["packages/cli/CHANGELOG.md", "/guide/changelog.html", "Changes"],
  ["packages/cli/bench/profile.md", "/guide/profile.html", "Where the time goes"],
];
const INTERFACE = "docs/interface";
const DECISIONS = "docs/decisions";

/** The Markdown files of the project as pages, in the order of the site; `rules` are those with a page. */
export function readDocuments(rules: ReadonlySet<string>): Documents {
  const guide = GUIDE.map(([file, url, title]) => ({ file, url, title, markdown: read(file) }));
  const texts = inFolder(INTERFACE, "/interface");
  const stated = new Map(
    texts.flatMap(({ url, markdown }) =>
      [...markdown.matchAll(RULE)].map(([, id = "", anchor = ""]) => [id, `${url}#${anchor}`] as const),
    ),
  );
  const stating = texts.map((text) => ({ ...text, markdown: linked(text.markdown, rules) }));
  return { pages: [...guide, ...inFolder(DECISIONS, "/decisions"), ...stating], stated };
}

/** Every Markdown file of a folder, with its README as the first page. */
const inFolder = (folder: string, url: string): readonly Document[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => {
      const file = posix.join(folder, name);
      const markdown = read(file);
      const page = name === "README.md" ? "index" : name.slice(0, -".md".length);
      return { file, url: `${url}/${page}.html`, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown };
    });

const RULE = /^- \*\*([\w-]+)\*\* \(.*<a id="([^"]+)"><\/a>$/gm;

/** Links the rules in the text of the interface to their pages. */
const linked = (markdown: string, rules: ReadonlySet<string>): string =>
  markdown.replace(RULE, (line, id: string) =>
    rules.has(id) ? line.replace(`**${id}**`, `**[${id}](site:${rulePage(id)})**`) : line,
  );

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
