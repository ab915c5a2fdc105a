import { describe, expect, it } from "vitest";
import { broken, inconclusive, mild, upheld } from "../ground/judgement.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { aNotice, aWatch, subjectOf } from "../plan/check.test-support.ts";
import { WatchCounts } from "./watch-counts.ts";
import { watchedOf } from "./watched.test-support.ts";

const list = subjectOf("listAlerts");
const CHECK = "W-1@listAlerts/v2";
const bad = broken("200", "404");

/** Judges an answer by its body, which names the judgement. */
const judged = ({ answer }: WatchedExchange) => {
  const verdicts = { bad, mild: mild(bad), inconclusive: inconclusive("no key"), good: upheld };
  return verdicts[answer.json as keyof typeof verdicts];
};

const PARTS = { keep: () => undefined, shown: (note: string) => note };

/** The counts of a rule after answers with these bodies; the asker of each is a check named after the body. */
function counted(bodies: readonly string[], asker = (body: string): string | undefined => `A-${body}`) {
  const kept: string[] = [];
  const counts = new WatchCounts([aWatch("W-1", { examine: judged })], [], {
    ...PARTS,
    keep: (exchange) => kept.push(exchange),
  });
  for (const [at, json] of bodies.entries()) {
    const check = asker(json);
    counts.look(watchedOf(list, { id: `x${at}`, json, ...(check !== undefined && { check }) }));
  }
  return { count: counts.of(CHECK), kept };
}

describe("WatchCounts, for the answers of a rule", () => {
  it("counts the answers that decide something, and the broken ones separately", () => {
    expect(counted(["good", "other", "good", "bad", "inconclusive"]).count).toMatchObject({ seen: 4, broken: 2 });
    expect(counted(["other"]).count).toEqual({ seen: 0, broken: 0, notes: new Map() });
  });

  it("keeps the first answer that upholds the rule as a witness", () => {
    expect(counted(["other", "good", "good"])).toMatchObject({ count: { witness: "x1" }, kept: ["x1"] });
  });

  it("shows the first broken answer, with the check that sent the request", () => {
    const { count, kept } = counted(["bad", "bad", "inconclusive"]);
    const judgement = { ...bad, deciding: { exchange: "x0" } };
    expect(count?.first).toEqual({ judgement, evidence: "x0", asker: "A-bad" });
    expect(kept).toEqual(["x0"]);
  });

  it("prefers a broken answer of a higher level, even if it came later", () => {
    const { count, kept } = counted(["mild", "mild", "bad", "mild"]);
    expect(count?.first).toMatchObject({ judgement: bad, evidence: "x2" });
    expect(kept).toEqual(["x0", "x2"]);
  });

  it("names no check if the preflight or the custody sent the request", () => {
    for (const asker of ["doctor", "custody of A", undefined])
      expect(counted(["bad"], () => asker).count?.first).toStrictEqual({
        judgement: { ...bad, deciding: { exchange: "x0" } },
        evidence: "x0",
      });
  });

  it("shortens long judgements", () => {
    const long = broken("200", "x".repeat(100_000));
    const counts = new WatchCounts([aWatch("W-1", { examine: () => long })], [], PARTS);
    counts.look(watchedOf(list));
    expect(JSON.stringify(counts.of(CHECK)?.first).length).toBeLessThan(20_000);
  });
});

describe("WatchCounts, for a rule", () => {
  it("judges the rule's own operations, each version separately, and asks for them once", () => {
    let asked = 0;
    const rule = aWatch("W-1", {
      on: ({ operation }) => {
        asked += 1;
        return operation.id === "listAlerts";
      },
    });
    const counts = new WatchCounts([rule], [], PARTS);
    for (const subject of [list, list, subjectOf("listAlerts", "1.0"), subjectOf("getAlert")])
      counts.look(watchedOf(subject));
    expect(asked).toBe(3);
    expect(counts.of(CHECK)?.seen).toBe(2);
    expect(counts.of("W-1@listAlerts/v1.0")?.seen).toBe(1);
    expect(counts.of("W-1@getAlert/v2")).toBeUndefined();
  });

  it("shares one count between rules with the same id", () => {
    const counts = new WatchCounts([aWatch("W-1"), aWatch("W-1", { examine: () => bad })], [], PARTS);
    counts.look(watchedOf(list));
    expect(counts.of(CHECK)).toMatchObject({ seen: 2, broken: 1 });
  });
});

describe("WatchCounts, for notes", () => {
  const noted = (notes: readonly (string | undefined)[]) => {
    const rest = [...notes];
    const rule = { ...aNotice("W-1"), notice: () => rest.shift() };
    const counts = new WatchCounts([], [{ ...rule, on: ({ operation }) => operation.id === "listAlerts" }], PARTS);
    for (const at of notes.keys()) counts.look(watchedOf(list, { id: `x${at}` }));
    counts.look(watchedOf(subjectOf("getAlert")));
    expect(counts.of("W-1@getAlert/v2")).toBeUndefined();
    return counts.of(CHECK);
  };

  it("keeps each note with the last answer that showed it", () => {
    const count = noted(["one", undefined, "other", "one"]);
    expect(count).toMatchObject({ seen: 3, broken: 0 });
    expect([...(count?.notes ?? [])]).toEqual([
      ["one", "x3"],
      ["other", "x2"],
    ]);
  });

  it("keeps at most a hundred notes of 300 characters", () => {
    const count = noted(Array.from({ length: 101 }, (_, at) => `${at}`));
    expect([count?.seen, count?.notes.size]).toEqual([101, 100]);
    const [text = ""] = noted([`${"a".repeat(299)}bc`])?.notes.keys() ?? [];
    expect(text).toBe(`${"a".repeat(299)}b`);
  });
});
