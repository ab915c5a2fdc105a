import { expect, it } from "vitest";
import { upheld } from "../ground/judgement.ts";
import { asks } from "./asks.ts";
import { exchangeOf, scripted } from "./scripted.test-support.ts";

it("asks() builds a case with the given name, requests, level and mock reason, which sends its own requests", async () => {
  const own = asks(
    "two reads",
    2,
    async (ask) => {
      await ask({ operation: "listAlerts", version: "2" });
      return upheld;
    },
    { level: "SHOULD", mock: "it keeps nothing" },
  );
  expect(own).toMatchObject({ name: "two reads", requests: 2, level: "SHOULD", mock: "it keeps nothing" });
  const { ask, calls } = scripted(() => exchangeOf(200));
  expect(await own.ask(ask)).toEqual(upheld);
  expect(calls).toEqual([{ operation: "listAlerts", version: "2" }]);
});
