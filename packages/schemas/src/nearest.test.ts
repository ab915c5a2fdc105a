import { expect, it } from "vitest";
import { nearest } from "./nearest.ts";

it("nearest finds the intended word for a typing error, and nothing if no word is close", () => {
  expect(nearest("listAlrets", ["listAlerts", "getAlert"])).toBe("listAlerts");
  expect(nearest("PAGE-ITEM-REJECT", ["PAGE-ITEMS-REJECT", "PAGE-NUM-REJECT"])).toBe("PAGE-ITEMS-REJECT");
  expect(nearest("TOKEN-RATE", ["ALC-ENABLED", "TOKEN-RATE-LIMIT"])).toBe("TOKEN-RATE-LIMIT");
  expect(nearest("listAlert", ["listAlertConfigs", "listAlerts"])).toBe("listAlerts");
  expect(nearest("rnu", ["fuzz", "run"])).toBe("run");
  expect(nearest("zzzzzz", ["listAlerts"])).toBeUndefined();
});
