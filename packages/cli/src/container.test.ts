import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./free-port.test-support.ts";

/*
 * What the image does, without an engine for containers: the one file with the image's environment, as a user who has no
 * name and no home, in a folder of that user, and among no other processes. That the image is built and its layers are as
 * they should be is not tried here.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
const STRANGER = 12_345;
const folder = mkdtempSync(join(tmpdir(), "plumbline-container-"));
const work = join(folder, "work");
const program = join(folder, "plumbline.mjs");
const AS_STRANGER = ["setpriv", `--reuid=${STRANGER}`, `--regid=${STRANGER}`, "--clear-groups"];
const ALONE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", ...AS_STRANGER];

/** The lines of an instruction that the image has, such as ENV. */
const instructions = (name: string): readonly string[] =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, "gm"))].map(([, text = ""]) => text);

const stated = Object.fromEntries(
  instructions("ENV").flatMap((line) =>
    [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  ),
);
/** Of the image, but for a port that nobody else here has, and without the home that it gives. */
const environment = { ...stated, PATH: process.env["PATH"] ?? "", HOME: "/nonexistent" };

/** What the image runs for a command of the program. */
const image = (...args: readonly string[]): readonly [string, readonly string[]] => {
  const [node = "", file = ""]: readonly string[] = JSON.parse(instructions("ENTRYPOINT")[0] ?? "[]");
  expect([node, file]).toEqual(["node", "/opt/plumbline.mjs"]);
  return ["unshare", [...ALONE.slice(1), process.execPath, program, ...args]];
};

function run(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const [file, all] = image(...args);
  return spawnSync(file, all, { cwd: work, env: { ...environment, ...more }, encoding: "utf8" });
}

/** Whether this machine lets its user be somebody else, alone. */
const isPossible = spawnSync("unshare", [...ALONE.slice(1), "true"]).status === 0;

describe.skipIf(!isPossible)("the image's steps", () => {
  beforeAll(() => {
    mkdirSync(work);
    chmodSync(folder, 0o755);
    chownSync(work, STRANGER, STRANGER);
    execFileSync(process.execPath, [join(root, "packages/cli/bundle/bundle.mjs"), program], { stdio: "pipe" });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("judge, and leave a report of the stranger's own", () => {
    const { status, stderr } = run([
      "run",
      "--target",
      "reference",
      "--area",
      "PAGE",
      "--operation",
      "listAlerts",
      "--quiet",
    ]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(statSync(join(work, "reports/latest/index.html")).uid).toBe(STRANGER);
  });

  it("find a container well that serves nothing", () => {
    const [check] = instructions("HEALTHCHECK");
    const [, command = "[]"] = /CMD (\[.*\])$/.exec(check ?? "") ?? [];
    expect(JSON.parse(command)).toEqual(["node", "/opt/plumbline.mjs", "health"]);
    const { status, stdout } = run(["health"]);
    expect([status, stdout]).toEqual([0, expect.stringContaining("no reference is served here")]);
  });

  it("find a server well as soon as it is, ill when it answers no more, and end with it", async () => {
    const PLUMBLINE_CONTROL = String(await freePort());
    // Its shell stands for whatever else is in the container: it asks beside the server.
    const script = `"$0" "$1" serve --host 0.0.0.0 --port 0 --quiet --ready-file ready.json > out 2> err & served=$!
      ask() { "$0" "$1" health > /dev/null 2>&1; echo "$2 $?"; }
      until [ -e ready.json ]; do "$0" -e 0; done
      ask "$1" ready
      kill -STOP $served; ask "$1" stopped
      kill -CONT $served; ask "$1" again
      kill -TERM $served; wait $served; echo "ended $?"`;
    const args = [...ALONE.slice(1), "sh", "-c", script, process.execPath, program];
    // The stranger may reach no other program than Node, and what nobody reads must not stop whoever writes it.
    const env = { ...environment, PLUMBLINE_CONTROL };
    const child = spawn("unshare", args, { cwd: work, env, stdio: ["ignore", "pipe", "ignore"] });
    const lines: string[] = [];
    createInterface(child.stdout).on("line", (line) => void lines.push(line));
    await once(child, "close");
    expect(lines).toEqual(["ready 0", "stopped 1", "again 0", "ended 0"]);
    expect(readFileSync(join(work, "err"), "utf8")).toContain("without TLS");
    expect(statSync(join(work, "out")).uid).toBe(STRANGER);
  });
});

it("the image's port of the control server is the one that it opens and asks", () => {
  const { PLUMBLINE_CONTROL = "" } = stated;
  expect(PLUMBLINE_CONTROL).toMatch(/^\d+$/);
  expect(instructions("EXPOSE").join(" ").split(" ")).toContain(PLUMBLINE_CONTROL);
});
