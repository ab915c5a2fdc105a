import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference } from "@plumbline/reference";
import { afterAll, expect, it } from "vitest";
import { main } from "./main.ts";
import { readReport } from "./output/read-report.ts";
import { exportLines, referenceTargetText } from "./targets/file-of-reference.ts";

/* A server with a clock that the run cannot move, known only by its printed target file. */
const folder = mkdtempSync(join(tmpdir(), "plumbline-lives-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const terminal = { out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 };

async function judged(fault: readonly string[], ...flags: readonly string[]) {
  return judgedAt(60, fault, ...flags);
}

async function judgedAt(speed: number, faults: readonly string[], ...flags: readonly string[]) {
  const reference = await startReference({ speed, faults });
  try {
    const [path, out] = [join(folder, "target.yml"), join(folder, "report")];
    writeFileSync(path, referenceTargetText(reference));
    const environment = Object.fromEntries(
      [...exportLines(reference).matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    await main(["run", "--target", path, "--out", out, "--quiet", ...flags], { ...terminal, environment });
    return readReport(out);
  } finally {
    await reference.close();
  }
}

const full = process.env["PLUMBLINE_FULL"] !== undefined;
const OUTAGES = ["--operation", "startOutageSimulation,getOutageSimulation,endOutageSimulation"];

/** PLUMBLINE_FULL judges both versions. */
const versions = full ? ["1.0", "2"] : ["2"];

it("starts six outage simulations of each version to check every rule about them", async () => {
  const { verdicts, exchanges, changes } = await judged([], ...OUTAGES, "--interface", versions.join(","));
  const wrong = verdicts.filter(({ outcome }) => !["pass", "observed", "not-applicable"].includes(outcome));
  expect(wrong).toEqual([]);
  const started = exchanges.filter(
    ({ operation, response }) =>
      operation === "startOutageSimulation" && response && "status" in response && response.status < 300,
  );
  // Six for each version: two for rules about a single simulation, another that follows the first, two at the same
  // time, and one with several filters.
  expect(started).toHaveLength(6 * versions.length);
  expect(changes.map(({ state }) => state)).not.toContain("left");
  const refused = verdicts.filter(({ requirement }) => requirement === "AUTH-DIGEST-REQUIRED-WRITES");
  expect(refused).toHaveLength(2 * versions.length);
  // The start or end by another check, on which a verdict relies, is part of its evidence.
  for (const { evidence } of refused) expect(evidence.length).toBeGreaterThan(1);
});

/** The faults of the catalogue show the same, one by one. */
it.runIf(full)("still tells which rule about them is broken", async () => {
  const { verdicts } = await judged(["OU-03"], ...OUTAGES);
  const failed = verdicts.filter(({ outcome }) => outcome === "fail").map(({ requirement }) => requirement);
  expect([...new Set(failed)]).toEqual(["OUT-START"]);
});

it("does not wait for an index that a check removed by its name", async () => {
  const { changes, exchanges, verdicts } = await judgedAt(1_000, [], "--only", "OP21-PARAMS");
  expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(["pass"]));
  expect(changes.map(({ state }) => state)).not.toContain("left");
  const urls = exchanges.map(({ request: { url } }) => url).filter((url) => /indexes\/[0-9a-f]{24}$/.test(url));
  expect(urls.length).toBeGreaterThan(0);
  // A record that is expected to appear would be read seven times.
  for (const url of new Set(urls)) expect(urls.filter((one) => one === url).length).toBeLessThan(4);
});
