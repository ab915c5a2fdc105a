import { expect, it } from "vitest";
import { broken, unable } from "../ground/judgement.ts";
import { StoryStopped } from "./story-stopped.ts";

it("a story that was stopped says at which judgement, and in words what was expected of a broken one", () => {
  const stopped = new StoryStopped(broken("a record", "none"));
  expect(stopped).toMatchObject({
    name: "StoryStopped",
    message: "expected a record, received none",
    judgement: broken("a record", "none"),
  });
  expect(new StoryStopped(unable("nothing is there"))).toMatchObject({
    message: "unable",
    judgement: unable("nothing is there"),
  });
});
