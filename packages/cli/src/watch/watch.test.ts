import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Reference, startReference } from "@plumbline/reference";
import { describe, expect, it, onTestFinished } from "vitest";
import { call } from "../main-call.test-support.ts";

const program = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));
const environment = { PLUMBLINE_PUBLIC_KEY: "public", PLUMBLINE_PRIVATE_KEY: "private" };
const secrets = { keys: { all: { publicKey: "public", privateKey: "private" } } };
const FAULT = "PG-03";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function served(faults: readonly string[], port = 0): Promise<Reference> {
  const reference = await startReference({ secrets, faults, port });
  onTestFinished(() => reference.close());
  return reference;
}

const flagsFor = ({ url, world }: Reference, folder: string): readonly string[] => [
  ...[
    "--target",
    url,
    "--group",
    world.projectId,
    "--only",
    "PAGE-ITEMS-ACCEPT,PAGE-ITEMS-REJECT",
    "--operation",
    "listAlerts,listAlertConfigs",
    "--allow-incomplete",
  ],
  ...["--out", join(folder, "report")],
];

/** Starts the program with --watch, and collects its output. */
function watching(reference: Reference, folder: string, ...more: readonly string[]) {
  const child = spawn(process.execPath, [program, "run", ...flagsFor(reference, folder), "--watch", ...more], {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  return {
    says: (words: string) => expect.poll(() => said, { timeout: 300_000 }).toContain(words),
    /** Waits until the program waits for a key, and returns its output since the last call. */
    waits: async (): Promise<string> => {
      await expect.poll(() => said, { timeout: 300_000 }).toMatch(/q: quit\./);
      const text = said;
      said = "";
      return text;
    },
    press: (key: string) => child.stdin.write(key),
    ended: once(child, "exit").then(([code]) => code as number | null),
  };
}

describe("plumbline run --watch", () => {
  it("repeats failed checks when the target comes back, and related checks once these pass", async () => {
    const folder = newFolder();
    const broken = await served([FAULT]);
    const { waits, says, press, ended } = watching(broken, folder);
    expect(await waits()).toContain("PAGE-ITEMS-ACCEPT");
    await broken.close();
    await says("The target does not answer");
    await served([], Number(new URL(broken.url).port));
    const text = await waits();
    expect(text).toMatch(/(\d+) of \1 checks hold, in/);
    expect(text).toMatch(/The failed checks hold now; \d+ related checks follow/);
    expect(text).toContain("Nothing is broken.");
    press("q");
    expect(await ended).toBe(0);
  });

  it("repeats failed checks on Enter and when a file changes, runs everything on a, and exits with the code of the last round", async () => {
    const folder = newFolder();
    const sources = join(folder, "src");
    mkdirSync(sources);
    const { waits, press, ended } = watching(await served([FAULT]), folder, "--watch-path", sources);
    await waits();
    press("\n");
    const again = await waits();
    expect(again).toMatch(/0 of \d+ checks hold/);
    expect(again).not.toContain("PAGE-ITEMS-REJECT");
    writeFileSync(join(sources, "server.js"), "// mended, or so it seems\n");
    expect(await waits()).toMatch(/0 of \d+ checks hold/);
    press("a");
    expect(await waits()).toContain("Outcome: ✘ failed");
    press("q");
    expect(await ended).toBe(1);
  });

  it("says which flags do not go together, and that a path does not exist", async () => {
    for (const flags of [
      ["--watch", "--shard", "1/2"],
      ["--watch", "--fuzz", "10"],
      ["--failed", "--only", "PAGE-*"],
      ["--watch-path", "src"],
      ["--watch", "--watch-path", "no-such-folder"],
    ]) {
      const { code, note } = await call(["run", ...flags]);
      expect([code, note]).toEqual([2, expect.stringMatching(/^plumbline: --/m)]);
    }
    const { code, note } = await call(["ui", "--watch-path", "no-such-folder"]);
    expect([code, note]).toEqual([2, expect.stringContaining("--watch-path no-such-folder does not exist")]);
  });
});

describe("plumbline run --failed", () => {
  it("runs the checks that failed before, until none fails", async () => {
    const folder = newFolder();
    const broken = await served([FAULT]);
    const flags = flagsFor(broken, folder);
    expect((await call(["run", ...flags], environment)).code).toBe(1);
    await broken.close();
    const mended = await served([], Number(new URL(broken.url).port));
    const rest = flagsFor(mended, folder).filter((flag) => flag !== "--only" && !flag.startsWith("PAGE-"));
    const { code, out } = await call(["run", ...rest, "--failed"], environment);
    expect([code, out]).toEqual([0, expect.stringContaining("Outcome: ✔ passed")]);
    const nothing = await call(["run", ...rest, "--failed"], environment);
    expect([nothing.code, nothing.note]).toEqual([0, expect.stringContaining("no check failed in the report")]);
  });

  it("says that there is no report", async () => {
    const { code, note } = await call(["run", "--failed", "--out", join(newFolder(), "none")]);
    expect([code, note]).toEqual([2, expect.stringContaining("cannot be read")]);
  });
});
