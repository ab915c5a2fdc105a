import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { isOldest, servesEverything } from "./cluster-traits.ts";

const contract = bindContract(neutral);
const field = (name: string): string => contract.field(name);
const cluster = (engineVersion: string | undefined, more: object = {}) => ({
  name: "c",
  stateName: "IDLE",
  providerSettings: { instanceSizeName: "M10" },
  ...(engineVersion && { engineVersion }),
  ...more,
});

it("servesEverything treats a cluster as fully capable unless its record rules that out", () => {
  expect(servesEverything(cluster("7.0.1"), contract)).toBe(true);
  expect(servesEverything(cluster(undefined), contract)).toBe(true);
  for (const less of [
    cluster("4.4.2"),
    cluster("7.0", { paused: true }),
    cluster("7.0", { stateName: "CREATING" }),
    cluster("7.0", { providerSettings: { instanceSizeName: "M0" } }),
  ])
    expect(servesEverything(less, contract)).toBe(false);
});

it("isOldest is true below version 4.2, and for an unknown version", () => {
  expect(["4.0.28", "4.1", "3.6", undefined].map((version) => isOldest(cluster(version), field))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["4.2", "4.20.1", "5.0"].map((version) => isOldest(cluster(version), field))).toEqual([false, false, false]);
});
