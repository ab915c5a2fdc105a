import { describe, expect, it } from "vitest";
import type { Report, Verdict } from "../report.ts";
import { SAMPLE } from "../sample.test-support.ts";
import { overlaid } from "./overlaid.ts";

const failed = SAMPLE.verdicts.find(
  (one): one is Extract<Verdict, { outcome: "fail" }> => one.outcome === "fail" && one.evidence.length > 0,
);
if (failed === undefined) throw new Error("the sample has no failure");
const { check, requirement, operation, version } = failed;
const [exchange] = SAMPLE.exchanges;
if (exchange === undefined) throw new Error("the sample has no exchange");
const mended: Verdict = {
  check,
  requirement,
  ...(operation !== undefined && { operation }),
  ...(version !== undefined && { version }),
  evidence: [exchange.id],
  outcome: "pass",
};
const round: Report = {
  ...SAMPLE,
  run: { ...SAMPLE.run, id: "later", startedAt: new Date(Date.parse(SAMPLE.run.startedAt) + 5_000).toISOString() },
  requirements: SAMPLE.requirements.filter(({ id }) => id === requirement),
  verdicts: [mended],
  exchanges: [{ ...exchange, check, at: 7 }],
  changes: [],
};
const verdictIn = (report: Report): Verdict | undefined => report.verdicts.find((one) => one.check === check);

describe("overlaid", () => {
  it("replaces repeated checks and their exchanges, and keeps the rest", () => {
    const whole = overlaid(SAMPLE, round, 1);
    expect(verdictIn(whole)).toEqual({ ...mended, evidence: [`r1-${exchange.id}`] });
    expect(whole.verdicts.map((one) => one.check)).toEqual(SAMPLE.verdicts.map((one) => one.check));
    expect(whole.verdicts.filter((one) => one.check !== check)).toEqual(
      SAMPLE.verdicts.filter((one) => one.check !== check),
    );
    expect(whole.exchanges.at(-1)).toMatchObject({ id: `r1-${exchange.id}`, at: 5_007 });
    expect(whole.counts.byOutcome.fail).toBe(SAMPLE.counts.byOutcome.fail - 1);
    const ids = whole.exchanges.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("leaves out exchanges that only the former verdict rested on", () => {
    const others = new Set(SAMPLE.verdicts.filter((one) => one.check !== check).flatMap(({ evidence }) => evidence));
    const own = failed.evidence.filter((id) => !others.has(id));
    const left = new Set(overlaid(SAMPLE, round, 1).exchanges.map(({ id }) => id));
    expect(own.filter((id) => left.has(id))).toEqual([]);
    expect(SAMPLE.exchanges.filter(({ id }) => !own.includes(id) && !left.has(id))).toEqual([]);
  });

  it("keeps of former rounds what something rests on, and nothing else, however many rounds there were", () => {
    const extra = { ...exchange, id: "beside", check: "doctor" };
    const counts: Report[] = [];
    for (const number of [1, 2, 3, 4])
      counts.push(overlaid(counts.at(-1) ?? SAMPLE, { ...round, exchanges: [...round.exchanges, extra] }, number));
    expect(new Set(counts.map(({ exchanges }) => exchanges.length)).size).toBe(1);
    expect(
      counts
        .at(-1)
        ?.exchanges.filter(({ id }) => /^r\d-/u.test(id))
        .map(({ id }) => id),
    ).toEqual([`r4-${exchange.id}`, "r4-beside"]);
  });

  it("renames what decided with its exchange", () => {
    const deciding = { exchange: exchange.id, where: "status", twin: exchange.id };
    const again: Verdict = { ...failed, evidence: [exchange.id], deciding };
    expect(verdictIn(overlaid(SAMPLE, { ...round, verdicts: [again] }, 2))).toMatchObject({
      deciding: { exchange: `r2-${exchange.id}`, where: "status", twin: `r2-${exchange.id}` },
    });
  });

  it("ignores a round that did not reach the target, and undecided checks of a stopped one", () => {
    expect(overlaid(SAMPLE, { ...round, outcome: "unreachable" }, 1)).toBe(SAMPLE);
    const open: Verdict = { ...mended, evidence: [], outcome: "could-not-run", reason: "stopped" };
    const stopped = overlaid(SAMPLE, { ...round, outcome: "interrupted", verdicts: [open] }, 1);
    expect(verdictIn(stopped)).toEqual(failed);
  });
});
