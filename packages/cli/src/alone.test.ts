import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { areaOf, conduct, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { afterAll, describe, expect, it } from "vitest";
import { call } from "./main-call.test-support.ts";
import { readReport } from "./output/read-report.ts";
import { targetOfReference } from "./targets/reference.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-alone-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const full = process.env["PLUMBLINE_FULL"] !== undefined;
const watches = requirements.filter(({ kind, level }) => kind === "watch" && level === "MUST");
/**
 * One rule of each area, and rules whose answers only a check of another kind brings. PLUMBLINE_FULL tries all of these;
 * otherwise every second one.
 */
const ids = [
  ...new Set([
    "TOKEN-ERROR-VALUES",
    ...new Map(watches.map(({ id }) => [areaOf(id), id])).values(),
    "PAGE-SHAPE",
    "ERR-BODY-REASON",
  ]),
].filter((_id, index) => full || index % 2 === 0);

describe("a rule about all answers, asked for alone", () => {
  it.each(process.env["PLUMBLINE_EVERY_WATCH"] ? watches.map(({ id }) => id) : ids)("%s", async (id) => {
    const reference = await startReference({ seed: 1 });
    const target = targetOfReference(reference, []);
    const selection = { only: [id] };
    const options = { requirements, selection, command: "", runId: "alone", toolVersion: "0" };
    const { outcome, verdicts } = await conduct(target, options);
    await reference.close();
    expect([outcome, new Set(verdicts.map(({ requirement }) => requirement))]).toEqual(["passed", new Set([id])]);
  });
});

describe("the replay line of a failure", () => {
  const failuresIn = (out: string) => readReport(out).verdicts.filter(({ outcome }) => outcome === "fail");

  /** PLUMBLINE_FULL also tries the faults of large areas. */
  const LARGE = [
    ["MI-06", "MIG,GEN"],
    ["AU-16", "AUTH"],
  ] as const;
  it.each([["AL-21", "ALT"] as const, ["OU-01", "OUT"] as const, ...(full ? LARGE : [])])(
    "shows it again, whichever check had brought the answer: %s",
    async (fault, area) => {
      const out = join(folder, fault);
      expect(await call(["run", "--fault", fault, "--area", area, "--out", out])).toMatchObject({ code: 1 });
      const failures = failuresIn(out);
      expect(failures).not.toEqual([]);
      for (const { check, replay = "" } of failures.slice(0, 3)) {
        const again = `${out}-again`;
        const words = replay.split(" ").map((word) => word.replaceAll("'", ""));
        expect(words[0]).toBe("plumbline");
        await call([...words.slice(1), "--out", again]);
        expect(failuresIn(again).map((one) => one.check)).toContain(check);
      }
    },
  );
});
