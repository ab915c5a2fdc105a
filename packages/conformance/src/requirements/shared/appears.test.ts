import { expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import { judgementOf, storyOn } from "../../kernel/story-on.test-support.ts";
import { appears } from "./appears.ts";

it("appears waits for the record and returns it", async () => {
  const { story, waited } = storyOn((_call, index) => exchangeOf(index < 3 ? 404 : 200, { id: "new" }));
  expect(await appears(story, "getAlertConfig", {}, "the record")).toEqual({ id: "new" });
  expect(waited()).toBeGreaterThan(0);
});

it("appears breaks the rule if the record never appears", async () => {
  const { story } = storyOn(() => exchangeOf(404));
  expect(await judgementOf(() => appears(story, "getAlertConfig", {}, "the record"))).toMatchObject({
    kind: "broken",
    expected: "the record",
    received: "404 without a body",
  });
});
