import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Report } from "@plumbline/report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BUNDLE = fileURLToPath(new URL("../bundle/bundle.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumbline-one-file-"));
const program = join(folder, "plumbline.mjs");

/** Runs the single file without libraries, and with an environment that names none. */
function run(...args: readonly string[]) {
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder };
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, env, encoding: "utf8" });
}

const reportIn = (name: string): Report =>
  JSON.parse(readFileSync(join(folder, name, "report.json"), "utf8")) as Report;

describe("the program in one file", () => {
  beforeAll(() => {
    execFileSync(process.execPath, [BUNDLE, program], { stdio: "pipe" });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is one file, of a size to be fetched in a moment", () => {
    expect(readdirSync(folder)).toEqual(["plumbline.mjs"]);
    expect(statSync(program).size).toBeLessThan(6 * 2 ** 20);
  });

  const bundled = ["--target", "reference"];

  it("judges, and shows an honest server right and a faulty one wrong", () => {
    const area = ["--area", "PAGE", "--operation", "listAlerts", "--format", "json,html"];
    expect(run("run", ...bundled, ...area, "--out", "honest").status).toBe(0);
    expect(run("run", ...bundled, ...area, "--out", "faulty", "--fault", "PG-03").status).toBe(1);
    expect(reportIn("honest").counts.byLevel.MUST.pass).toBeGreaterThan(3);
    expect(readFileSync(join(folder, "honest", "index.html"), "utf8")).toContain("<html");
  });

  it("searches, tries faults in processes of its own, exports and explains", () => {
    expect(
      run("fuzz", ...bundled, "--seed", "1", "--requests", "40", "--operation", "listAlerts", "--out", "fuzz").status,
    ).toBe(0);
    const faults = run("faults", "--only", "VA-16");
    expect(faults.stdout).toContain("1 of 1 faults make exactly the requirements fail that they name");
    expect(run("explain", "PAGE-ITEMS-ACCEPT").stdout).toContain("itemsPerPage takes 1 to 500");
    expect(run("export", "--out", "documents").status).toBe(0);
  });

  it("judges what it forwards, in a thread of its own, and makes certificates", () => {
    const client = `"${process.execPath}" -e "fetch(process.env.PLUMBLINE_PROXY_URL).then((answer) => answer.text())"`;
    const { status, stdout } = run("proxy", "--target", "reference", "--tls", "--out", "proxy", "--exec", client);
    expect(stdout).toContain("https://127.0.0.1:");
    expect(status).toBe(3);
    const said = reportIn("proxy").doctor.map(({ text }) => text);
    expect(said).toContain("1 left out: the target offers no such operation");
  });

  it("serves, and keeps its state where Node has a database, or says what that takes", async () => {
    const child = spawn(process.execPath, [program, "serve", "--data", "state"], { cwd: folder, stdio: "pipe" });
    const isThere = "getBuiltinModule" in process && process.getBuiltinModule?.("node:sqlite") !== undefined;
    const [line] = await once(createInterface(isThere ? child.stdout : child.stderr), "line");
    expect(line).toContain(isThere ? "Base URL" : "npm install libsql");
    child.kill("SIGKILL");
    expect(existsSync(join(folder, "state"))).toBe(true);
  });

  it("says how Prism is installed", () => {
    const { status, stderr } = run("run", "--target", "prism");
    expect(stderr).toContain("npm install");
    expect(status).toBe(2);
  });
});
