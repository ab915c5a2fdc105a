import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference } from "@plumbline/reference";
import { type Outcome, serialiseReport } from "@plumbline/report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { harmlessTerminal } from "./harmless-terminal.ts";
import { main } from "./main.ts";
import { call } from "./main-call.test-support.ts";
import { folderWith, reportOf } from "./report-files.test-support.ts";
import { REWRITE } from "./terminal.ts";

const EVIL =
  "\u001b[2J\u001b]0;title\u0007\r::error::x\n::add-mask::y\n \t::stop-commands::z\n##[error]w\u009b31m\u202e\u001b[31m";
/** Characters on which a terminal acts, except line feed and tab, and texts that a runner takes for commands. */
const OBEYED = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]|^\s*::|##\[/mu;

const folder = mkdtempSync(join(tmpdir(), "plumbline-harmless-"));
const evilFolder = join(folder, EVIL);
mkdirSync(evilFolder);
const FAIL: Outcome = { outcome: "fail", expected: EVIL, received: EVIL };
const changes = [{ operation: EVIL, id: EVIL, state: "left" }] as const;
const good = folderWith(reportOf({ [EVIL]: { outcome: "pass" } }));
const bad = folderWith(
  reportOf({ [EVIL]: FAIL, other: FAIL }, { changes, doctor: [{ subject: EVIL, state: "problem", text: EVIL }] }),
);

/** A server that answers everything with a body of hostile texts, which is a list, a record and an error at once. */
const server = createServer((request, response) => {
  const asked = request.headers.authorization === undefined;
  response.writeHead(asked ? 401 : 200, {
    "content-type": "application/json",
    "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth"',
  });
  const record = { id: EVIL, errorCode: EVIL, detail: EVIL, reason: EVIL, error: EVIL, [EVIL]: EVIL };
  response.end(JSON.stringify({ ...record, results: [record], totalCount: EVIL, access_token: EVIL }));
});
const KEYS = { PLUMBLINE_PUBLIC_KEY: "public", PLUMBLINE_PRIVATE_KEY: "private-key" };
let target: readonly string[] = [];

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
beforeAll(() => {
  const { port } = server.address() as AddressInfo;
  target = ["--target", `http://127.0.0.1:${port}`, "--group", "32b6e34b3d91647abb20e7b8"];
});
afterAll(() => void server.close());

async function printed(...args: readonly string[]): Promise<string> {
  const { out, note } = await call(args, KEYS);
  return out + note;
}

