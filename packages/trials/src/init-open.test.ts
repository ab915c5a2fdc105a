import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { readFlags } from "../../cli/src/flags.ts";
import { call } from "../../cli/src/main-call.test-support.ts";
import { openFile } from "../../cli/src/targets/file.ts";
import { TARGET_FLAGS } from "../../cli/src/targets/open-target.ts";

const SERVER = join(import.meta.dirname, "../small/server.mjs");
const folder = mkdtempSync(join(tmpdir(), "plumbline-open-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output of `init --probe` without a key for a server from outside this project. */
async function probed(name: string, ...flags: readonly string[]) {
  const server = spawn(process.execPath, [SERVER, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill());
  const [line] = await once(server.stdout, "data");
  const { url, group } = JSON.parse(String(line));
  const file = join(folder, `${name}.yml`);
  return { file, ...(await call(["init", "--url", url, "--group", group, "--probe", "--out", file])) };
}

it("init --probe needs no key where the server asks for none, and writes that down", async () => {
  const { code, out, file } = await probed("open", "--open");
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("The server answers without credentials: plumbline run --target"),
  ]);
  const terminal = { out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 };
  const { target } = openFile(file, readFlags("run", TARGET_FLAGS, []), { ...terminal, environment: {} });
  expect(target).toMatchObject({ without: { authentication: true }, credentials: { main: { scheme: "none" } } });
});

it("init --probe asks for a key where the server does", async () => {
  const { code, note } = await probed("closed");
  expect([code, note]).toEqual([
    2,
    expect.stringContaining(
      "this server asks for credentials, and plumbline init --probe has none: set PLUMBLINE_PUBLIC_KEY",
    ),
  ]);
});
