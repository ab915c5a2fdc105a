import { expect, it } from "vitest";
import { compactCode } from "./compact-code.ts";

const site = (error: string): string =>
  `if((kept[0] ??= 0) < 100){const err0 = ${error};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}kept[0]++;kinds.push(0);}errors++;`;

it.each([
  [
    '{instancePath:instancePath+"/a/" + i0,schemaPath:"#/a",keyword:"type",params:{type: "string"},message:"must be string",schema:s.type,parentSchema:s,data:data1}',
    '0,"type",instancePath+"/a/" + i0,"must be string",data1',
  ],
  [
    '{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property \'"+"id"+"\'",schema:s.required,parentSchema:s,data}',
    '0,"required",instancePath,"must have required property \'id\'",data,{params:{missingProperty: "id"}}',
  ],
  ["{}", "0"],
])("compactCode writes %s as %s", (error, noted) => {
  expect(compactCode(site(error))).toBe(`if(room(0))note(${noted});errors++;`);
});

it("compactCode throws for an unknown error form, so that a build with another Ajv fails", () => {
  expect(() => compactCode(site('{keyword:"type"}'))).toThrow("is not known here");
});
