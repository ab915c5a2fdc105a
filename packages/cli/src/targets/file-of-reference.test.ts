import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startReference } from "@plumbline/reference";
import { OPERATION_IDS } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { readFlags } from "../flags.ts";
import { main } from "../main.ts";
import { readReport } from "../output/read-report.ts";
import { openFile } from "./file.ts";
import { exportLines, referenceTargetText } from "./file-of-reference.ts";
import { TARGET_FLAGS } from "./open-target.ts";
import { targetOfReference } from "./reference.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-printed-"));
const PROGRAM = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));
const terminal = { out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 };

const variablesIn = (lines: string): Record<string, string> =>
  Object.fromEntries([...lines.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));

it("says of a reference whatever the built-in target knows of it", async () => {
  const reference = await startReference();
  try {
    const path = join(folder, "printed.yml");
    writeFileSync(path, referenceTargetText(reference));
    const environment = variablesIn(exportLines(reference));
    const { target } = openFile(path, readFlags("run", TARGET_FLAGS, []), { ...terminal, environment });
    const own = targetOfReference(reference, []);
    expect([target.baseUrl, target.metricsUrl, target.versions]).toEqual([own.baseUrl, own.metricsUrl, own.versions]);
    expect(target.fixtures).toEqual(own.fixtures);
    expect(new Set(target.allow)).toEqual(new Set(own.allow));
    expect(Object.keys(target.credentials.byRole ?? {})).toEqual(Object.keys(own.credentials.byRole ?? {}));
    expect(target.credentials.main).toEqual({ ...own.credentials.main, label: "main" });
    expect(target.credentials.blockedServiceAccount).toMatchObject({ ...own.credentials.blockedServiceAccount });
  } finally {
    await reference.close();
  }
});

it("prints shell lines that set the keys exactly, and run nothing of them", async () => {
  const [publicKey, privateKey] = ["$(id) `id`", "it's; two \\ words"];
  const reference = await startReference({ secrets: { keys: { all: { publicKey, privateKey } } } });
  const show = 'printf "%s\\n%s\\n" "$PLUMBLINE_PUBLIC_KEY" "$PLUMBLINE_PRIVATE_KEY"';
  const { stdout, stderr } = spawnSync("sh", ["-c", exportLines(reference) + show], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual([`${publicKey}\n${privateKey}\n`, ""]);
  await reference.close();
});

it("says how fast a reference lives that is not as slow as usual", async () => {
  const [fast, usual] = [await startReference({ speed: 60 }), await startReference()];
  try {
    expect(referenceTargetText(usual)).not.toContain("speed");
    const path = join(folder, "fast.yml");
    writeFileSync(path, referenceTargetText(fast));
    const environment = variablesIn(exportLines(fast));
    expect(openFile(path, readFlags("run", TARGET_FLAGS, []), { ...terminal, environment }).target.speed).toBe(60);
  } finally {
    await Promise.all([fast.close(), usual.close()]);
  }
});

/** All operations except the one with a rate limit per minute, which would slow the run down. */
const UNHURRIED = OPERATION_IDS.filter((id) => id !== "issueServiceToken").flatMap((id) => ["--operation", id]);

/** The verdicts of all checks that only read, by check. */
async function verdictsOf(name: string, environment: Record<string, string>, ...args: readonly string[]) {
  const out = join(folder, name);
  const code = await main(["run", ...args, "--risk", "read", ...UNHURRIED, "--out", out], { ...terminal, environment });
  const { verdicts } = readReport(out);
  return { code, outcomes: Object.fromEntries(verdicts.map(({ check, outcome }) => [check, outcome])) };
}

/** Areas with fixtures, roles, clocks and both interface versions. PLUMBLINE_FULL judges all areas. */
const PART = process.env["PLUMBLINE_FULL"] === undefined ? ["--area", "ALT,AUTH,EXB,METRICS,SNP"] : [];

it("lets a server that is known by its file alone be judged as the built-in one is", async () => {
  const served = spawn(process.execPath, [PROGRAM, "serve", "--quiet", "--print-target"]);
  try {
    let [file, lines] = ["", ""];
    served.stdout.on("data", (bytes: Buffer) => {
      file += bytes.toString();
    });
    served.stderr.on("data", (bytes: Buffer) => {
      lines += bytes.toString();
    });
    await expect.poll(() => file.includes("allow:") && file.endsWith("\n"), { timeout: 300_000 }).toBe(true);
    const path = join(folder, "edited.yml");
    // As another user would edit it: another name, and one permission less.
    writeFileSync(path, file.replace("name: reference server", "name: a stranger's").replace("  - quota\n", ""));
    const stranger = await verdictsOf("stranger", variablesIn(lines), "--target", path, ...PART);
    const own = await verdictsOf("own", {}, "--target", "reference", ...PART);
    expect(stranger.code).toBe(own.code);
    expect(stranger.outcomes).toEqual(own.outcomes);
  } finally {
    served.kill();
  }
});
