import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));

it("the proxy ends with exit code 2 where its port is taken, although its judge has a thread", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const out = join(mkdtempSync(join(tmpdir(), "plumbline-port-")), "out");
  const args = ["proxy", "--target", "http://127.0.0.1:1", "--port", String(port), "--out", out, "--exec", "true"];
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8", timeout: 60_000 });
  expect([status, stderr]).toEqual([
    2,
    `plumbline: another program listens on 127.0.0.1:${port}: choose another --port\n`,
  ]);
});
