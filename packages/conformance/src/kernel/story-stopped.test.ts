import { expect, it } from "vitest";
import { broken, inconclusive } from "../ground/judgement.ts";
import { StoryStopped } from "./story-stopped.ts";

it("StoryStopped carries the judgement, and its message names expectation and answer of a broken one", () => {
  const stopped = new StoryStopped(broken("a record", "none"));
  expect(stopped).toMatchObject({
    name: "StoryStopped",
    message: "expected a record, received none",
    judgement: broken("a record", "none"),
  });
  expect(new StoryStopped(inconclusive("nothing is there"))).toMatchObject({
    message: "inconclusive",
    judgement: inconclusive("nothing is there"),
  });
});
