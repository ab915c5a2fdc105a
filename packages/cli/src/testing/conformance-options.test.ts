import { expect, it } from "vitest";
import { SELECTION_FLAGS } from "../commands/selection-flags.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { type ConformanceOptions, flagsOf } from "./conformance-options.ts";

/** Each option with a value; the compiler checks that none is missing. */
const EVERY: Required<ConformanceOptions> = {
  profile: "atlas",
  "accept-date": "2025-01-01",
  "metrics-url": "http://127.0.0.1:1",
  group: "32b6e34b3d91647abb20e7b8",
  allow: ["create", "delete"],
  fault: "PG-03",
  variant: [],
  ca: "ca.pem",
  "env-prefix": "OWN_",
  rate: 5,
  limit: "createCluster=2",
  only: "PAGE-*",
  skip: undefined,
  area: ["PAGE", "ERR"],
  level: "MUST",
  basis: "stated",
  operation: "getAlert",
  interface: ["2"],
  risk: "read",
  shard: "1/2",
  budget: "requests=5",
  allowIncomplete: true,
};

it("has a type for every flag of the target and the selection", () => {
  const { target: _, ...flags } = { ...TARGET_FLAGS, ...SELECTION_FLAGS };
  expect(Object.keys(EVERY).sort()).toEqual([...Object.keys(flags), "allowIncomplete"].sort());
});

it("says the same on the command line", () => {
  const { allow, rate, skip, allowIncomplete } = EVERY;
  expect(flagsOf("target.yml", { allow, rate, skip, allowIncomplete })).toEqual([
    ...["--target", "target.yml", "--allow", "create,delete", "--rate", "5"],
  ]);
});
