import { requirements, unbreakable } from "@plumbline/conformance";
import { faults, variants } from "@plumbline/reference";
import { OPERATION_IDS } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { main } from "../main.ts";
import { affectedBy } from "./affected.ts";
import { combination } from "./combination.ts";
import { provable } from "./provable.ts";
import { faultRow, scoreOf } from "./rows.ts";
import { isClean, tryHonest } from "./trial.ts";

/**
 * PLUMBLINE_FULL tries one variant of each kind, in addition to the combination of the README; `plumbline faults
 * --variants` runs all of them, which takes minutes.
 */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const SAMPLE = full ? [["reads-lag", "not-found-400"], ["nonce-once"], ["few-records"]] : [];
const SEEDS = full ? [1, 2, 4] : [];

/** Rules about lists and records that another client changes; PLUMBLINE_FULL tries all rules. */
const NEAR_OTHERS = /^(ALC|ALT|PAGE|REC|SIDE)-/;

describe("a reference that is right in another way", () => {
  const alone = SAMPLE.map((ids) => ({ ids, profile: "neutral", seed: 1 }));
  const together = SEEDS.map((seed) => ({
    ids: combination(variants, seed).map(({ id }) => id),
    profile: seed % 2 === 0 ? "atlas" : "neutral",
    seed,
  }));
  const plain = new Map(
    [...new Set([...alone, ...together].map(({ profile }) => profile))].map((profile) => [
      profile,
      tryHonest({ ids: [], sparse: false, profile, seed: 1 }),
    ]),
  );

  it("is accused of nothing while somebody else writes in the project", async () => {
    const rules = full ? requirements : requirements.filter(({ id }) => NEAR_OTHERS.test(id));
    const trial = await tryHonest({ ids: [], sparse: false, profile: "neutral", seed: 2, neighbour: true }, rules);
    expect([trial.alarms, trial.outcome], trial.reason).toEqual([[], "passed"]);
  });

  it.each([...alone, ...together])(
    "is accused of nothing: $ids, $profile, seed $seed",
    async ({ ids, profile, seed }) => {
      const sparse = variants.some((variant) => variant.sparse === true && ids.includes(variant.id));
      const trial = await tryHonest({ ids, sparse, profile, seed });
      const usual = await plain.get(profile);
      expect(trial.alarms).toEqual([]);
      expect(usual && isClean(trial, usual)).toBe(true);
    },
  );
});

describe("what a fault can reach", () => {
  const on = (id: string, operation: string): boolean => {
    const fault = faults.find((one) => one.id === "AL-04");
    if (fault === undefined) return expect.fail("there is no fault AL-04");
    const own = affectedBy(fault, requirements).filter((requirement) => requirement.id === id);
    return (
      provable(
        own,
        OPERATION_IDS.filter((one) => one === operation),
      ).length > 0
    );
  };

  it("is what it names, every watch, and whatever is on the same operation", () => {
    expect(on("ALC-KEY-MASKED", "createAlertConfig")).toBe(true);
    expect(on("ALC-CREATE-ECHO", "createAlertConfig")).toBe(true);
    expect(on("ERR-BODY-REASON", "getAlert")).toBe(true);
    expect(on("ALT-ACK", "acknowledgeAlert")).toBe(false);
  });
});

describe("the score", () => {
  const trial = { fault: "XX-01", violates: ["A-ONE", "A-TWO"], extra: [], missing: ["A-TWO"], noticedBy: [] };

  it("counts a requirement as proven when a fault that names it turned it red", () => {
    const score = scoreOf([trial], ["A-ONE", "A-TWO", "A-THREE"], { "A-THREE": "nothing can break it" });
    expect(score).toEqual({ breakable: 2, proven: ["A-ONE"], unproven: ["A-TWO"], provenAfterAll: [] });
    expect(scoreOf([trial], ["A-ONE"], { "A-ONE": "wrongly listed" }).provenAfterAll).toEqual(["A-ONE"]);
    expect(faultRow(trial)).toContain("not noticed by A-TWO");
  });

  it("leaves out, with a reason, only requirements that exist", () => {
    const known = requirements.map(({ id }) => id);
    for (const [id, reason] of Object.entries(unbreakable)) {
      expect(known).toContain(id);
      expect(reason.length).toBeGreaterThan(20);
    }
  });
});

describe("a combination", () => {
  it("is the same for the same seed, and holds one to six different things", () => {
    const drawn = Array.from({ length: 60 }, (_, seed) => combination([1, 2, 3, 4, 5, 6, 7], seed));
    expect(Array.from({ length: 60 }, (_, seed) => combination([1, 2, 3, 4, 5, 6, 7], seed))).toEqual(drawn);
    for (const one of drawn) expect(new Set(one).size).toBe(one.length);
    expect(new Set(drawn.map(({ length }) => length))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });
});

describe("plumbline faults", () => {
  const call = async (...args: readonly string[]) => {
    let out = "";
    const terminal = {
      out: (text: string) => {
        out += text;
      },
      note: () => undefined,
      interactive: false,
      colour: false,
      width: 80,
      environment: {},
    };
    return { code: await main(["faults", ...args], terminal), out };
  };

  // The README's test runs a similar line.
  it.runIf(full)("prints a line per variant and how many are accused of nothing", async () => {
    const { code, out } = await call("--variants", "--only", "gzip+chunked", "--jobs", "1");
    expect([code, out]).toEqual([0, expect.stringMatching(/^✔ gzip\+chunked .*\n\n1 of 1 variants/)]);
  });

  it.each(full ? [5] : [])("draws combinations of which each can be repeated alone: seed %i", async (seed) => {
    const { out } = await call("--variants", "--random", "1", "--seed", `${seed}`, "--profile", "atlas", "--json");
    const drawn = combination(variants, seed).map(({ id }) => id);
    expect(JSON.parse(out)).toMatchObject([{ variant: drawn.join("+"), profile: "atlas", seed }]);
  });

  it("refuses flags of variants without them", async () => {
    expect((await call("--profile", "atlas")).code).toBe(2);
    expect((await call("--variants", "--random", "2", "--only", "gzip")).code).toBe(2);
  });

  it("lists variants, and names the nearest of an unknown one", async () => {
    expect((await call("--variants", "--list")).out).toMatch(/^forbidden-404 +\S/);
    expect((await call("--variants", "--only", "gzpi")).code).toBe(2);
  });
});
