import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "./build.ts";
import { siteLinks } from "./check/site-links.ts";
import { ROOT } from "./contents/root.ts";

/* npm run docs [-- --out DIR]: writes the site, and checks all its links. */

const { values } = parseArgs({ options: { out: { type: "string", default: resolve(ROOT, "site") } } });
const out = resolve(values.out);
await buildSite(out);
const { pages, broken, unreached } = siteLinks(out);
const faults = [...broken, ...unreached.map((page) => `${page}: no link leads here from the first page`)];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${pages.length} pages: ${resolve(out, "index.html")}\n`);
if (faults.length > 0) process.exitCode = 1;
