import { expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import { judgementOf, storyOn } from "../../kernel/story-on.test-support.ts";
import { ofRightType, sameTexts } from "./as-sent.ts";

const { story } = storyOn(() => exchangeOf(200));

it("says nothing about a member of another type than was sent", async () => {
  expect(ofRightType(story, "the answer", { enabled: false }, "enabled", true)).toBe(false);
  expect(await judgementOf(() => ofRightType(story, "the answer", { enabled: "no" }, "enabled", true))).toEqual({
    kind: "inconclusive",
    reason: "the answer has no enabled of the right type",
  });
});

it("compares the texts that are shown, and no other members", async () => {
  const sent = { name: "one", note: "two", count: 3 };
  expect(await judgementOf(() => sameTexts(story, { name: "one", count: 4 }, sent))).toBeUndefined();
  expect(await judgementOf(() => sameTexts(story, { note: "else" }, sent, ["name"]))).toBeUndefined();
  expect(await judgementOf(() => sameTexts(story, { note: "else" }, sent, ["note"], " in the read"))).toMatchObject({
    kind: "broken",
    expected: 'note "two" in the read',
    received: '"else"',
  });
});
