import { expect, it } from "vitest";
import { subjectOf } from "./check.test-support.ts";
import { checkId } from "./check.ts";

it("checkId consists of the rule, and of operation and version if there is one", () => {
  expect(checkId("PAGE-SHAPE", subjectOf("listAlerts"))).toBe("PAGE-SHAPE@listAlerts/v2");
  expect(checkId("PAGE-SHAPE", subjectOf("listAlerts", "1.0"))).toBe("PAGE-SHAPE@listAlerts/v1.0");
  expect(checkId("FUZZ-STATUS", undefined)).toBe("FUZZ-STATUS");
});
