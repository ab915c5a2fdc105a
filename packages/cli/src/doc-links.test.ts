import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Folders without Markdown of this repository: dependencies and build results. */
const NOT_OURS = new Set(["node_modules", "dist", ".git", ".turbo"]);
/** Folders of new reports next to those that are kept in `reports/`. */
const REPORTS = new Set(["latest", "runs"].map((name) => join(ROOT, "reports", name)));

function documents(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) || REPORTS.has(path) ? [] : documents(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** The possible fragments of links into a document: its anchors, and its headings as GitHub writes them. */
function fragments(markdown: string): ReadonlySet<string> {
  const anchors = [...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => id);
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...anchors, ...headings]);
}

/** The dead links of a document, in words. */
function dead(file: string, markdown: string): readonly string[] {
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = "", fragment] = target.split("#");
    const where = path === "" ? file : resolve(dirname(file), path);
    if (!existsSync(where)) return [`${relative(ROOT, file)}: ${target}: no such file`];
    if (fragment === undefined) return [];
    const other = where === file ? markdown : readFileSync(where, "utf8");
    return fragments(other).has(fragment) ? [] : [`${relative(ROOT, file)}: ${target}: no such place in it`];
  });
}

describe("links between the documents", () => {
  const all = documents(ROOT);

  it("lead to files and places that there are", () => {
    expect(all).toContain(join(ROOT, "docs/interface/README.md"));
    expect(all.flatMap((file) => dead(file, readFileSync(file, "utf8")))).toEqual([]);
  });

  it("are noticed when they lead nowhere", () => {
    const file = join(ROOT, "docs/interface/README.md");
    expect(dead(file, "[a](nowhere.md)\n[b](errors.md#nothing)\n[c](#c)\n")).toEqual([
      "docs/interface/README.md: nowhere.md: no such file",
      "docs/interface/README.md: errors.md#nothing: no such place in it",
      "docs/interface/README.md: #c: no such place in it",
    ]);
    expect(dead(file, "# A b\n[a](#a-b) [b](errors.md#errors) [c](../ci.md) [d](https://example.org/#x)\n")).toEqual(
      [],
    );
  });
});
