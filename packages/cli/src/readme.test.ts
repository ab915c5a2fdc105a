import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { faults, variants } from "@plumbline/reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./free-port.test-support.ts";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));
const commands = blocks.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trim().split("\n"));
const plumbline = commands.filter((line) => line.startsWith("npx plumbline "));

const full = process.env["PLUMBLINE_FULL"] !== undefined;

const folder = mkdtempSync(join(tmpdir(), "plumbline-readme-"));
const environment = { ...process.env, PLUMBLINE_PUBLIC_KEY: "demo", PLUMBLINE_PRIVATE_KEY: "demo-private-key" };
let port = 0;
let served: ChildProcess | undefined;

/** Runs a command line of the README with the built program and a free port. */
function run(line: string, cwd = folder): { readonly code: number | null; readonly text: string } {
  const [file = "", ...args] = words(line);
  const done = spawnSync(file, args, { cwd, env: environment, encoding: "utf8", timeout: 300_000 });
  return { code: done.status, text: done.stdout + done.stderr };
}

function words(line: string): string[] {
  const program = [process.execPath, join(root, "packages/cli/bin/plumbline.mjs")];
  return line
    .replaceAll("8080", String(port))
    .split(" ")
    .flatMap((word, index, all) => {
      if (index === 0 && word === "npx" && all[1] === "plumbline") return program;
      return index === 1 && word === "plumbline" ? [] : [word];
    });
}

describe("the README", () => {
  beforeAll(async () => {
    port = await freePort();
    const target = blocks.find(({ language }) => language === "yaml")?.text ?? "";
    writeFileSync(join(folder, "target.yml"), target.replaceAll("8080", String(port)));
    const line = plumbline.find((one) => one.includes(" serve ")) ?? "";
    const [file = "", ...args] = words(line);
    served = spawn(file, args, { env: environment, stdio: ["ignore", "pipe", "ignore"] });
    await new Promise((resolve) => served?.stdout?.once("data", resolve));
    served.stdout?.resume();
  });
  afterAll(() => served?.kill());

  it("begins with a run against a server of the reader's own", () => {
    const [first, picture] = [plumbline[0], readme.indexOf("![A failed run]")];
    expect(first).toMatch(/^npx plumbline run --target http/);
    expect(picture).toBeGreaterThan(0);
    expect(picture).toBeLessThan(readme.indexOf(String(first)));
  });

  it("names the two commands, and what must pass before a change lands runs them", () => {
    const [start, test] = ["npm start", "npm test"].map((command) => commands.indexOf(command));
    expect([start, test]).toEqual([expect.any(Number), Number(start) + 1]);
    expect(start).toBeGreaterThanOrEqual(0);
    const manifest: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(["start", "test", "bench"]));
    const gate = join(root, ".ci/run");
    for (const command of ["npm start", "npm test"]) expect(readFileSync(gate, "utf8")).toContain(`\n${command}\n`);
  });

  // A run with a fault fails. A run without keys of other roles, or without permissions, reports missing preconditions.
  const codes: readonly (readonly [RegExp, number])[] = [
    [/run --target reference --fault /, 1],
    [/run --target target\.yml --area AUTH/, 3],
    [/run --target http/, 3],
  ];
  /** The same commands with fewer operations, requests and faults. PLUMBLINE_FULL runs them as they stand. */
  const less: readonly (readonly [command: RegExp, less: string])[] = [
    [/ run --target http\S+ .*/, "$& --operation listAlerts,createAlertConfig --area ALC,ALT"],
    [/ run --target target\.yml --area ALC,ALT .*/, "$& --operation getAlertConfig,listAlerts"],
    [/ run --target reference --fault .*/, "$& --operation listAlerts"],
    [
      / fuzz --target reference .*--requests 500$/,
      " fuzz --target reference --seed 1 --requests 60 --operation listAlerts,createAlertConfig",
    ],
    [/ faults --only PG-03,VA-16$/, " faults --only VA-16"],
  ];
  const smaller = (line: string): string =>
    full ? line : less.reduce((text, [command, to]) => text.replace(command, to), line);
  // Commands with a mock are slow, and end-to-end.test.ts runs them; a combination of variants takes a whole run.
  const elsewhere = full ? / serve | --target prism/ : / serve | --target prism| --variants /;
  it.each(plumbline.filter((line) => !elsewhere.test(line)))("%s", (line) => {
    const { code, text } = run(smaller(line));
    const expected = codes.find(([pattern]) => pattern.test(line))?.[1] ?? 0;
    expect([code, code === expected ? "" : text]).toEqual([expected, ""]);
  });

  it("has a line for each command that is made smaller here", () => {
    for (const [command] of less)
      expect([command, plumbline.filter((line) => command.test(line)).length]).toEqual([command, 1]);
  });

  it("counts the ways to be wrong and to be right as they are", () => {
    expect(readme).toContain(`${faults.length} switchable faults`);
    expect(readme).toContain(`${variants.length} ways to be right`);
  });

  it("has a program that uses the packed schemas in a project of its own", () => {
    const line = commands.find((one) => one.includes(" pack")) ?? "";
    const own = mkdtempSync(join(tmpdir(), "plumbline-packed-"));
    const packed = run(`${line} --pack-destination ${own}`, root);
    expect([packed.code, packed.code === 0 ? "" : packed.text]).toEqual([0, ""]);
    const archive = readdirSync(own).find((name) => name.endsWith(".tgz")) ?? "none";
    writeFileSync(join(own, "package.json"), JSON.stringify({ private: true, type: "module" }));
    writeFileSync(join(own, "program.js"), blocks.find(({ language }) => language === "js")?.text ?? "");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", `./${archive}`], { cwd: own, stdio: "pipe" });
    const printed = execFileSync(process.execPath, ["program.js"], { cwd: own, encoding: "utf8" });
    expect(printed).toMatch(/\/groups\/\{groupId\}\/alerts\n3\.1\.\d+\n$/);
  });

  it("links to files that exist", () => {
    for (const [, target = ""] of readme.matchAll(/\]\(([^)#]+)\)/g))
      expect([target, existsSync(join(root, target))]).toEqual([target, true]);
  });
});
