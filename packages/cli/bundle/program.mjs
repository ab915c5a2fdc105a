// Writes `dist/program/`: what bin/plumbline.mjs runs, in about 170 files instead of 1,570, so that it starts in half the
// time. Code of the workspace's own packages is inside; libraries stay outside, as dependencies. A command still loads
// only the files that it uses.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { noteProgram } from "../../../scripts/stamp.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here("../dist/program");

/** Modules that read files next to them, with the text that names the place and what names it from `dist/program/`. */
const PLACES = [
  // The validators stay files of their own, because a run needs few of the several hundred.
  [
    /schemas\/dist\/validate\/written\.js$/,
    'new URL("../validators/", import.meta.url)',
    'new URL("validators/", import.meta.resolve("@plumbline/schemas"))',
  ],
  [/cli\/dist\/version\.js$/, 'new URL("../package.json"', 'new URL("../../package.json"'],
];

const plugin = {
  name: "places",
  /** With the compiler's source map, so that stacks in the workspace name lines of the sources. */
  load(id) {
    if (!existsSync(`${id}.map`)) return undefined;
    return { code: readFileSync(id, "utf8"), map: readFileSync(`${id}.map`, "utf8") };
  },
  transform(code, id) {
    const [, text, instead] = PLACES.find(([file]) => file.test(id)) ?? [];
    if (text === undefined) return undefined;
    if (!code.includes(text)) throw new Error(`a module that is bundled has no longer: ${text}`);
    return { code: code.replace(text, instead), map: null };
  },
};

rmSync(out, { recursive: true, force: true });
const bundle = await rolldown({
  // The last two are started beside the program, by their names.
  input: {
    index: here("../dist/index.js"),
    "judging-thread": here("../dist/proxy/judging-thread.js"),
    worker: here("../dist/trials/worker.js"),
  },
  platform: "node",
  // Everything but paths, the workspace's own packages and the bundler's helpers.
  external: (id) => !/^(\.|\/|[A-Za-z]:\\|@plumbline\/|@oxc-project\/)/.test(id),
  plugins: [plugin],
  logLevel: "warn",
});
await bundle.write({ dir: out, format: "esm", comments: false, sourcemap: true, entryFileNames: "[name].js" });
await bundle.close();
noteProgram();
