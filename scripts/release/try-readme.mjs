// Runs the commands of the README with the program installed from its archives.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { root } from "../pnpm.mjs";
import { homeless } from "./installed-size.mjs";

/** Expected exit codes of commands that do not exit with 0. */
const CODES = [
  [/run .*--fault /, 1],
  [/run --target target\.yml --area AUTH/, 3],
  [/run --target http/, 3],
];
/** Commands that need something that is not installed. */
const ASKS_FOR_MORE = / --target prism/;

/** Commands that the README mentions only in its text. */
const ALSO = ["npx plumbline report --from reports/alerts/journal.ndjson --out reports/again"];

/** Runs every command of the program in the README, and returns the duration and the errors of each. */
export async function tryReadme(folder) {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const port = await freePort();
  const here = (text) => text.replaceAll("8080", String(port));
  const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
  const lines = blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.trim().split("\n"))
    .filter((line) => line.startsWith("npx plumbline "));
  const [file] = blocks.filter(({ language }) => language === "yaml");
  writeFileSync(join(folder, "target.yml"), here(file.text));
  const env = { ...homeless(folder), PLUMBLINE_PUBLIC_KEY: "demo", PLUMBLINE_PRIVATE_KEY: "demo-private-key" };
  const serves = lines.find((line) => line.includes(" serve "));
  const server = spawn("sh", ["-c", `exec ${here(serves)}`], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  await once(server.stdout, "data");
  const tried = [];
  for (const line of [...lines.filter((one) => one !== serves && !ASKS_FOR_MORE.test(one)), ...ALSO]) {
    const expected = CODES.find(([words]) => words.test(line))?.[1] ?? 0;
    const began = performance.now();
    const { status, stderr } = spawnSync("sh", ["-c", here(line)], {
      cwd: folder,
      env,
      encoding: "utf8",
      timeout: 600_000,
    });
    const fault =
      status === expected ? undefined : `expected exit code ${expected}, received ${status}: ${stderr.slice(-300)}`;
    tried.push({ line, milliseconds: performance.now() - began, fault });
  }
  process.kill(-server.pid);
  return tried;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
