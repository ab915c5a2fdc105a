import { expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import { judgementOf, storyOn } from "../../kernel/story-on.test-support.ts";
import { ofRightType, sameTexts } from "./as-sent.ts";

const { story } = storyOn(() => exchangeOf(200));

it("ofRightType is inconclusive for a member of the wrong type", async () => {
  expect(ofRightType(story, "the answer", { enabled: false }, "enabled", true)).toBe(false);
  expect(await judgementOf(() => ofRightType(story, "the answer", { enabled: "no" }, "enabled", true))).toEqual({
    kind: "inconclusive",
    reason: "the answer has no enabled of the right type",
  });
});

it("sameTexts compares texts that the answer shows, and nothing else", async () => {
  const sent = { name: "one", note: "two", count: 3 };
  expect(await judgementOf(() => sameTexts(story, { name: "one", count: 4 }, sent))).toBeUndefined();
  expect(await judgementOf(() => sameTexts(story, { note: "else" }, sent, ["name"]))).toBeUndefined();
  expect(await judgementOf(() => sameTexts(story, { note: "else" }, sent, ["note"], " in the read"))).toMatchObject({
    kind: "broken",
    expected: 'note "two" in the read',
    received: '"else"',
  });
});
