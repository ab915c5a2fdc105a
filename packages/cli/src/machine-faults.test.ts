import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Reference, startReference } from "@plumbline/reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inventoryOf } from "./inventory.test-support.ts";

/** The user must fix what the machine refuses, so each failure names the file and ends in exit code 2. */
const PROGRAM = fileURLToPath(new URL("../bin/plumbline.mjs", import.meta.url));
const KEY = { publicKey: "public", privateKey: "private-key" };
const KEYS = { PLUMBLINE_PUBLIC_KEY: KEY.publicKey, PLUMBLINE_PRIVATE_KEY: KEY.privateKey };
const SMALL = [
  ...["run", "--target", "reference", "--only", "PAGE-ITEMS-ACCEPT", "--operation", "listAlerts"],
  ...["--interface", "2", "--format", "json"],
];
const WRITING = [
  "--allow",
  "create,update,delete",
  "--operation",
  "createAlertConfig,updateAuditing,createExportBucket",
];

const hasShell = spawnSync("sh", ["-c", "ulimit -f 60"]).status === 0;
const hasFull = existsSync("/dev/full");
/** A mount in this process's own namespace disappears with the process. */
const MOUNTED = ["--mount", "sh", "-c"];
const mayMount = spawnSync("unshare", [...MOUNTED, "mount -t tmpfs none /mnt"]).status === 0;

const folder = mkdtempSync(join(tmpdir(), "plumbline-machine-"));
/** PLUMBLINE_FULL tries every command; a few show how all of them write. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;

let count = 0;
/** A path that does not exist yet. */
function fresh(): string {
  count += 1;
  return join(folder, String(count));
}
const report = join(folder, "good");

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly note: string;
}

/** Runs the program in a shell after the commands in `before`; `$@` are the program and its arguments. */
async function runs(args: readonly string[], before = "", more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return ended("sh", ["-c", `${before} exec "$@"`, "sh", process.execPath, PROGRAM, ...args], more);
}

/** Runs the program with a small file system mounted at `place`. */
const runsOnDisk = (place: string, options: string, args: readonly string[]): Promise<Ended> =>
  ended("unshare", [
    ...MOUNTED,
    `mount -t tmpfs -o ${options} none "${place}" && exec "$@"`,
    "sh",
    process.execPath,
    PROGRAM,
    ...args,
  ]);

async function ended(
  file: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(file, args, { cwd: folder, env: { ...process.env, ...KEYS, ...more } });
  let [out, note] = ["", ""];
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (note += part.toString()));
  const [code] = await once(child, "close");
  return { code, out, note };
}

/** Expects exit code 2, a matching message, and no stack. */
function expectTold({ code, out, note }: Ended, words: RegExp): void {
  expect([code, note]).toEqual([2, expect.stringMatching(words)]);
  expect(out + note).not.toMatch(/^ +at |node:internal|defect of Plumbline/m);
}

