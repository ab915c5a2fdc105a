import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { exportJob, exportJobInput } from "./export-job.ts";

const requests = createValidator();
const answers = createValidator({ answers: true });
const id = "0123456789abcdef01234567";
const least = { exportBucketId: id, snapshotId: id };
const body = (members: object): boolean => requests.accepts(exportJobInput, { ...least, ...members });
const answer = (members: object): boolean => answers.accepts(exportJob, { id, ...members });

describe("the body that asks for an export", () => {
  it("has a valid example, and accepts its two ids alone", () => {
    expect(requests.violations(exportJobInput, exampleOf(exportJobInput))).toEqual([]);
    expect(body({})).toBe(true);
  });

  it.each(["exportBucketId", "snapshotId"])("requires a valid %s", (name) => {
    const { [name]: _left, ...rest }: Record<string, unknown> = least;
    expect(requests.violations(exportJobInput, rest)).toMatchObject([{ keyword: "required", pointer: `/${name}` }]);
    expect([id.slice(1), `${id}0`, id.toUpperCase(), 5].map((one) => body({ [name]: one }))).toEqual(
      Array(4).fill(false),
    );
  });

  it("accepts any number of text pairs as custom data", () => {
    const taken = [[], [{ key: "a", value: "b" }], [{}], { a: "b" }, [{ key: 1, value: "b" }], ["a"], "a"].map(
      (customData) => body({ customData }),
    );
    expect(taken).toEqual([true, true, true, false, false, false, false]);
    expect(body({ customData: [{ key: "a", value: 2 }] })).toBe(false);
  });
});

describe("an export job in an answer", () => {
  it("has a valid example, and requires only its id", () => {
    expect(answers.violations(exportJob, exampleOf(exportJob))).toEqual([]);
    expect(answer({})).toBe(true);
    expect(answers.accepts(exportJob, { state: "Queued" })).toBe(false);
  });

  it.each<[string, object]>([
    ["half a collection", { exportStatus: { exportedCollections: 0.5 } }],
    ["a word for the total", { exportStatus: { totalCollections: "5" } }],
    ["a component without a valid id", { components: [{ exportId: "x" }] }],
    ["components that are not a list", { components: {} }],
    ["a time that is a number", { createdAt: 1_736_933_400 }],
    ["an end in local time", { finishedAt: "2025-01-15T09:30:00+01:00" }],
    ["a number for its prefix", { prefix: 5 }],
    ["a number for its state", { state: 1 }],
  ])("is refused with %s", (_what, members) => {
    expect(answer(members)).toBe(false);
  });

  it("may have an unlisted state, and may be unfinished", () => {
    expect(answer({ state: "Paused", finishedAt: null })).toBe(true);
  });

  it("is the result of all three operations", () => {
    expect(operations.listExportJobs.result).toMatchObject({ kind: "paged", items: exportJob });
    expect(operations.createExportJob).toMatchObject({ risk: "irreversible", result: { schema: exportJob } });
    expect(operations.getExportJob.result).toEqual({ kind: "record", schema: exportJob });
  });
});
