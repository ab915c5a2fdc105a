import { describe, expect, it } from "vitest";
import { bindContract } from "./bind.ts";
import { expectLinear } from "./growth.test-support.ts";
import { neutral } from "./profiles/neutral.ts";
import { alert } from "./resources/alert.ts";
import { alertConfigInput } from "./resources/alert-config.ts";
import { createValidator, readDate, withoutNulls } from "./validate.ts";
import { clusterName, recordId } from "./vocabulary.ts";

const requests = createValidator();
const answers = createValidator({ answers: true });
const ID = "32b6e34b3d91647abb20e7b8";

describe("violations, for a body", () => {
  it("names pointer, keyword, expected and received", () => {
    expect(requests.violations(alertConfigInput, { notifications: [] })).toEqual([
      {
        pointer: "/eventTypeName",
        keyword: "required",
        expected: "the member to be present",
        received: "nothing: the member is absent",
      },
    ]);
    const body = { eventTypeName: "X", notifications: [{ typeName: "MONITORING_PLATFORM", delayMin: "soon" }] };
    expect(requests.violations(alertConfigInput, body)).toMatchObject([
      { pointer: "/notifications/0/delayMin", keyword: "type", received: '"soon"' },
    ]);
  });

  it("distinguishes notification types by typeName, and leaves undescribed members open", () => {
    const violations = (notification: unknown) =>
      requests.violations(alertConfigInput, { eventTypeName: "X", notifications: [notification] });
    expect(violations({ typeName: "EMAIL", emailAddress: 5, delayMin: "whatever" })).toEqual([]);
    expect(violations({ typeName: "NO_SUCH_KIND" })).toMatchObject([{ keyword: "discriminator" }]);
    expect(violations({ emailAddress: "a@example.com" }).map(({ keyword }) => keyword)).toEqual(["discriminator"]);
  });
});

describe("violations, for patterns", () => {
  it("applies each pattern to its own schema only", () => {
    const validator = createValidator();
    expect(validator.accepts(clusterName, "Cluster0")).toBe(true);
    expect(validator.accepts(recordId, ID)).toBe(true);
    expect(validator.accepts(recordId, `${ID.slice(0, 23)}G`)).toBe(false);
    expect(validator.accepts(clusterName, "-a")).toBe(false);
  });
});

describe("violations, for null and for answers", () => {
  it("accepts null for an optional member of a request, but not for a required one", () => {
    const contract = bindContract(neutral);
    const { body } = contract.operation("updateAuditing");
    expect(requests.violations(body?.schema ?? {}, { enabled: null })).toEqual([]);
    const required = contract.operation("updateCustomDns").body?.schema ?? {};
    expect(requests.violations(required, { enabled: null })).toMatchObject([{ pointer: "/enabled", keyword: "type" }]);
    expect(requests.accepts(required, null)).toBe(false);
    const regions = { replicationSpec: { US_EAST_1: null } };
    expect(requests.accepts(contract.operation("createCluster").body?.schema ?? {}, regions)).toBe(false);
  });

  it("accepts null for an absent member, additional members, and any spelling of UTC", () => {
    for (const created of [
      "2025-01-15T09:30:00Z",
      "2025-01-15T09:30Z",
      "2025-01-15T09:30:00.123+00:00",
      "2025-01-15T09:30:00+0000",
      null,
    ]) {
      expect(
        answers.violations(alert, { id: ID, created, acknowledgedUntil: null, links: [] }),
        String(created),
      ).toEqual([]);
    }
  });

  it.each([
    ["2025-01-15T09:30:00+02:00", "format"],
    ["2025-01-15T09:30:00", "format"],
    ["15.01.2025", "format"],
    [1_736_933_400, "type"],
  ])("rejects the timestamp %s", (created, keyword) => {
    expect(answers.violations(alert, { id: ID, created })).toMatchObject([{ pointer: "/created", keyword }]);
  });

  it("handles a body nested a hundred thousand levels deep", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(() => withoutNulls(deep)).not.toThrow();
    expect(answers.accepts(alert, deep)).toBe(false);
  });

  it("does not match an overlong text against a pattern", () => {
    expectLinear((size) => expect(answers.accepts(alert, { id: "a".repeat(size) })).toBe(false), 250_000);
  });

  it("never rejects an unknown member, in any result of the catalogue", () => {
    for (const { id, result } of bindContract(neutral).operations) {
      if (result?.kind !== "record") continue;
      const keywords = answers.violations(result.schema, { plumblineUnknown: 1 }).map((violation) => violation.keyword);
      expect(keywords, id).not.toContain("additionalProperties");
    }
  });
});

it("readDate accepts every permitted spelling", () => {
  for (const text of [
    "2025-01-15T09:30:00Z",
    "2025-01-15T09:30:00+0000",
    "2025-01-15T09:30:00+00",
    "2025-01-15T09:30:00,0Z",
    "2025-01-15T09:30Z",
  ]) {
    expect(readDate(text), text).toBe(Date.UTC(2025, 0, 15, 9, 30));
  }
  expect(readDate("soon")).toBeNaN();
});
