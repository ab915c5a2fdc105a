import { describe, expect, it } from "vitest";
import { subjectOf } from "../../plan/check.test-support.ts";
import { watchedOf } from "../../run/watched.test-support.ts";
import { requirements } from "../requirements.ts";

const rule = requirements.find(({ id }) => id === "ENV-STATUS-OTHERS");
const ERROR = { error: 404, errorCode: "CLUSTER_NOT_FOUND" };
const judged = (http: number, inner: unknown, content: object = {}): unknown => {
  if (rule?.kind !== "watch") return expect.fail("ENV-STATUS-OTHERS is about every answer");
  const seen = watchedOf(subjectOf("deleteAlertConfig"), {
    status: http,
    json: { status: inner, content },
    call: { operation: "deleteAlertConfig", version: "2", query: { envelope: "true" } },
  });
  return rule.examine(seen);
};

describe("ENV-STATUS-OTHERS", () => {
  it.each([
    [200, 200],
    [409, 409],
    // An answer of 204 has no body, so an envelope around it needs another status.
    [200, 204],
  ])("holds for HTTP status %i with envelope status %i", (http, inner) => {
    expect(judged(http, inner)).toMatchObject({ kind: "holds" });
  });

  it.each([
    [404, 200],
    [200, 0],
    [200, 404],
    [204, 404],
    [201, 200],
  ])("is broken by HTTP status %i with envelope status %i", (http, inner) => {
    expect(judged(http, inner)).toMatchObject({ kind: "broken" });
  });

  it("accepts the status of an error inside the envelope, but not beside a record", () => {
    expect(judged(200, 404, ERROR)).toMatchObject({ kind: "holds" });
    expect(judged(200, 404, { id: "32b6e34b3d91647abb20e7b8" })).toMatchObject({ kind: "broken" });
  });

  it("is silent about a status that is a word", () => {
    expect(judged(200, "OK")).toBeUndefined();
  });
});
