import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { atlas } from "../profiles/atlas.ts";
import { createValidator } from "../validate.ts";
import { exportBucket, exportBucketInput } from "./export-bucket.ts";

const requests = createValidator();
const answers = createValidator({ answers: true });
const id = "0123456789abcdef01234567";
const least = { bucketName: "abc", cloudProvider: "PROVIDER_A", iamRoleId: id };
const body = (members: object): boolean => requests.accepts(exportBucketInput, { ...least, ...members });

describe("the body that registers an export bucket", () => {
  it("has a valid example, and accepts its three members", () => {
    expect(requests.violations(exportBucketInput, exampleOf(exportBucketInput))).toEqual([]);
    expect(body({})).toBe(true);
  });

  it.each(["bucketName", "cloudProvider", "iamRoleId"])("is refused without %s", (name) => {
    const { [name]: _left, ...rest }: Record<string, unknown> = least;
    expect(requests.violations(exportBucketInput, rest)).toMatchObject([{ keyword: "required", pointer: `/${name}` }]);
  });

  it("accepts names of 3 to 63 characters of any kind", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 70 }), (bucketName) => {
        expect(body({ bucketName })).toBe([...bucketName].length >= 3 && [...bucketName].length <= 63);
      }),
    );
    expect([2, 3, 63, 64].map((length) => body({ bucketName: "b".repeat(length) }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(body({ bucketName: 123 })).toBe(false);
  });

  it("accepts two of the three providers", () => {
    const taken = ["PROVIDER_A", "PROVIDER_B", "PROVIDER_C", "NOPE", ""].map((code) => body({ cloudProvider: code }));
    expect(taken).toEqual([true, true, false, false, false]);
    const schema = bindContract(atlas).operation("createExportBucket").body?.schema ?? {};
    const atAtlas = ["AWS", "AZURE", "GCP"].map((code) => requests.accepts(schema, { ...least, cloudProvider: code }));
    expect(atAtlas).toEqual([true, true, true]);
  });

  it.each([id.slice(1), `${id}0`, id.toUpperCase(), id.replace("0", "g"), 5])("rejects the role id %s", (iamRoleId) => {
    expect(body({ iamRoleId })).toBe(false);
  });
});

describe("an export bucket in an answer", () => {
  it("requires only its id, and may have undescribed members", () => {
    expect(answers.violations(exportBucket, exampleOf(exportBucket))).toEqual([]);
    expect(answers.accepts(exportBucket, { _id: id, roleId: id, links: [] })).toBe(true);
    expect(answers.accepts(exportBucket, { id })).toBe(false);
    expect(answers.accepts(exportBucket, { _id: id, bucketName: 5 })).toBe(false);
    expect(answers.accepts(exportBucket, { _id: id, iamRoleId: "x" })).toBe(false);
  });

  it("is the result of three operations, and the delete returns nothing", () => {
    expect(operations.getExportBucket.result).toMatchObject({ kind: "record", schema: exportBucket });
    expect(operations.createExportBucket.result).toMatchObject({ kind: "record", schema: exportBucket });
    expect(operations.listExportBuckets.result).toMatchObject({ kind: "paged", items: exportBucket });
    expect(operations.deleteExportBucket.result).toEqual({ kind: "empty" });
  });
});
