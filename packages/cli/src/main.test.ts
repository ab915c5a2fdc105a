import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { OPERATION_IDS } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { call } from "./main-call.test-support.ts";

describe("wrong usage ends with 2, one clear message and no stack", () => {
  it.each([
    [["rnu"], 'did you mean "plumbline run"?'],
    [["help", "rnu"], 'did you mean "plumbline run"?'],
    [["run", "--tagret", "x"], "did you mean --target?"],
    [["run", "--target"], "--target needs a value"],
    [["run", "--quiet=yes"], "--quiet takes no value"],
    [["run", "--target", "no-such-file.yml"], "neither a URL"],
    [["run", "--target", "refrence"], "did you mean reference?"],
    [["run", "--target", "package.jsn"], "did you mean package.json?"],
    [["run", "--target", "src/main.tst.json"], "neither a URL"],
    [["run", "--profile", "atlass"], 'did you mean "atlas"?'],
    [["run", "--only", "PAGE-ITEM-REJECT"], 'did you mean "PAGE-ITEMS-REJECT"?'],
    [["run", "--area", "PAEG"], 'did you mean "PAGE"?'],
    [["run", "--operation", "listAlrets"], 'did you mean "listAlerts"?'],
    [["run", "--jobs", "0"], "--jobs takes an integer of at least 1"],
    [["run", "--area", "PAGE", "--operation", "issueServiceToken"], "nothing is selected"],
    [["run", "--fault", "PG-99"], "PG-"],
    [["run", "--fault", "PG-01", "--target", "http://127.0.0.1:1"], "--fault needs --target reference"],
    [["run", "extra"], 'takes no words besides flags, received "extra": name the target with --target'],
    [["init", "--probe", "http://127.0.0.1:1"], 'received "http://127.0.0.1:1": give the address with --url'],
    [["faults", "PG-03"], 'received "PG-03": name ids with --only'],
    [["serve", "8080"], 'received "8080": choose a port with --port'],
    [["run", "--budget", "seconds=1,seconds=2"], "--budget states seconds twice"],
    [["run", "--budget", "smoke,requests=2"], "--budget states requests twice"],
    [["run", "--budget", "constructor"], "--budget takes smoke"],
    [["run", "--target", "http://127.0.0.1:1", "--allow", "craete"], 'did you mean "create"?'],
    [["explain", "PAGE-SHAPES"], 'did you mean "PAGE-SHAPE"?'],
    [["explain"], "takes one requirement id"],
    [["explain", "PAGE-ITEMS-REJECT@listAlrets"], 'did you mean "listAlerts"?'],
    [["explain", "PAGE-ITEMS-REJECT@listAlerts/v9"], "it has v1.0 and v2"],
    [["explain", "PAGE-ITEMS-REJECT@getAlert/v2"], "is not about getAlert/v2"],
    [["list", "operatoins"], 'did you mean "operations"?'],
    [["fuzz", "--seed", "x"], "--seed takes an integer"],
  ])("plumbline %j", async (args, message) => {
    const { code, note } = await call([
      args[0] ?? "",
      ...(args[0] === "run" || args[0] === "fuzz" ? ["--out", "/tmp/plumbline-usage"] : []),
      ...args.slice(1),
    ]);
    expect(note).toContain(message);
    expect(note).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });

  it.each([
    [undefined, "needs JOB_COMPLETION_INDEX"],
    ["3", 'JOB_COMPLETION_INDEX is "3": with --shard auto/3 it takes 0 to 2'],
    ["x", 'JOB_COMPLETION_INDEX is "x": with --shard auto/3 it takes 0 to 2'],
  ])("--shard auto/3 as job %s", async (job, message) => {
    const { code, note } = await call(
      ["plan", "--shard", "auto/3"],
      job === undefined ? {} : { JOB_COMPLETION_INDEX: job },
    );
    expect([code, note]).toEqual([2, expect.stringContaining(message)]);
  });

  it("one half of a key in the environment is a mistake", async () => {
    const { code, note } = await call(["plan", "--target", "http://127.0.0.1:1"], { PLUMBLINE_PUBLIC_KEY: "a" });
    expect([code, note]).toEqual([2, expect.stringMatching(/only one of \w+ and \w+ is set/)]);
  });
});

describe("help and version", () => {
  it.each([
    [
      ["help", "plan"],
      ["plan", "--help"],
    ],
    [
      ["plan", "-h"],
      ["plan", "--help"],
    ],
    [["-h"], ["--help"]],
    [["help", "--help"], ["help"]],
    [["-v"], ["--version"]],
  ])("plumbline %j is plumbline %j", async (one, other) => {
    const said = await call(one);
    expect(said).toEqual(await call(other));
    expect(said.code).toBe(0);
    expect(said.out).not.toBe("");
  });

  it("is there for a command without flags", async () => {
    expect(await call(["completion", "--help"])).toMatchObject({ code: 0, out: expect.stringContaining("no flags") });
  });
});