describe("no text from outside is obeyed when it is printed by", () => {
  it.each<readonly [string, ...(readonly string[])]>([
    ["merge", good, bad, "--out", evilFolder],
    ["merge", good, bad, "--out", folder, "--verbose"],
    ["diff", good, bad],
    ["diff", good, bad, "--verbose", "--format", "markdown"],
    ["diff", good, bad, "--format", "json"],
    ["report", "--from", bad, "--out", evilFolder],
    ["report", "--from", evilFolder],
    ["report", "--from", join(folder, `${EVIL}.json`)],
    ["cleanup", "--target", "http://127.0.0.1:1", "--from", join(bad, "report.json")],
    ["cleanup", "--target", "http://127.0.0.1:2", "--from", join(bad, "report.json")],
    ["replay", join(folder, EVIL, "x.json")],
    ["explain", EVIL],
    ["list", EVIL],
    ["export", "--openapi", EVIL],
    ["plan", "--only", EVIL],
    ["init", "--out", evilFolder, "--force", "--url", "http://127.0.0.1:1"],
    ["run", "--target", EVIL],
    ["run", "--known-failures", join(folder, EVIL, "none.yml")],
    [EVIL],
  ])("%s", async (...args) => {
    const text = await printed(...args);
    expect(text).not.toBe("");
    expect(text).not.toMatch(OBEYED);
  });

  it("run, whose doctor and checks quote the server", async () => {
    const text = await printed(
      "run",
      ...target,
      "--area",
      "ALT,ERR,ENV",
      "--verbose",
      "--out",
      join(evilFolder, "run"),
    );
    expect(text).toContain("␛[2J");
    expect(text).not.toMatch(OBEYED);
  });

  it("fuzz and replay, which name the files of failures", async () => {
    const reference = await startReference({
      faults: ["VA-30"],
      secrets: { keys: { all: { publicKey: KEYS.PLUMBLINE_PUBLIC_KEY, privateKey: KEYS.PLUMBLINE_PRIVATE_KEY } } },
    });
    const at = ["--target", reference.url, "--group", reference.world.projectId];
    const corpus = join(evilFolder, "corpus");
    const flags = ["--operation", "getAccessLogsByCluster", "--requests", "100", "--seed", "1", "--corpus", corpus];
    const found = await printed("fuzz", ...at, ...flags, "--out", join(evilFolder, "fuzz"));
    expect(found).toContain("failure stored");
    const again = await printed("replay", corpus, ...at, "--out", join(evilFolder, "replay"));
    expect(again).toMatch(/^FAILED /m);
    await reference.close();
    expect(found + again).not.toMatch(OBEYED);
  });

  it("fuzz against a server that answers nothing else", async () => {
    const flags = ["--operation", "listAlerts", "--requests", "40", "--seed", "1", "--out", join(folder, "fuzz")];
    expect(await printed("fuzz", ...target, ...flags)).not.toMatch(OBEYED);
  });

  it("a target file and a list of known failures that hold it", async () => {
    const file = join(folder, "target.yml");
    const name = JSON.stringify(EVIL);
    writeFileSync(file, `baseUrl: http://127.0.0.1:1\n${name}: 1\nfixtures: { ${name}: x }\n`);
    expect(await printed("plan", "--target", file)).not.toMatch(OBEYED);
    writeFileSync(file, `- { check: ${name}, reason: 1, ${name}: 2 }\n`);
    expect(await printed("report", "--from", bad, "--known-failures", file)).not.toMatch(OBEYED);
  });
});

it("a comparison as JSON says what the reports say, although its hidden characters are escaped", async () => {
  const { out } = await call(["diff", good, bad, "--format", "json"]);
  const [failure] = (JSON.parse(out) as { newFailures: { check: string }[] }).newFailures;
  expect(failure?.check.replace("⟨##⟩[", "##[")).toBe(`RULE@${EVIL}`);
});

it("our own colours and the progress line pass, where they are wanted", async () => {
  let [out, note] = ["", ""];
  const streams = { out: (text: string) => (out += text), note: (text: string) => (note += text) };
  const settings = { interactive: true, colour: true, width: 80, environment: {} };
  await main(["diff", good, bad], { ...streams, ...settings });
  expect(out).toContain("\u001b[31m");
  expect(out.replace(/\u001b\[\d{1,2}m/g, "")).not.toMatch(OBEYED);
  const terminal = harmlessTerminal({ ...streams, ...settings });
  terminal.note(`${REWRITE}one${REWRITE}two`);
  expect(note).toBe(`${REWRITE}one␍␛[2Ktwo`);
});

it("nothing is replaced in a document that is printed", async () => {
  for (const flags of [
    ["--openapi", "3.1"],
    ["--openapi", "3.0", "--yaml"],
    ["--json-schema", "--interface", "2"],
  ]) {
    let raw = "";
    const streams = { out: (text: string) => (raw += text), note: () => undefined };
    await main(["export", ...flags], { ...streams, interactive: false, colour: false, width: 80, environment: {} });
    expect(raw).not.toMatch(/[⟨⟩␀-␡]/u);
  }
});

it("a report that was tampered with gives GitHub no command", async () => {
  const path = join(folder, "tampered.json");
  writeFileSync(path, serialiseReport(reportOf({ [EVIL]: FAIL })));
  const { out, note } = await call(["merge", path, "--out", join(folder, "merged")], { GITHUB_ACTIONS: "true" });
  const lines = (out + note).split("\n").filter((line) => /^\s*::|##\[/u.test(line));
  expect(lines.every((line) => line.startsWith("::error title=Plumbline "))).toBe(true);
  expect(out + note).not.toMatch(/[^\P{Cc}\n\t]/u);
});
