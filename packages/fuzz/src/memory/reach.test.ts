import { atlas, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { BodyParts } from "../campaigns/bodies.ts";
import { drawnShots } from "../campaigns/drawn.ts";
import type { Ruling } from "../campaigns/judge.ts";
import { partsOf, THEMES } from "../campaigns/parts.test-support.ts";
import { planOfAll } from "../campaigns/plan.ts";
import type { Shot } from "../campaigns/shot.ts";
import type { Choice } from "../campaigns/subjects.ts";
import { readStored } from "../stored/read-stored.ts";
import { Reach } from "./reach.ts";
import { MOST, MOST_NUMBERED, nameOf, type Reached, reachedText } from "./reached.ts";
import { type Recalling, recall } from "./recall.ts";

const SEED = 7;
/** Of those drawn so many stand for all: each is drawn again with its company. */
const EACH = 17;
const REFUSED: Ruling = { verdict: "conforms", reason: "refused" };

/** Of all operations where that is the point: to plan for them takes its time. */
const FEW: Choice = { operations: ["listAlerts", "createAlertConfig", "getAlert", "updateAuditing"] };

const recallingOf = (parts: BodyParts, seed = SEED, choice: Choice = FEW): Recalling => ({
  plan: planOfAll(THEMES, parts, seed, choice),
  themes: THEMES,
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

function firstDrawn(parts: BodyParts, count: number, choice: Choice = {}): readonly Shot[] {
  const shots: Shot[] = [];
  for (const shot of drawnShots(THEMES, parts, SEED, choice)) if (shots.push(shot) >= count) break;
  return shots;
}

describe.each([neutral, atlas])("every request that the fuzzer sends, as $name", (profile) => {
  const parts = partsOf(profile);
  const recalling = recallingOf(parts, SEED, {});

  it("is made again from its name, which its file can hold", () => {
    const again = recall(recalling);
    const drawn = firstDrawn(parts, 1_000).filter((_shot, index) => index % EACH === 0);
    for (const shot of [...recalling.plan.filter((_shot, index) => index % 3 === 0), ...drawn]) {
      const name = nameOf(shot, SEED);
      const found = again(name);
      expect(typeof found === "string" ? found : found.call, shot.id).toEqual(shot.call);
      const { operation } = shot;
      const reached: Reached = { format: "plumbline-reached/1", operation, answers: [name], cells: [] };
      expect(readStored(new TextEncoder().encode(reachedText(reached)), "x.json")).toEqual(reached);
    }
    expect(recalling.plan.length).toBeGreaterThan(5_000);
  }, 60_000);
});

describe("a stored name", () => {
  const parts = partsOf(neutral);
  const recalling = recallingOf(parts);
  const again = recall(recalling);
  const known = "refused listAlerts/v2 plain query/itemsPerPage:maximum+1 above";

  it("stands for the request of the plan itself, so that it is sent once", () => {
    const shot = again({ shot: known });
    expect(recalling.plan).toContain(shot);
    const edge = recalling.plan.find(({ id }) => id === "accepted listAlerts/v2 query:together true");
    expect(edge && again({ shot: edge.id, seed: SEED + 1 })).toBe(edge);
  });

  it("of a combination stands for that of its seed", () => {
    const shot = "accepted listAlerts/v2 query:combined 0";
    const [own, other] = [again({ shot }), again({ shot, seed: 12_345 })];
    expect(own).not.toBe("nothing");
    expect(other).not.toBe("nothing");
    expect(Object(other).call).not.toEqual(Object(own).call);
    const elsewhere = recall(recallingOf(parts, 12_345))({ shot });
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
  ])("stands for nothing: %s", (shot) => expect(again({ shot })).toBe("nothing"));

  it("stands for nothing with a number that did not draw it", () => {
    expect(again({ shot: known, drawn: 1 })).toBe("nothing");
    expect(again({ shot: "refused updateAuditing/v2 plain body/enabled:type null", drawn: 1 })).toBe("nothing");
  });

  it("of what this run does not send is left for others", () => {
    const others: readonly (readonly [string, Partial<Recalling>])[] = [
      [known, { choice: { operations: ["getAlert"] } }],
      [known, { choice: { ...FEW, versions: ["1.0"] } }],
      [known, { choice: { ...FEW, risks: new Set() } }],
      [known, { choice: { ...FEW, without: ["maximum"] } }],
      [known, { themes: THEMES.filter(({ aim }) => aim !== "refused") }],
      [known, { shard: { index: 1, of: 2 } }],
      [known, { shard: { index: 2, of: 2 } }],
      ["kept out listAlerts/v2 header/authorization:caller noRole", {}],
      ["accepted createAlertConfig/v2 body/matchers:type A_FIELD_OF_ANOTHER_TARGET", {}],
    ];
    const came = others.map(([shot, change]) => {
      const narrowed = { ...recalling, ...change };
      const chosen = planOfAll(narrowed.themes, parts, SEED, narrowed.choice, narrowed.shard);
      return recall({ ...narrowed, plan: chosen })({ shot });
    });
    // One of two parts sends it.
    expect(came.filter((one) => one !== "elsewhere")).toEqual([expect.objectContaining({ id: known })]);
  });

  it("stands for nothing, which is told with its place", () => {
    const cells = [{ shot: known }, { shot: `${known} and beyond` }];
    const stored: Reached = { format: "plumbline-reached/1", operation: "listAlerts", answers: [], cells };
    expect(begun(recalling, [stored]).strangers).toEqual([
      { operation: "listAlerts", pointer: "/cells/1/shot", name: `${known} and beyond` },
    ]);
  });
});

describe("what is stored of a run", () => {
  const parts = partsOf(neutral);
  const recalling = recallingOf(parts);
  const ofAlerts = recalling.plan.filter(({ operation }) => operation === "listAlerts");
  const shown = (reach: Reach): readonly string[] => reach.added.map((one) => reachedText(one));
  const codeOf = ({ shows }: Shot): string => (shows.keyword === "maximum" ? "TOO_LARGE" : "INVALID");

  it("is the same in whatever order the answers came", () => {
    const [one, other] = [begun(recalling), begun(recalling)];
    for (const shot of ofAlerts) one.see(shot, REFUSED, 400, codeOf(shot));
    for (const shot of ofAlerts.toReversed()) other.see(shot, REFUSED, 400, codeOf(shot));
    expect(shown(one)).toEqual(shown(other));
    const [stored] = one.added;
    expect(stored?.answers.length).toBe(2);
    expect(stored?.cells.length).toBeGreaterThan(20);
    // What is open is worth its answer only.
    expect(stored?.cells.some(({ shot }) => shot.startsWith("no crash"))).toBe(false);
  });

  it("is asked first by the next, which adds what is new", () => {
    const half = ofAlerts.filter((_shot, index) => index % 2 === 0);
    const first = begun(recalling);
    for (const shot of half) first.see(shot, REFUSED, 400, codeOf(shot));
    const next = new Reach(first.added);
    const recalled = next.begin(recalling);
    expect(recalled.length).toBeGreaterThan(10);
    expect(recalled.every((shot) => half.includes(shot))).toBe(true);
    for (const shot of recalled) next.see(shot, REFUSED, 400, codeOf(shot));
    expect([next.asked, next.added]).toEqual([recalled.length, []]);
    const added = ofAlerts.find((shot) => !half.includes(shot) && shot.aim === "refused" && !next.isKnown(shot));
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

  it("is nothing of what says nothing of the target", () => {
    const reach = begun(recalling);
    for (const shot of ofAlerts) {
      reach.see(shot, { verdict: "unspecified", reason: "limited" }, 429, "TOO_MANY");
      reach.see(shot, { verdict: "unspecified", reason: "intermediary" }, 503, "");
      reach.see(shot, { verdict: "violates", reason: "no-answer" }, 0, "");
    }
    expect(reach.added).toEqual([]);
  });

  it("has its bounds, however many kinds of answers a target makes up", () => {
    const reach = begun(recalling);
    const drawn = firstDrawn(parts, 1_000, FEW);
    for (const [index, shot] of [...recalling.plan, ...drawn].entries())
      reach.see(shot, REFUSED, 400, `MADE_UP_${index}`);
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
    for (const [index, shot] of recalling.plan.entries()) again.see(shot, REFUSED, 400, `OTHER_${index}`);
    for (const one of again.added) expect(one.answers.length).toBeLessThanOrEqual(MOST.answers);
  });

  it("says nothing of the target: no id, no code, no body", () => {
    const reach = begun(recalling);
    for (const shot of recalling.plan) reach.see(shot, REFUSED, 400, "A_CODE_OF_THE_TARGET");
    for (const text of shown(reach)) expect(text).not.toMatch(/[0-9a-f]{24}|A_CODE|plumbline-0/);
  });
});
