import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

const program = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumbline-serve-"));
const emptied = mkdtempSync(join(tmpdir(), "plumbline-emptied-"));
writeFileSync(join(emptied, "state.db"), "");
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const one of [folder, emptied]) rmSync(one, { recursive: true, force: true });
});

/** Starts the built program, and collects its output. */
async function served(flags: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [program, "serve", ...flags], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const printed = { out: "", note: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    printed.out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    printed.note += chunk.toString();
  });
  await expect.poll(() => printed.out, { timeout: 300_000, interval: 10 }).toMatch(/curl --digest/);
  const url = /Base URL\s+(\S+)/.exec(printed.out)?.[1] ?? "";
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { child, printed, url, ended };
}

describe("plumbline serve", () => {
  it("answers what is under way when it is told to stop, takes nothing new, and ends well", async () => {
    const log = join(folder, "access.log");
    const { child, printed, url, ended } = await served(["--latency", "400", "--access-log", log]);
    const slow = fetch(`${url}/api/product/v1.0/clusters`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const refused = await fetch(`${url}/late`).then(
      () => "answered",
      () => "refused",
    );
    const response = await slow;
    expect([response.status, refused]).toEqual([401, "refused"]);
    expect(await response.json()).toMatchObject({ error: 401 });
    expect(await ended).toBe(0);
    expect(readFileSync(log, "utf8")).toMatch(
      /^\d{4}-\S+Z GET \/api\/product\/v1\.0\/clusters 401 4\d\d\.\d ms \S+\n$/,
    );
    expect(printed.note).toBe("");
  });

  it("writes the log where it is told to, and lets no caller write lines of its own", async () => {
    const { child, printed, url, ended } = await served(["--access-log", "-"]);
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.end("GET /a\u001b[31m\u00e9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "latin1");
    await once(socket.resume(), "close");
    await fetch(`${url}/nowhere?x=1`);
    await expect.poll(() => printed.out).toMatch(/GET \/nowhere\?x=1 404 \d+\.\d ms -\n/);
    expect(printed.out.split("curl --digest")[1]).not.toContain("\u001b");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    const quiet = await served(["--quiet"]);
    await fetch(`${quiet.url}/nowhere`);
    quiet.child.kill("SIGINT");
    expect([await quiet.ended, quiet.printed.note]).toEqual([0, ""]);
  });

  it("does not wait longer than it has to: a second signal ends it at once", async () => {
    const { child, url, ended } = await served(["--latency", "60000", "--quiet"]);
    const never = fetch(`${url}/`).catch(() => "cut off");
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill("SIGTERM");
    await ended;
    expect(await never).toBe("cut off");
  });

  it("takes its secrets from the environment, and shows fresh ones otherwise", async () => {
    const given = { PLUMBLINE_PUBLIC_KEY: "demo", PLUMBLINE_PRIVATE_KEY: "demo-private-key" };
    const first = await served(["--seed", "5", "--clock", "2030-01-01T00:00:00Z"], given);
    const second = await served(["--seed", "5"]);
    expect(first.printed.out).toContain("demo:demo-private-key");
    expect(second.printed.out).not.toContain("demo-private-key");
    const keys = (text: string) => [...text.matchAll(/^ {2}\w+ +(\S+:\S+)$/gm)].map(([, pair]) => pair);
    expect(keys(first.printed.out).length).toBeGreaterThan(10);
    expect(keys(second.printed.out).filter((pair) => keys(first.printed.out).includes(pair))).toEqual([]);
    const project = (text: string) => /^Project +(\w+)/m.exec(text)?.[1];
    expect(project(first.printed.out)).toBe(project(second.printed.out));
    const { headers } = await fetch(`${first.url}/`);
    expect(headers.get("content-type")).toBe("application/json");
    await expect.poll(() => first.printed.note).toMatch(/^2030-01-01T00:00:\S+Z GET \/ 404 /m);
  });

  it.each([
    [["--access-log", join(folder, "no", "such", "folder", "log")], /--access-log cannot write .*ENOENT/],
    [["--clock", "noon"], /--clock takes a time/],
    [["--speed", "0"], /--speed takes an integer of at least 1/],
    [["--speed", "5000"], /--speed takes an integer from 1 to 1000, received 5000/],
    [["--data", emptied], /the data folder .* cannot be used: .*state\.db is empty: restore a copy of it/],
    [["--latency", "x"], /--latency takes an integer/],
    [["--notification-sink", "mailto:a@example.com"], /notifications go to an http or https address/],
    [["--fault", "PG-99999"], /did you mean/],
  ] as const)("refuses %j with a word about what it needs", async (flags, words) => {
    const { code, out, note } = await call(["serve", ...flags]);
    expect([code, out]).toEqual([2, ""]);
    expect(note).toMatch(words);
    expect(existsSync(join(folder, "no"))).toBe(false);
  });
});
