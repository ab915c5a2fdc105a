import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Eleventy } from "@11ty/eleventy";
import { everyRequirement } from "@plumbline/cli/every-requirement";
import { faults } from "@plumbline/reference";
import { bundledScript } from "./bundled-script.ts";
import { areaPages } from "./contents/area-pages.ts";
import { readDocuments } from "./contents/documents.ts";
import { faultLayers } from "./contents/fault-layers.ts";
import { operationPages } from "./contents/operation-pages.ts";
import { HOME, ROOT } from "./contents/root.ts";
import { ruleCounts } from "./contents/rule-counts.ts";
import { LEVELS, rulePages } from "./contents/rule-page.ts";
import { searchEntries } from "./contents/search-entries.ts";
import type { EleventyConfig } from "./eleventy.ts";
import { readExamples } from "./examples/stored.ts";
import { readMarkdown } from "./markdown.ts";
import { relative } from "./relative.ts";
import { STYLE } from "./style.ts";

/** The parts of the site, as links in the head of each page. */
const PARTS = [
  { id: "guide", text: "Guide", url: "/guide/index.html" },
  { id: "rules", text: "Rules", url: "/rules/index.html" },
  { id: "operations", text: "Operations", url: "/operations/index.html" },
  { id: "faults", text: "Faults", url: "/faults/index.html" },
  { id: "interface", text: "Interface", url: "/interface/index.html" },
];

/**
 * Pages run only the site's scripts and load nothing else. `file:` is needed because Chromium treats files of one
 * folder as foreign to each other.
 */
const POLICY =
  "default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src 'self' file: data:; base-uri 'none'; form-action 'none'";

/** Writes the whole site into a folder, after deleting its previous content. */
export async function buildSite(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const documents = readDocuments(new Set(everyRequirement().map(({ id }) => id)));
  const rules = rulePages(readExamples(), documents);
  const [areas, operations, layers] = [areaPages(rules), operationPages(rules), faultLayers()];
  const images = new Set<string>();
  const { version } = JSON.parse(readFileSync(join(HOME, "package.json"), "utf8"));
  const guide = documents.pages.filter(({ url }) => url.startsWith("/guide/"));
  const global = {
    ...{ rules, areas, operations, layers, guide, version, parts: PARTS, policy: POLICY },
    levels: LEVELS,
    ruleCounts: ruleCounts(),
    faultCount: faults.length,
  };
  const configure = (config: EleventyConfig): object => {
    config.setUseGitIgnore(false);
    for (const [name, value] of Object.entries(global)) config.addGlobalData(name, value);
    config.amendLibrary("md", (library) => readMarkdown(library, documents.pages, images));
    for (const { file, url, title, markdown } of documents.pages) {
      const [, room = ""] = url.split("/");
      const beside = documents.pages.filter((other) => other.url.startsWith(`/${room}/`));
      config.addTemplate(`documents${url.replace(".html", ".md")}`, markdown, {
        layout: "document.njk",
        permalink: url.slice(1),
        ...{ room, title, file, beside },
      });
    }
    config.addTransform("relative", function (content) {
      return this.page.outputPath.endsWith(".html") ? relative(content, this.page.url) : content;
    });
    return { markdownTemplateEngine: false };
  };
  const site = new Eleventy(join(HOME, "pages"), out, { quietMode: true, configPath: "", config: configure });
  site.disableLogger();
  await site.write();
  for (const image of images) copied(image, out);
  writeFileSync(join(out, "site.css"), STYLE);
  writeFileSync(join(out, "site.js"), await bundledScript());
  const entries = searchEntries({ rules, areas, operations, layers, documents: documents.pages });
  writeFileSync(join(out, "entries.js"), `globalThis.plumblineEntries = ${JSON.stringify(entries)};\n`);
}

function copied(file: string, out: string): void {
  mkdirSync(dirname(join(out, file)), { recursive: true });
  copyFileSync(join(ROOT, file), join(out, file));
}
