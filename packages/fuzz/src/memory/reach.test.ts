import { atlas, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { Ruling } from "../asking/judge.ts";
import type { BodyParts } from "../cases/bodies.ts";
import { drawnTestCases } from "../cases/drawn.ts";
import { partsOf, SCOPES } from "../cases/parts.test-support.ts";
import { planOfAll } from "../cases/plan.ts";
import type { Choice } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import { readStored } from "../stored/read-stored.ts";
import { Reach } from "./reach.ts";
import { MOST, MOST_NUMBERED, nameOf, type Reached, reachedText } from "./reached.ts";
import { type Recalling, recall } from "./recall.ts";

const SEED = 7;
/** The test recreates every 17th drawn request, because each needs its whole draw. */
const EACH = 17;
const REFUSED: Ruling = { verdict: "conforms", reason: "refused" };

/** A few operations, because planning all of them takes time. */
const FEW: Choice = { operations: ["listAlerts", "createAlertConfig", "getAlert", "updateAuditing"] };

const recallingOf = (parts: BodyParts, seed = SEED, choice: Choice = FEW): Recalling => ({
  plan: planOfAll(SCOPES, parts, seed, choice),
  scopes: SCOPES,
  parts,
  seed,
  choice,
  shard: undefined,
});

function begun(recalling: Recalling, stored: readonly Reached[] = []): Reach {
  const reach = new Reach(stored);
  reach.begin(recalling);
  return reach;
}

function firstDrawn(parts: BodyParts, count: number, choice: Choice = {}): readonly TestCase[] {
  const testCases: TestCase[] = [];
  for (const testCase of drawnTestCases(SCOPES, parts, SEED, choice)) if (testCases.push(testCase) >= count) break;
  return testCases;
}

describe.each([neutral, atlas])("every request that the fuzzer sends, as $name", (profile) => {
  const parts = partsOf(profile);
  const recalling = recallingOf(parts, SEED, {});

  it("can be recreated from its name, which a file can store", () => {
    const again = recall(recalling);
    const drawn = firstDrawn(parts, 1_000).filter((_testCase, index) => index % EACH === 0);
    for (const testCase of [...recalling.plan.filter((_testCase, index) => index % 3 === 0), ...drawn]) {
      const name = nameOf(testCase, SEED);
      const found = again(name);
      expect(typeof found === "string" ? found : found.call, testCase.id).toEqual(testCase.call);
      const { operation } = testCase;
      const reached: Reached = { format: "plumbline-reached/2", operation, answers: [name], cells: [] };
      expect(readStored(new TextEncoder().encode(reachedText(reached)), "x.json")).toEqual(reached);
    }
    expect(recalling.plan.length).toBeGreaterThan(5_000);
  });
});

describe("recall, for a stored name", () => {
  const parts = partsOf(neutral);
  const recalling = recallingOf(parts);
  const again = recall(recalling);
  const known = "refused listAlerts/v2 plain query/itemsPerPage:maximum+1 above";

  it("returns the planned request itself, so that it is sent once", () => {
    const testCase = again({ testCase: known });
    expect(recalling.plan).toContain(testCase);
    const edge = recalling.plan.find(({ id }) => id === "accepted listAlerts/v2 query:together true");
    expect(edge && again({ testCase: edge.id, seed: SEED + 1 })).toBe(edge);
  });

  it("recreates a combination with its own seed", () => {
    const testCase = "accepted listAlerts/v2 query:combined 0";
    const [own, other] = [again({ testCase }), again({ testCase, seed: 12_345 })];
    expect(own).not.toBe("nothing");
    expect(other).not.toBe("nothing");
    expect(Object(other).call).not.toEqual(Object(own).call);
    const elsewhere = recall(recallingOf(parts, 12_345))({ testCase });
    expect(Object(other).call).toEqual(Object(elsewhere).call);
  });

  it.each([
    known.replace("above", "sideways"),
    known.replace("listAlerts", "listAlrets"),
    known.replace("listAlerts", "deleteAlertConfig"),
    known.replace("refused", "accepted"),
    known.replace("v2", "v3"),
    known.replace("v2", "own"),
    known.replace("itemsPerPage", "constructor"),
    "refused __proto__/v2 plain query/itemsPerPage:maximum+1 above",
    "wished listAlerts/v2 plain query/itemsPerPage:maximum+1 above",
  ])('returns "nothing" for %s', (testCase) => expect(again({ testCase })).toBe("nothing"));

  it('returns "nothing" for a number that did not draw the request', () => {
    expect(again({ testCase: known, drawn: 1 })).toBe("nothing");
    expect(again({ testCase: "refused updateAuditing/v2 plain body/enabled:type null", drawn: 1 })).toBe("nothing");
  });

  it("keeps stored cases outside this run's selection", () => {
    const others: readonly (readonly [string, Partial<Recalling>])[] = [
      [known, { choice: { operations: ["getAlert"] } }],
      [known, { choice: { ...FEW, versions: ["1.0"] } }],
      [known, { choice: { ...FEW, risks: new Set() } }],
      [known, { choice: { ...FEW, without: ["maximum"] } }],
      [known, { scopes: SCOPES.filter(({ aim }) => aim !== "refused") }],
      [known, { shard: { index: 1, of: 2 } }],
      [known, { shard: { index: 2, of: 2 } }],
      ["kept out listAlerts/v2 header/authorization:caller noRole", {}],
      ["accepted createAlertConfig/v2 body/matchers:type A_FIELD_OF_ANOTHER_TARGET", {}],
    ];
    const came = others.map(([testCase, change]) => {
      const narrowed = { ...recalling, ...change };
      const chosen = planOfAll(narrowed.scopes, parts, SEED, narrowed.choice, narrowed.shard);
      return recall({ ...narrowed, plan: chosen })({ testCase });
    });
    // Exactly one of the two shards sends it.
    expect(came.filter((one) => one !== "elsewhere")).toEqual([expect.objectContaining({ id: known })]);
  });

  it("reports an unknown name with its place in the file", () => {
    const cells = [{ testCase: known }, { testCase: `${known} and beyond` }];
    const stored: Reached = { format: "plumbline-reached/2", operation: "listAlerts", answers: [], cells };
    expect(begun(recalling, [stored]).strangers).toEqual([
      { operation: "listAlerts", pointer: "/cells/1/testCase", name: `${known} and beyond` },
    ]);
  });
});

describe("Reach, for what it stores of a run", () => {
  const parts = partsOf(neutral);
  const recalling = recallingOf(parts);
  const ofAlerts = recalling.plan.filter(({ operation }) => operation === "listAlerts");
  const shown = (reach: Reach): readonly string[] => reach.added.map((one) => reachedText(one));
  const codeOf = ({ shows }: TestCase): string => (shows.keyword === "maximum" ? "TOO_LARGE" : "INVALID");

  it("stores the same in any order of answers", () => {
    const [one, other] = [begun(recalling), begun(recalling)];
    for (const testCase of ofAlerts) one.see(testCase, REFUSED, 400, codeOf(testCase));
    for (const testCase of ofAlerts.toReversed()) other.see(testCase, REFUSED, 400, codeOf(testCase));
    expect(shown(one)).toEqual(shown(other));
    const [stored] = one.added;
    expect(stored?.answers.length).toBe(2);
    expect(stored?.cells.length).toBeGreaterThan(20);
    // Unspecified forms only count for their answers.
    expect(stored?.cells.some(({ testCase }) => testCase.startsWith("no crash"))).toBe(false);
  });

  it("recalls stored requests first in the next run, and adds new ones", () => {
    const half = ofAlerts.filter((_testCase, index) => index % 2 === 0);
    const first = begun(recalling);
    for (const testCase of half) first.see(testCase, REFUSED, 400, codeOf(testCase));
    const next = new Reach(first.added);
    const recalled = next.begin(recalling);
    expect(recalled.length).toBeGreaterThan(10);
    expect(recalled.every((testCase) => half.includes(testCase))).toBe(true);
    for (const testCase of recalled) next.see(testCase, REFUSED, 400, codeOf(testCase));
    expect([next.asked, next.added]).toEqual([recalled.length, []]);
    const added = ofAlerts.find(
      (testCase) => !half.includes(testCase) && testCase.aim === "refused" && !next.isKnown(testCase),
    );
    if (added === undefined) throw new Error("expected a cell that was not reached");
    next.see(added, REFUSED, 400, "INVALID");
    const known = first.added.flatMap(({ cells }) => cells);
    expect(next.added.flatMap(({ cells }) => cells).length).toBe(known.length + 1);
    expect(
      shown(next)[0]
        ?.split("\n")
        .filter((line) => !shown(first)[0]?.includes(line)).length,
    ).toBeLessThan(3);
  });

  it("stores nothing for answers that say nothing about the target", () => {
    const reach = begun(recalling);
    for (const testCase of ofAlerts) {
      reach.see(testCase, { verdict: "unspecified", reason: "limited" }, 429, "TOO_MANY");
      reach.see(testCase, { verdict: "unspecified", reason: "intermediary" }, 503, "");
      reach.see(testCase, { verdict: "violates", reason: "no-answer" }, 0, "");
    }
    expect(reach.added).toEqual([]);
  });

  it("stays within its limits, however many error codes a target invents", () => {
    const reach = begun(recalling);
    const drawn = firstDrawn(parts, 1_000, FEW);
    for (const [index, testCase] of [...recalling.plan, ...drawn].entries())
      reach.see(testCase, REFUSED, 400, `MADE_UP_${index}`);
    const written = reach.added;
    expect(written.length).toBe(4);
    for (const one of written) {
      const names = [...one.answers, ...one.cells];
      expect(one.answers.length).toBeLessThanOrEqual(MOST.answers);
      expect(one.cells.length).toBeLessThanOrEqual(MOST.cells);
      expect(names.filter(({ drawn, seed }) => (drawn ?? seed) !== undefined).length).toBeLessThanOrEqual(
        MOST_NUMBERED,
      );
      expect(readStored(new TextEncoder().encode(reachedText(one)), "x.json")).toEqual(one);
    }
    const again = new Reach(written);
    again.begin(recalling);
    for (const [index, testCase] of recalling.plan.entries()) again.see(testCase, REFUSED, 400, `OTHER_${index}`);
    for (const one of again.added) expect(one.answers.length).toBeLessThanOrEqual(MOST.answers);
  });

  it("stores no id, error code or body of the target", () => {
    const reach = begun(recalling);
    for (const testCase of recalling.plan) reach.see(testCase, REFUSED, 400, "A_CODE_OF_THE_TARGET");
    for (const text of shown(reach)) expect(text).not.toMatch(/[0-9a-f]{24}|A_CODE|plumbline-0/);
  });
});
