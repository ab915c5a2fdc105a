// node --import 'foreign-files.mjs?package=NAME&notes=FILE': records which files of the workspace outside that package
// this process opens or looks for. A cached test result is valid only if all of them are inputs of the tests.
import fs, { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const { searchParams } = new URL(import.meta.url);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const own = join(root, "packages", searchParams.get("package"));
const notes = searchParams.get("notes");
/** Generated files, and those from the lockfile, which are not inputs. */
const MADE =
  /(^|\/)(node_modules|dist|\.git|\.turbo|\.built|test-results\.json|[^/]+\.tsbuildinfo)(\/|$)|^(release|site)\//;

const seen = new Set();
function note(path) {
  if (typeof path !== "string" && !(path instanceof URL)) return;
  if (path instanceof URL && path.protocol !== "file:") return;
  const file = resolve(path instanceof URL ? fileURLToPath(path) : path);
  if (seen.has(file)) return;
  seen.add(file);
  const name = relative(root, file).replaceAll("\\", "/");
  if (name.startsWith("..") || !relative(own, file).startsWith("..") || MADE.test(name)) return;
  if (isFile(file)) appendFileSync(notes, `${name}\n`);
}

const { statSync } = fs;
const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Functions whose first argument is a path that is read, not written. */
const READING = ["readFileSync", "openSync", "readFile", "open", "createReadStream", "copyFileSync", "copyFile"];
const LOOKING = ["existsSync", "statSync", "lstatSync", "stat", "lstat", "accessSync", "access"];
const noting = (make) =>
  function (path, ...more) {
    note(path);
    return make.call(this, path, ...more);
  };
for (const name of [...READING, ...LOOKING]) fs[name] = Object.assign(noting(fs[name]), fs[name]);
for (const name of [...READING, ...LOOKING, "cp"])
  if (name in fs.promises) fs.promises[name] = noting(fs.promises[name]);
// Copying a folder reads it without any of these functions.
for (const name of ["cpSync", "cp"]) {
  const copy = fs[name];
  fs[name] = (from, to, ...more) => {
    if (isFile(from)) note(from);
    else
      for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) note(join(entry.parentPath ?? entry.path, entry.name));
    return copy(from, to, ...more);
  };
}
syncBuiltinESMExports();

// Processes that tests fork need not record anything.
process.execArgv = process.execArgv.filter((arg) => !arg.includes(import.meta.url));
