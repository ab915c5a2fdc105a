import { conduct, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { describe, expect, it } from "vitest";
import { profileOf } from "../target-file/profile.ts";
import { targetOfReference } from "../targets/reference.ts";

const RULE = "OP07-PARAMS";

/** Runs a rule about one alert configuration on a target that has none; the result includes the writes. */
async function judged(allow: readonly ("read" | "create")[], only: readonly string[], offers?: readonly string[]) {
  const reference = await startReference({
    seed: 1,
    variants: ["world-empty"],
    profile: profileOf(offers === undefined ? {} : { offers }),
  });
  const target = { ...targetOfReference(reference, []), allow: new Set(allow) };
  const report = await conduct(target, {
    requirements,
    selection: { only },
    command: "test",
    runId: "test",
    toolVersion: "0.0.0",
  });
  await reference.close();
  const writes = report.exchanges.filter(({ request }) => request.method !== "GET");
  return {
    outcomes: report.verdicts.filter(({ requirement }) => requirement === RULE).map(({ outcome }) => outcome),
    written: writes.map(({ request: { method } }) => method).sort(),
    states: report.changes.map(({ operation, state }) => `${operation} ${state}`),
    told: report.doctor.filter(({ text }) => text.startsWith("the run created")).map(({ text }) => text),
  };
}

describe("a target without alert configurations", () => {
  it("is given three, and rid of them again", async () => {
    const { outcomes, written, states, told } = await judged(["read", "create"], [RULE]);
    expect(outcomes).toEqual(["pass", "pass"]);
    // Besides the three: two bystanders for the writes, and one that proves that deleting works.
    expect(written).toEqual([...Array(6).fill("DELETE"), ...Array(6).fill("POST")]);
    expect(states).toEqual(Array(6).fill("createAlertConfig removed"));
    expect(told).toEqual([expect.stringMatching(/^the run created 3 alert configurations/)]);
  });

  it("is left as it is where that was not permitted", async () => {
    const { outcomes, written, told } = await judged(["read"], [RULE]);
    expect(outcomes).toEqual(["could-not-run", "could-not-run"]);
    expect([written, told]).toEqual([[], []]);
  });

  it("is left as it is where nothing could remove them again", async () => {
    const offers = ["listAlertConfigs", "getAlertConfig", "createAlertConfig"];
    const { outcomes, written, told } = await judged(["read", "create"], [RULE], offers);
    expect(outcomes).toEqual(["could-not-run", "could-not-run"]);
    expect([written, told]).toEqual([[], []]);
  });

  it("is left as it is where nothing would be gained by it", async () => {
    const { written, told } = await judged(["read", "create"], ["OP18-PARAMS"]);
    expect([written, told]).toEqual([[], []]);
  });
});