describe("a folder or file that cannot be used", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-unusable-"));
  const file = join(folder, "file");
  writeFileSync(file, "{}");

  // In a separate process, because a program that keeps its server open after the message would hang here.
  it.each([
    ["is a file", file],
    ["is below a file", join(file, "below")],
    ["is where the system takes no folders", "/proc/plumbline"],
  ])("for the report: it %s", async (_what, out) => {
    const program = join(import.meta.dirname, "../bin/plumbline.mjs");
    const args = [program, "run", "--target", "reference", "--area", "PAGE", "--operation", "listAlerts", "--out", out];
    const ended = await promisify(execFile)(process.execPath, args, { timeout: 300_000 }).catch((error) => error);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(`cannot be written to ${out}`)]);
  });

  it("for a replay, and makes none", async () => {
    const missing = join(folder, "missing");
    expect(await call(["replay", missing])).toMatchObject({ code: 2, note: expect.stringContaining("ENOENT") });
    expect(existsSync(missing)).toBe(false);
    expect(await call(["replay", file])).toMatchObject({
      code: 2,
      note: expect.stringContaining("cannot be replayed"),
    });
  });

  it("for a target, because its aliases would fill the memory", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const lines = names.map(
      (name, index) => `${name}: &${name} [${Array(9).fill(index === 0 ? "x" : `*${names[index - 1]}`)}]`,
    );
    const bomb = join(folder, "bomb.yml");
    writeFileSync(bomb, lines.join("\n"));
    expect(await call(["run", "--target", bomb])).toMatchObject({ code: 2, note: expect.stringContaining("alias") });
  });
});

describe("what needs no target", () => {
  it("list knows every operation and every requirement with level, basis and section", async () => {
    const operations = JSON.parse((await call(["list", "operations", "--json"])).out) as { basis: string }[];
    expect(operations).toHaveLength(OPERATION_IDS.length);
    expect(operations.filter(({ basis }) => basis === "stated")).toHaveLength(4);
    const requirements = JSON.parse((await call(["list", "--json"])).out) as Record<string, string>[];
    expect(requirements.length).toBeGreaterThan(200);
    for (const { level, basis, section, id } of requirements)
      expect([level, basis, section].every(Boolean), id).toBe(true);
  });

  it("list faults names requirements that exist", async () => {
    const ids = (JSON.parse((await call(["list", "--json"])).out) as { id: string }[]).map(({ id }) => id);
    const faults = JSON.parse((await call(["list", "faults", "--json"])).out) as { id: string; violates: string }[];
    expect(faults.length).toBeGreaterThanOrEqual(12);
    const unknown = faults.flatMap((fault) =>
      fault.violates
        .split(", ")
        .filter((id) => !ids.includes(id))
        .map((id) => `${fault.id}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  it("explain says what is demanded, where it stands and what proves the check", async () => {
    const { code, out } = await call(["explain", "PAGE-ITEMS-ACCEPT@listAlerts/v2"]);
    expect(code).toBe(0);
    expect(out).toContain("itemsPerPage takes 1 to 500");
    expect(out).toContain("PG-03");
  });

  it("help of every command fits 80 columns; lines to copy are never folded", async () => {
    const { out } = await call(["--help"]);
    const names = [...out.matchAll(/^ {2}([a-z]+) {2,}/gmu)]
      .map(([, name = ""]) => name)
      .filter((name) => name !== "plumbline");
    expect(names).toContain("ui");
    for (const name of names) {
      const [text = "", examples = ""] = (await call([name, "--help"])).out.split("Examples:\n");
      expect(Math.max(...text.split("\n").map((line) => line.length)), name).toBeLessThanOrEqual(80);
      for (const line of examples.split("\n").filter((one) => one.trim() !== ""))
        expect(line).toMatch(/^ *(plumbline|eval|source|[A-Z_]+=)/u);
    }
  });

  it("help fits a screen and lists every flag", async () => {
    const { out } = await call(["run", "--help"]);
    expect(out.split("\n").length).toBeLessThan(64);
    for (const flag of ["--target", "--allow", "--only", "--out"]) expect(out).toContain(flag);
    expect((await call(["--help"])).out.split("\n").length).toBeLessThan(32);
    expect((await call([])).code).toBe(2);
  });
});
