import { conduct, requirements } from "@plumbline/conformance";
import { type OwnWorld, startReference } from "@plumbline/reference";
import { atlas, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { targetOfReference } from "../targets/reference.ts";
import { WHOLE, WHOLE_ENVIRONMENT } from "./whole-world.test-support.ts";

const several = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const cluster = (index: number) => ({
  name: `cluster-${index}`,
  engineMajorVersion: "7.0",
  providerSettings: { providerName: "PROVIDER_A", instanceSizeName: "M10", regionName: "US_EAST_1" },
  searchIndexes: [{ database: "shop", collectionName: "products", name: "default", definition: {} }],
  snapshots: several(1 + (index % 3), () => ({ retentionInDays: 30 })),
});
const configuration = (index: number) => ({
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com" }],
  alerts: several(1 + (index % 3), (place) => ({ status: ["OPEN", "TRACKING", "CLOSED"][place] })),
});

const WORLDS: Readonly<Record<string, OwnWorld>> = {
  nothing: {},
  one: {
    projects: [
      {
        name: "Shop",
        clusters: [cluster(0)],
        alertConfigurations: [configuration(0)],
        cloudAccessRoles: [{ providerName: "PROVIDER_A" }],
        exportBuckets: [{ bucketName: "exports", cloudProvider: "PROVIDER_A", iamRoleId: "5f0c1d2e3a4b5c6d7e8f9a10" }],
      },
    ],
  },
  many: {
    organizations: [{ name: "Acme" }, { name: "Elsewhere" }],
    projects: [
      {
        name: "Shop",
        clusters: [...several(8, cluster), { ...cluster(8), name: "shards", clusterType: "SHARDED" }],
        alertConfigurations: several(140, configuration),
      },
      { name: "Billing", clusters: [cluster(0)] },
      { name: "Old", clusters: [{ ...cluster(0), engineMajorVersion: "4.4", searchIndexes: [] }] },
      {
        name: "Small",
        clusters: [
          {
            name: "small",
            providerSettings: { providerName: "PROVIDER_A", instanceSizeName: "M0", regionName: "US_EAST_1" },
          },
        ],
      },
      { name: "Theirs", organization: "Elsewhere" },
    ],
  },
  whole: parse(WHOLE) as OwnWorld,
};

/**
 * A correct server breaks no rule, whatever records its world has. PLUMBLINE_FULL tries every world and both profiles.
 */
const PROFILES = { neutral, atlas } as const;
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const CASES = (full ? Object.keys(WORLDS) : ["many"]).flatMap((name) =>
  (full ? (["neutral", "atlas"] as const) : (["neutral"] as const)).map((profile) => [name, profile] as const),
);

it.each(CASES)("a run against a world of %s fails nothing, under profile %s", async (name, profile) => {
  const world = WORLDS[name] ?? {};
  const reference = await startReference({ profile: PROFILES[profile], world, environment: WHOLE_ENVIRONMENT });
  try {
    const { verdicts } = await conduct(targetOfReference(reference, []), {
      requirements,
      ...(full ? {} : { selection: { budget: { requests: 3_000 } } }),
      command: "vitest",
      runId: name,
      toolVersion: "0.0.0",
      seed: 1,
    });
    const bad = verdicts.filter(
      ({ outcome }) => !["pass", "could-not-run", "not-applicable", "observed"].includes(outcome),
    );
    expect(bad).toEqual([]);
    expect(verdicts.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(full ? 1_500 : 700);
  } finally {
    await reference.close();
  }
});
