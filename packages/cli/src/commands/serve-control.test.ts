import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

const program = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumbline-control-"));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program, and waits until its output matches. */
async function served(ready: RegExp, flags: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [program, "serve", ...flags], { env: { ...process.env, ...environment } });
  children.push(child);
  const printed = { out: "", note: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.note += chunk.toString()));
  await expect.poll(() => printed.out, { timeout: 300_000, interval: 10 }).toMatch(ready);
  return { child, printed, ended: once(child, "exit").then(([code]) => code as number | null) };
}

const readyIn = (text: string): Readonly<Record<string, unknown>> =>
  JSON.parse(/^(?:# )?Ready (\{.*\})$/m.exec(text)?.[1] ?? "");

const health = async (url: unknown): Promise<unknown> => (await fetch(`${String(url)}/health`)).json();

describe("plumbline serve, for tools", () => {
  it("prints as its last line where it is, without a secret, and serves its control as the environment says", async () => {
    const given = {
      PLUMBLINE_PUBLIC_KEY: "demo",
      PLUMBLINE_PRIVATE_KEY: "demo-private-key",
      PLUMBLINE_CONTROL: "0",
      PLUMBLINE_CONTROL_TOKEN: "token-of-tests",
    };
    const { child, printed, ended } = await served(/^Ready .*\n$/m, ["--quiet"], given);
    const last = printed.out.trimEnd().split("\n").at(-1) ?? "";
    const ready = readyIn(last);
    for (const secret of ["demo-private-key", "token-of-tests"]) expect(last).not.toContain(secret);
    expect(printed.out).toContain(`Base URL     ${String(ready["url"])}\n`);
    expect(printed.out).toContain(`Control URL    ${String(ready["controlUrl"])}\nControl token  token-of-tests\n`);
    expect(printed.out).toContain(`Project      ${String(ready["projectId"])}`);
    expect(await health(ready["controlUrl"])).toMatchObject({ status: "ok", url: ready["url"] });
    const post = (headers: Record<string, string>) =>
      fetch(`${String(ready["controlUrl"])}/reset`, { method: "POST", headers });
    expect((await post({})).status).toBe(401);
    expect((await post({ Authorization: "Bearer token-of-tests" })).status).toBe(200);
    expect(ready["pid"]).toBe(child.pid);
    expect(printed.note).toBe("");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await expect(health(ready["controlUrl"])).rejects.toThrow();
  });

  it("opens no control that nobody asked for, and none at an address that is somebody's", async () => {
    const { printed } = await served(/^Ready .*\n$/m, ["--quiet"], { PLUMBLINE_CONTROL: "http://127.0.0.1:9" });
    expect(readyIn(printed.out)).not.toHaveProperty("controlUrl");
    expect(printed.out).not.toContain("Control");
  });

  it("prints one line of JSON, and writes a file that is there while it is ready", async () => {
    const file = join(folder, "ready.json");
    writeFileSync(file, "of an earlier server");
    const flags = ["--json", "--quiet", "--control", "0", "--ready-file", file];
    const { child, printed, ended } = await served(/\n$/, flags, {
      PLUMBLINE_PRIVATE_KEY: "s",
      PLUMBLINE_PUBLIC_KEY: "p",
    });
    expect(printed.out.split("\n")).toHaveLength(2);
    const { controlToken, ...facts } = JSON.parse(printed.out);
    expect(controlToken).toMatch(/^[\w-]{32}$/);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(facts);
    expect(facts).toMatchObject({
      profile: "neutral",
      variables: {
        keys: { all: { publicVariable: "PLUMBLINE_PUBLIC_KEY", privateVariable: "PLUMBLINE_PRIVATE_KEY" } },
        metrics: { userVariable: "PLUMBLINE_METRICS_USER" },
      },
    });
    expect(readdirSync(folder)).toEqual(["ready.json"]);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it("names the control in a printed target file's variables, and says in it that it is ready", async () => {
    const { printed } = await served(/^# Ready .*\n$/m, ["--quiet", "--print-target", "--control", "0"]);
    const { controlUrl } = readyIn(printed.out);
    expect(printed.note).toContain(`export PLUMBLINE_CONTROL=${String(controlUrl)}\nexport PLUMBLINE_CONTROL_TOKEN=`);
    expect(await health(controlUrl)).toMatchObject({ status: "ok" });
  });

  it("ends when whoever holds its input does", async () => {
    const { child, ended } = await served(/^Ready /m, ["--quiet", "--end-with-stdin", "--control", "0"]);
    child.stdin?.end();
    expect(await ended).toBe(0);
  });

  it("ends at once when its input is a file, which ends of itself", () => {
    const { status, stderr } = spawnSync(process.execPath, [program, "serve", "--quiet", "--end-with-stdin"], {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("ends by a signal while its input is open", async () => {
    const { child, ended } = await served(/^Ready /m, ["--quiet", "--end-with-stdin"]);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("warns where others can reach it", async () => {
    const { printed } = await served(/^Ready /m, ["--quiet", "--host", "0.0.0.0", "--control", "0"]);
    expect(printed.note).toMatch(/^plumbline: every client that can reach 0\.0\.0\.0 .* without TLS/);
  });

  it.each([
    [["--control", "x"], {}, /--control takes an integer/],
    [["--control", "70000"], {}, /--control takes an integer from 0 to 65535, received 70000/],
    [["--ready-file", folder], {}, /a folder/],
    [["--ready-file", join(folder, "no", "ready.json")], {}, /cannot be written: ENOENT/],
    [["--control", "0"], { PLUMBLINE_CONTROL_TOKEN: "a b" }, /PLUMBLINE_CONTROL_TOKEN holds spaces/],
  ] as const)("refuses %j", async (flags, environment, words) => {
    const { code, out, note } = await call(["serve", ...flags], environment);
    expect([code, out]).toEqual([2, ""]);
    expect(note).toMatch(words);
  });

  it("says which port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { code, note } = await call(["serve", "--control", String(port)]);
    expect([code, note]).toEqual([
      2,
      `plumbline: another program listens on 127.0.0.1:${port}: choose another --control\n`,
    ]);
    other.close();
  });
});
