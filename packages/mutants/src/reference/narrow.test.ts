import { requirements } from "@plumbline/conformance";
import { bindContract, neutral } from "@plumbline/schemas";
import { expect, test } from "vitest";
import { nearestChecks, restricted } from "./narrow.ts";

test("of many checks a few are taken, of as many rules and operations as possible", () => {
  const checks = ["A", "B", "C"].flatMap((rule) => Array.from({ length: 50 }, (_, index) => `${rule}@op${index}/v2`));
  const chosen = nearestChecks(checks);
  expect(chosen.length).toBe(60);
  expect(new Set(chosen.map((check) => check.split("@")[0]))).toEqual(new Set(["A", "B", "C"]));
  expect(nearestChecks(["A@op/v2"])).toEqual(["A@op/v2"]);
});

test("restricted requirements plan what they are told and every rule about all answers", () => {
  const contract = bindContract(neutral);
  const subject = (version: "1.0" | "2") => ({ operation: contract.operation("listAlerts", version), version });
  const own = restricted(requirements, ["PAGE-ITEMS-REJECT@listAlerts/v2"]);
  const planned = own.filter(
    (one) => one.kind !== "campaign" && one.kind !== "watch" && one.on(subject("2"), contract),
  );
  expect(planned.map(({ id }) => id)).toEqual(["PAGE-ITEMS-REJECT"]);
  expect(own.some((one) => one.kind === "probe" && one.on(subject("1.0"), contract))).toBe(false);
  const watches = requirements.filter(({ kind }) => kind === "watch");
  expect(own.filter(({ kind }) => kind === "watch")).toEqual(watches);
});
