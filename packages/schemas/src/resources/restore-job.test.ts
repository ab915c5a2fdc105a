import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { restoreJob, restoreJobInput } from "./restore-job.ts";
import { serverlessRestoreJob, serverlessRestoreJobInput } from "./serverless-restore-job.ts";

const requests = createValidator();
const answers = createValidator({ answers: true });
const id = "0123456789abcdef01234567";
const target = { targetClusterName: "Cluster0", targetGroupId: id };
const body = (members: object): boolean => requests.accepts(restoreJobInput, members);

describe.each([
  ["a cluster", restoreJobInput],
  ["a serverless instance", serverlessRestoreJobInput],
])("the body that restores %s", (_what, schema) => {
  const taken = (members: object): boolean =>
    requests.accepts(schema, { deliveryType: "download", ...target, ...members });

  it("has a valid example", () => {
    expect(requests.violations(schema, exampleOf(schema))).toEqual([]);
  });

  it("requires one of three delivery types, in exact spelling", () => {
    const words = ["automated", "download", "pointInTime", "AUTOMATED", "pointintime", "nope", "", 5];
    expect(words.map((deliveryType) => taken({ deliveryType }))).toEqual([
      ...[true, true, true],
      ...[false, false, false, false, false],
    ]);
    expect(requests.violations(schema, target)).toMatchObject([{ keyword: "required", pointer: "/deliveryType" }]);
  });

  it.each([
    ["oplogInc", 1],
    ["oplogTs", 1_199_145_600],
    ["pointInTimeUTCSeconds", 1_199_145_600],
  ])("accepts %s from %d to the end of 32 bits", (name, least) => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.integer({ min: least - 2, max: least + 2 }), fc.double()), (value) => {
        const whole = Number.isInteger(value) && value >= least && value <= 2_147_483_647;
        expect(taken({ [name]: value })).toBe(whole);
      }),
    );
    const figures = [least - 1, least, least + 0.5, 2_147_483_647, 2_147_483_648, String(least)];
    expect(figures.map((value) => taken({ [name]: value }))).toEqual([false, true, false, true, false, false]);
  });

  it.each<[string, object]>([
    ["a name that begins with a dash", { targetClusterName: "-bad" }],
    ["a name of 65 characters", { targetClusterName: "a".repeat(65) }],
    ["an empty name", { targetClusterName: "" }],
    ["a malformed project id", { targetGroupId: "x" }],
    ["a malformed snapshot id", { snapshotId: id.toUpperCase() }],
  ])("is refused with %s", (_what, members) => {
    expect(taken(members)).toBe(false);
  });
});

describe("the target of a restore", () => {
  it.each(["automated", "pointInTime"])("requires a project if it names a cluster: %s", (deliveryType) => {
    expect(body({ deliveryType, targetClusterName: "Cluster0" })).toBe(false);
    expect(body({ deliveryType, ...target })).toBe(true);
    expect(body({ deliveryType, targetGroupId: id })).toBe(true);
    expect(body({ deliveryType })).toBe(true);
  });

  it("requires no project for a download", () => {
    expect(body({ deliveryType: "download" })).toBe(true);
    expect(body({ deliveryType: "download", targetClusterName: "Cluster0" })).toBe(true);
  });

  it.each(["targetClusterName", "targetGroupId"])("requires %s for a serverless instance", (name) => {
    for (const deliveryType of ["automated", "download", "pointInTime"]) {
      const { [name]: _left, ...rest }: Record<string, unknown> = { deliveryType, ...target };
      expect(requests.violations(serverlessRestoreJobInput, rest)).toMatchObject([
        { keyword: "required", pointer: `/${name}` },
      ]);
    }
  });
});

describe.each([
  ["a cluster", restoreJob],
  ["a serverless instance", serverlessRestoreJob],
])("a restore job of %s in an answer", (_what, schema) => {
  const answer = (members: object): boolean => answers.accepts(schema, { id, ...members });

  it("has a valid example, and requires only its id", () => {
    expect(answers.violations(schema, exampleOf(schema))).toEqual([]);
    expect(answer({})).toBe(true);
    expect(answers.accepts(schema, {})).toBe(false);
  });

  it.each<[string, object]>([
    ["a text for cancelled", { cancelled: "false" }],
    ["a text for expired", { expired: "false" }],
    ["a number for failed", { failed: 0 }],
    ["an unknown delivery", { deliveryType: "courier" }],
    ["one address instead of a list", { deliveryUrl: "https://example.net" }],
    ["a list of numbers as addresses", { deliveryUrl: [5] }],
    ["a time that is a number", { timestamp: 1_736_933_400 }],
    ["an expiry without a zone", { expiresAt: "2025-01-15T09:30:00" }],
    ["a text as the desired time", { desiredTimestamp: "2025-01-15T09:30:00Z" }],
    ["half an increment", { desiredTimestamp: { increment: 0.5 } }],
    ["a text for a count of seconds", { oplogTs: "1199145600" }],
    ["an impossible target cluster name", { targetClusterName: "a-" }],
  ])("is refused with %s", (_what, members) => {
    expect(answer(members)).toBe(false);
  });

  it("may have null for everything that is not known yet", () => {
    expect(answer({ desiredTimestamp: { date: null, increment: null }, finishedAt: null, deliveryUrl: null })).toBe(
      true,
    );
  });
});

describe("the additional members of a dedicated cluster's restore job", () => {
  const answer = (members: object): boolean => answers.accepts(restoreJob, { id, ...members });

  it("are checked if present", () => {
    expect(answer({ components: [{ privateDownloadDeliveryUrls: [{ deliveryUrl: "x" }] }] })).toBe(true);
    expect(answer({ components: {} })).toBe(false);
    expect(answer({ components: [{ downloadUrl: 5 }] })).toBe(false);
    expect(answer({ components: [{ privateDownloadDeliveryUrls: [{ endpointId: 5 }] }] })).toBe(false);
    expect(answer({ privateDownloadDeliveryUrls: {} })).toBe(false);
  });

  it("are not part of a serverless restore job", () => {
    const only = (one: object): string[] =>
      Object.keys(one).filter((name) => !Object.hasOwn(serverlessRestoreJob.properties ?? {}, name));
    expect(only(restoreJob.properties ?? {})).toEqual(["components", "privateDownloadDeliveryUrls"]);
  });

  it("belong to the results of the dedicated cluster's operations", () => {
    expect(operations.createRestoreJob).toMatchObject({ risk: "irreversible", result: { schema: restoreJob } });
    expect(operations.listRestoreJobs.result).toMatchObject({ kind: "paged", items: restoreJob });
    expect(operations.cancelRestoreJob.result).toEqual({ kind: "empty" });
    expect(operations.createServerlessRestoreJob.body?.schema).toBe(serverlessRestoreJobInput);
    expect(operations.getServerlessRestoreJob.result).toEqual({ kind: "record", schema: serverlessRestoreJob });
  });
});
