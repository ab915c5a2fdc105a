// npm run bundle [-- FILE]: writes the program in one file, which runs on Node alone (default release/plumbline.mjs).
// It leaves out two parts that users install themselves: Prism, and the database for Node versions without node:sqlite.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here("../../../");
const { version } = JSON.parse(readFileSync(here("../package.json"), "utf8"));
const out = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? join(root, "release/plumbline.mjs"));

/** Modules that read files next to them, with the function that rewrites each of them for the one file. */
const INSTEAD = [
  // The bundler resolves these calls of `require` and puts what they load into the file.
  [
    /validate\/(support|compiler|precompiled)\.js$/,
    (code) => without(code, "const require = createRequire(import.meta.url);"),
  ],
  [/validate\/written\.js$/, validatorsWithin],
  [/cli\/dist\/version\.js$/, () => `export const VERSION = ${JSON.stringify(version)};`],
  [/proxy\/judging\.js$/, (code) => itself(code, "./judging-thread.js")],
  [/trials\/in-workers\.js$/, (code) => itself(code, "./worker.js")],
];

function without(code, text) {
  if (!code.includes(text)) throw new Error(`a module that is bundled has no longer: ${text}`);
  return code.replace(text, "");
}

function itself(code, beside) {
  const text = `new URL("${beside}", import.meta.url)`;
  without(code, text);
  return code.replace(text, "new URL(import.meta.url)");
}

/** Each validator is a function, which Node does not read before it is called. */
function validatorsWithin() {
  const folder = join(root, "packages/schemas/dist/validators");
  const files = readdirSync(folder).map(
    (name) =>
      `${JSON.stringify(name)}: () => {\nconst module = {};\n${readFileSync(join(folder, name), "utf8")}\nreturn module.exports;\n}`,
  );
  return `const files = {\n${files.join(",\n")}\n};
export const writtenFiles = () => new Set(Object.keys(files));
export const writtenIn = (file) => files[file]();`;
}

const plugin = {
  name: "one file",
  transform(code, id) {
    const found = INSTEAD.find(([file]) => file.test(id));
    return found === undefined ? undefined : { code: found[1](code) };
  },
};

const bundle = await rolldown({
  input: here("one-file.mjs"),
  platform: "node",
  external: ["libsql", /^@stoplight\//],
  plugins: [plugin],
  logLevel: "warn",
});
const { output } = await bundle.generate({
  format: "esm",
  codeSplitting: false,
  minify: true,
  comments: false,
  banner: "#!/usr/bin/env node",
});
await bundle.close();
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, output[0].code, { mode: 0o755 });
process.stdout.write(`${out}: ${(statSync(out).size / 2 ** 20).toFixed(1)} MiB\n`);
