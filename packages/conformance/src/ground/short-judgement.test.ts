import { expect, it } from "vitest";
import { broken, inconclusive, notApplicable, nothingToAsk, observed, upheld } from "./judgement.ts";
import { shortJudgement } from "./short-judgement.ts";

const LONG = "a".repeat(1_000_000);
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

it.each([broken(LONG, LONG), observed(LONG), inconclusive(LONG), nothingToAsk(LONG), notApplicable(LONG)])(
  "shortJudgement shortens a long text: $kind",
  (judgement) => {
    expect(sizeOf(shortJudgement(judgement))).toBeLessThan(40_000);
  },
);

it.each([broken("200", "404"), observed("seen"), inconclusive("no key"), upheld])(
  "shortJudgement keeps a short text: $kind",
  (one) => {
    expect(shortJudgement(one)).toEqual(one);
  },
);
