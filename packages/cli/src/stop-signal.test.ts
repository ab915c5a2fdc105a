import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "@plumbline/report";
import { expect, it } from "vitest";
import { ended, started } from "./process.test-support.ts";

const PROGRAM = fileURLToPath(new URL("../bin/plumbline.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumbline-hangup-"));

/* The commands, besides run and fuzz (end-to-end.test.ts), that end in order when their terminal is closed. */

it.each([
  ["serve", ["--port", "0", "--control", "0"]],
  ["ui", ["--target", "reference", "--out", join(folder, "runs")]],
])("%s ends well when its terminal is closed", async (command, flags) => {
  const { child } = await started(command, ...flags);
  expect(await ended(child, "SIGHUP")).toBe(0);
});

it("proxy writes its report when its terminal is closed", async () => {
  const target = await started("serve");
  const out = join(folder, "proxy");
  const proxy = await started("proxy", "--target", target.url, "--out", out, "--format", "json");
  expect((await fetch(`${proxy.url}/favicon.ico`)).status).toBe(404);
  expect(await ended(proxy.child, "SIGHUP")).toBe(3);
  const { doctor } = JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as Report;
  expect(doctor.map(({ text }) => text)).toContain("1 left out: the target offers no such operation");
});

it("a run that is interrupted while it loads says that it sent nothing", () => {
  const interrupts = `process.once("newListener", (name) => { if (name === "SIGINT") setImmediate(() => process.kill(process.pid, name)); });`;
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(interrupts)}`];
  const args = ["run", "--target", "reference", "--only", "HDR-DATE", "--out", join(folder, "early")];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...preload, PROGRAM, ...args], { encoding: "utf8" });
  const told = "plumbline: interrupted before it began: nothing was sent, so there is no report\n";
  expect([status, stdout, stderr]).toEqual([130, "", told]);
});