beforeAll(async () => {
  expect((await ended(process.execPath, [PROGRAM, ...SMALL, "--out", report])).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isWrite = (one: string): boolean => /^(POST|PUT|PATCH|DELETE) 2/.test(one);

describe("a run whose journal cannot be written any more", () => {
  let reference: Reference;
  let requests: string[] = [];
  beforeAll(async () => {
    reference = await startReference({
      secrets: { keys: { all: KEY } },
      onRequest: ({ method, status }) => requests.push(`${method} ${status}`),
    });
  });
  afterAll(() => reference.close());
  const target = (): readonly string[] => ["--target", reference.url, "--group", reference.world.projectId];

  it.skipIf(!hasShell)("takes back what it made, ends, and says where the report is", async () => {
    const before = await inventoryOf(reference);
    const out = fresh();
    requests = [];
    const end = await runs(["run", ...target(), ...WRITING, "--out", out], "ulimit -f 1200;");
    expectTold(end, /(exchanges|journal)\.ndjson cannot be written: EFBIG: .*raise the limit of file sizes/);
    expect(end.note).toMatch(/^The run ends: it sends no further write, deletes what it created/m);
    expect(end.note).toMatch(
      /^The report (is in .*report\.json instead|cannot be written .* printed here; .*plumbline report --from)/m,
    );
    expect(end.out).toContain("interrupted");
    expect(requests.filter(isWrite).length).toBeGreaterThan(10);
    expect(await inventoryOf(reference)).toEqual(before);
  });

  it.skipIf(!mayMount)("does so on a full disk, and the report goes to the temporary folder", async () => {
    const before = await inventoryOf(reference);
    const disk = fresh();
    mkdirSync(disk);
    requests = [];
    const args = ["run", ...target(), ...WRITING, "--quiet", "--out", join(disk, "out")];
    const end = await runsOnDisk(disk, "size=800k", args);
    expectTold(
      end,
      /(exchanges|journal)\.ndjson cannot be written: ENOSPC: .*free some space there, or choose another path/,
    );
    const [, rescued = ""] = /^The report is in (.*report\.json) instead\.$/m.exec(end.note) ?? [];
    expect(JSON.parse(readFileSync(rescued, "utf8")).outcome).toBe("interrupted");
    expect(requests.filter(isWrite).length).toBeGreaterThan(10);
    expect(await inventoryOf(reference)).toEqual(before);
  });
});

describe("a place that cannot be written to is named", () => {
  const afile = join(folder, "afile");
  beforeAll(() => writeFileSync(afile, "somebody's\n"));

  const commands: readonly [string, (place: string) => readonly string[]][] = [
    ["run", (place) => [...SMALL, "--out", place]],
    [
      "fuzz",
      (place) => ["fuzz", "--target", "reference", "--operation", "listAlerts", "--requests", "1", "--out", place],
    ],
    ["report", (place) => ["report", "--from", report, "--out", place]],
    ["merge", (place) => ["merge", report, "--out", place]],
    ["judge", (place) => ["judge", join(report, "exchanges.ndjson"), "--out", place]],
    ["proxy", (place) => ["proxy", "--target", "reference", "--exec", "true", "--out", place]],
    ["proxy", (place) => ["proxy", "--target", "reference", "--exec", "true", "--out", fresh(), "--record", place]],
    ["export", (place) => ["export", "--out", place]],
    ["init", (place) => ["init", "--url", "http://127.0.0.1:1", "--out", place]],
  ];
  const tried = commands.filter(([command]) => full || ["run", "export"].includes(command));
  it.each(tried)("by %s, below a file", async (_command, args) => {
    const place = join(afile, "below");
    expectTold(await ended(process.execPath, [PROGRAM, ...args(place)]), /afile\/below.*: (ENOTDIR|EEXIST): /);
    expect(readFileSync(afile, "utf8")).toBe("somebody's\n");
  });

  it.skipIf(!mayMount)("on a file system that is read only", async () => {
    const disk = fresh();
    mkdirSync(disk);
    expectTold(
      await runsOnDisk(disk, "ro", [...SMALL, "--out", join(disk, "out")]),
      /EROFS: .*; name another folder with --out/,
    );
    const init = ["init", "--url", "http://127.0.0.1:1", "--out", join(disk, "target.yml")];
    expectTold(
      await runsOnDisk(disk, "ro", init),
      /target\.yml cannot be written: EROFS: .*; choose a path that this user may/,
    );
  });
});

describe("a file that cannot be written whole", () => {
  it.skipIf(!hasShell)("is not left half written, and keeps no other from being written", async () => {
    const out = fresh();
    const end = await runs(["report", "--from", report, "--out", out, "--format", "markdown,html"], "ulimit -f 4;");
    expectTold(end, /index\.html cannot be written: EFBIG/);
    expect([existsSync(join(out, "index.html")), existsSync(join(out, "summary.md"))]).toEqual([false, true]);
  });

  it.skipIf(!hasShell)("is told of a recording, and what passes is judged all the same", async () => {
    const [out, recording] = [fresh(), fresh()];
    const list = "$PLUMBLINE_PROXY_URL/api/product/v1.0/groups/32b6e34b3d91647abb20e7b8/alertConfigs";
    const asks = `i=0; while [ $i -lt 60 ]; do "${process.execPath}" -e "fetch(process.argv[1])" "${list}"; i=$((i+20)); done`;
    const flags = ["--format", "markdown", "--out", out, "--record", recording];
    const end = await runs(["proxy", "--target", "reference", "--exec", asks, ...flags], "ulimit -f 1;");
    expectTold(end, /traffic\.har is incomplete: EFBIG: /);
  });
});

describe.skipIf(!hasFull || !hasShell)("a standard output that takes nothing", () => {
  const printing: readonly [string, readonly string[]][] = [
    ["run", [...SMALL, "--out", join(folder, "printed")]],
    ["report", ["report", "--from", report, "--out", join(folder, "printed")]],
    ["merge", ["merge", report, "--out", join(folder, "printed")]],
    ["export", ["export"]],
    ["list", ["list"]],
  ];
  it.each(printing.filter(([command]) => full || ["report", "list"].includes(command)))(
    "is told by %s",
    async (_command, args) => {
      expectTold(
        await runs(args, "exec > /dev/full;"),
        /^plumbline: the output cannot be printed: ENOSPC: .*; send the output elsewhere$/m,
      );
    },
  );
});

describe("a machine that lacks something", () => {
  it("has to have a temporary folder for Prism, and for nothing else", async () => {
    const TMPDIR = join(folder, "nowhere");
    const flags = ["--area", "PAGE", "--operation", "listAlerts", "--out", fresh()];
    const end = await ended(process.execPath, [PROGRAM, "run", "--target", "prism", ...flags], { TMPDIR });
    expectTold(end, /nowhere is unusable: ENOENT: .*; set TMPDIR to a folder/);
    expect((await ended(process.execPath, [PROGRAM, ...SMALL, "--out", fresh()], { TMPDIR })).code).toBe(0);
  });

  it.skipIf(!hasShell)("needs more than 32 open files", async () => {
    expectTold(
      await runs([...SMALL, "--out", fresh()], "ulimit -n 32;"),
      /EMFILE: too many open files.*ulimit -n 1024/,
    );
  });
});

describe("a clock that is set back in the middle of a run", () => {
  const BACK = `const { now } = Date, began = performance.now();
    Date.now = () => now() - (performance.now() - began > Number(process.env.SET_BACK_AFTER) ? 3_600_000 : 0);`;

  it("changes nothing about what the run comes to, nor how long it took", async () => {
    const preload = ["--import", `data:text/javascript,${encodeURIComponent(BACK)}`];
    const out = fresh();
    const args = [
      ...preload,
      PROGRAM,
      "run",
      "--target",
      "reference",
      "--area",
      "PAGE",
      "--operation",
      "listAlerts,listAlertConfigs,listClusters",
      "--format",
      "json",
      "--quiet",
      "--budget",
      "seconds=600",
      "--out",
      out,
    ];
    const { code, note } = await ended(process.execPath, args, { SET_BACK_AFTER: "1000" });
    expect([code, note]).toEqual([0, ""]);
    const { outcome, run } = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
    expect(outcome).toBe("passed");
    expect(run.milliseconds).toBeGreaterThan(0);
  });
});
