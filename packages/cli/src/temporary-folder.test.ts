import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";

/**
 * The module that gives the tests of a package a temporary folder (`scripts/vitest.mjs`), and all packages under `npm
 * test`.
 */
const MODULE = new URL("../../../scripts/temporary-folder.mjs", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "plumbline-temporary-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORK = `
  import { mkdirSync, writeFileSync } from "node:fs";
  import { openTemporaryFolder } from ${JSON.stringify(MODULE)};
  const { folder, environment, remove } = openTemporaryFolder("tests");
  mkdirSync(folder + "/inner");
  writeFileSync(folder + "/inner/file", "x");
  console.log(JSON.stringify({ folder, environment }));
  if (process.env.ENDS === "killed") setInterval(() => undefined, 1_000);
  else console.log(remove() === undefined ? "nothing left" : "left");
`;

it.each(["in order", "killed"])("leaves nothing of a process that ends: %s", async (ENDS) => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", WORK], {
    env: { ...process.env, TMPDIR: folder, ENDS },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (part: Buffer) => (printed += part.toString()));
  while (!printed.includes("\n")) await sleep(20);
  const { folder: own, environment } = JSON.parse(printed.split("\n")[0] ?? "");
  expect(environment).toEqual({ TMPDIR: own, TEMP: own, TMP: own });
  if (ENDS === "killed") child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  if (ENDS === "in order") expect(printed).toContain("nothing left");
  while (existsSync(own)) await sleep(50);
  expect(readdirSync(folder)).toEqual([]);
});
