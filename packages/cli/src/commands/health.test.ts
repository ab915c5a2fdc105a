import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { isServing } from "../control/is-serving.ts";
import { startReferenceProcess } from "../emulator/start-reference-process.ts";
import { call } from "../main-call.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-health-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder in the form of Linux's /proc. */
function processes(name: string, ...commands: readonly (readonly string[])[]): string {
  const at = join(folder, name);
  for (const [index, args] of commands.entries()) {
    mkdirSync(join(at, String(index + 1)), { recursive: true });
    writeFileSync(join(at, String(index + 1), "cmdline"), `${args.join("\0")}\0`);
  }
  return at;
}

async function answering(status: number, text: string): Promise<{ readonly port: string; close(): void }> {
  const server = createServer((_request, response) => response.writeHead(status).end(text));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port: String((server.address() as AddressInfo).port), close };
}

describe("plumbline health", () => {
  it("is 0 while the control server answers, wherever it is named, and 1 when it is gone", async () => {
    const { controlUrl, close } = await startReferenceProcess();
    const { port } = new URL(controlUrl);
    expect((await call(["health", "--control", controlUrl])).code).toBe(0);
    expect((await call(["health", "--control", port])).code).toBe(0);
    expect((await call(["health"], { PLUMBLINE_CONTROL: port })).code).toBe(0);
    expect((await call(["health"], { PLUMBLINE_CONTROL: `${controlUrl}/` })).code).toBe(0);
    await close();
    const { code, note } = await call(["health", "--control", port]);
    expect([code, note]).toEqual([1, expect.stringContaining("refuses connections: expected 200 with status ok")]);
  });

  it("is 0 where nothing names a server", async () => {
    const { code, out } = await call(["health"]);
    expect([code, out]).toEqual([0, expect.stringContaining("nothing to check")]);
  });

  it.each([
    [503, '{"status":"ok"}', "answers 503"],
    [200, '{"status":"starting"}', "answers 200"],
    [200, "<html>", "answers 200"],
  ])("is 1 where somebody else answers %i %s", async (status, text, words) => {
    const { port, close } = await answering(status, text);
    const { code, note } = await call(["health"], { PLUMBLINE_CONTROL: port });
    expect([code, note]).toEqual([1, expect.stringContaining(words)]);
    close();
  });

  it.each(["localhost:8081", "/health", "80810000"])("takes no %s", async (text) => {
    const { code, note } = await call(["health", "--control", text]);
    expect([code, note]).toEqual([2, expect.stringContaining("a port such as 8081, or an address such as http://")]);
  });
});

describe("what runs in a container", () => {
  it.each([
    ["the image's command", [["node", "/opt/plumbline.mjs", "serve", "--port", "8080"]], true],
    ["behind an init", [["/sbin/docker-init", "--", "node", "/opt/plumbline.mjs", "serve"]], true],
    ["in a shell", [["sh", "-c", "exec node /opt/plumbline.mjs serve --port 8080"]], true],
    ["an installed one", [["node", "/usr/bin/plumbline", "serve"]], true],
    [
      "a run",
      [
        ["node", "/opt/plumbline.mjs", "run", "--target", "target.yml"],
        ["node", "/opt/plumbline.mjs", "health"],
      ],
      false,
    ],
    ["a run against a server of this name", [["node", "/opt/plumbline.mjs", "run", "--target", "serve"]], false],
  ] as const)("%s: %j", (name, commands, serving) => {
    expect(isServing(processes(name, ...commands))).toBe(serving);
  });

  it("is not known where processes cannot be seen", () => {
    expect(isServing(join(folder, "nowhere"))).toBeUndefined();
    expect(isServing(tmpdir() === folder ? folder : processes("empty"))).toBeUndefined();
  });
});
