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
 * Tests the image without a container engine: the one-file program with the image's environment, as a user without a
 * name or home, in a folder of that user, and alone in a process namespace. Building the image and its layers are not
 * tested here.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
const STRANGER = 12_345;
const folder = mkdtempSync(join(tmpdir(), "plumbline-container-"));
const work = join(folder, "work");
const program = join(folder, "plumbline.mjs");
const AS_STRANGER = ["setpriv", `--reuid=${STRANGER}`, `--regid=${STRANGER}`, "--clear-groups"];
const ALONE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", ...AS_STRANGER];

/** The arguments of an instruction in the Dockerfile, such as ENV. */
const instructions = (name: string): readonly string[] =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, "gm"))].map(([, text = ""]) => text);

const stated = Object.fromEntries(
  instructions("ENV").flatMap((line) =>
    [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  ),
);
/** The image's environment, with a home that does not exist. */
const environment = { ...stated, PATH: process.env["PATH"] ?? "", HOME: "/nonexistent" };

/** The command that the image runs for a command of the program. */
const image = (...args: readonly string[]): readonly [string, readonly string[]] => {
  const [node = "", file = ""]: readonly string[] = JSON.parse(instructions("ENTRYPOINT")[0] ?? "[]");
  expect([node, file]).toEqual(["node", "/opt/plumbline.mjs"]);
  return ["unshare", [...ALONE.slice(1), process.execPath, program, ...args]];
};

function run(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const [file, all] = image(...args);
  return spawnSync(file, all, { cwd: work, env: { ...environment, ...more }, encoding: "utf8" });
}

/** Whether this machine can run a process as another user in its own namespace. */
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

  it("report a container without a server as healthy", () => {
    const [check] = instructions("HEALTHCHECK");
    const [, command = "[]"] = /CMD (\[.*\])$/.exec(check ?? "") ?? [];
    expect(JSON.parse(command)).toEqual(["node", "/opt/plumbline.mjs", "health"]);
    const { status, stdout } = run(["health"]);
    expect([status, stdout]).toEqual([0, expect.stringContaining("no reference is served here")]);
  });

  it("report a server as healthy when it is ready, as unhealthy while it hangs, and as healthy afterwards", async () => {
    const PLUMBLINE_CONTROL = String(await freePort());
    // The shell stands for the other processes of the container: it runs the health check while the server runs.
    const script = `"$0" "$1" serve --host 0.0.0.0 --port 0 --quiet --ready-file ready.json > out 2> err & served=$!
      ask() { "$0" "$1" health > /dev/null 2>&1; echo "$2 $?"; }
      until [ -e ready.json ]; do "$0" -e 'setTimeout(() => {}, 300)'; done
      ask "$1" ready
      kill -STOP $served; ask "$1" stopped
      kill -CONT $served; ask "$1" again
      kill -TERM $served; wait $served; echo "ended $?"`;
    const args = [...ALONE.slice(1), "sh", "-c", script, process.execPath, program];
    // The user may not be able to run any other program than Node. Standard error is ignored, because a full pipe would
    // block the writer.
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
