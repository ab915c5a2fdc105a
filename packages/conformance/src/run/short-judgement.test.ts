import { expect, it } from "vitest";
import { member } from "../json.ts";
import { broken, inapplicable, moot, observed, unable, upheld } from "../rule/judgement.ts";
import { redactedVerdict } from "./redacted-verdict.ts";
import { shortened, shortJudgement, shownText } from "./short-judgement.ts";

const LONG = "a".repeat(1_000_000);
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

it.each([broken(LONG, LONG), observed(LONG), unable(LONG), moot(LONG), inapplicable(LONG)])(
  "keeps little of a long text: $kind",
  (judgement) => {
    expect(sizeOf(shortJudgement(judgement))).toBeLessThan(20_000);
  },
);

it.each([broken("200", "404"), observed("seen"), unable("no key"), upheld])(
  "keeps all of a short one: $kind",
  (one) => {
    expect(shortJudgement(one)).toEqual(one);
  },
);

it("keeps twice as much as it shows until that is redacted, and says where it was cut", () => {
  const whole = "ab".repeat(2_048);
  expect([shownText(whole), shortened(whole + whole)]).toEqual([whole, whole + whole]);
  expect(shownText(`${whole}c`)).toBe(`${whole}... (shortened)`);
  expect(shortened(`${whole}${whole}c`)).toBe(whole + whole);
});

it("shows no half of a secret that the end of a long text goes through", () => {
  const secret = "s3cret-".repeat(20);
  for (const before of [4_000, 4_090, 8_100]) {
    const text = "x".repeat(before) + secret + LONG;
    const verdict = { check: "A", requirement: "A", evidence: [], outcome: "observed", note: text } as const;
    const note = String(
      member(
        redactedVerdict(verdict, (whole) => whole.replaceAll(secret, "[secret]")),
        "note",
      ),
    );
    expect(note).not.toContain("s3cret");
    expect(note.length).toBeLessThan(5_000);
  }
});
