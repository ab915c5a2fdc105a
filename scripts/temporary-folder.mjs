// Creates one folder for all temporary files of a process and its children, and removes it when they have ended.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Children that are still exiting may write for a moment longer. */
const TRIES = 60;
const PAUSE_MS = 250;

/**
 * Creates the folder below `parent`. If this process is killed, a second one that waits for its end removes the folder.
 * Names are short, because paths of sockets below it must fit into 103 characters.
 */
export function openTemporaryFolder(name, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, `${name}-`));
  // A test that runs as another user must be able to traverse it.
  chmodSync(folder, 0o711);
  const remover = spawn(process.execPath, [fileURLToPath(import.meta.url), folder], {
    // Ctrl-C in a terminal must not reach the second process.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  remover.unref();
  remover.stdin.unref();
  return {
    folder,
    /** The variables that make children use the folder. */
    environment: { TMPDIR: folder, TEMP: folder, TMP: folder },
    remove: () => remove(folder),
  };
}

/** Removes a folder. Returns a line about what could not be removed, or `undefined` when nothing is left. */
function remove(folder) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {}
    if (!existsSync(folder)) return undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  const names = readdirSync(folder);
  const bytes = names.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
  const count = names.length === 1 ? "1 folder" : `${names.length} folders`;
  return `${count}, ${(bytes / 1e6).toFixed(1)} MB left in ${folder}: ${names.join(", ")}`;
}

function sizeOf(path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  return found.isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), found.size)
    : found.size;
}

// The second process: its input ends when the first process ends in any way.
if (basename(process.argv[1] ?? "") === "temporary-folder.mjs") {
  const [, , folder] = process.argv;
  process.stdin.resume().once("end", () => remove(folder));
}
