import { expect, it } from "vitest";
import type { Risk } from "../ground/risk.ts";
import { forbidden } from "./permission.ts";

const allowing = (...risks: readonly Risk[]): ReadonlySet<Risk> => new Set<Risk>(["read", ...risks]);
const said = (...by: readonly [file?: ReadonlySet<Risk> | undefined, flag?: ReadonlySet<Risk>]): string | undefined => {
  const [file, flag] = by;
  const target = { allow: allowing(), allowedBy: { ...(file && { file }), ...(flag && { flag }) } };
  return forbidden("create", target)?.replace(/^.*?: /, "");
};

it("forbidden says which place withholds a permission", () => {
  expect(forbidden("create", { allow: allowing("create") })).toBeUndefined();
  expect(said()).toBe('add --allow create or "allow: [create]" in the target file');
  expect(said(undefined, allowing("update"))).toBe('add --allow create or "allow: [create]" in the target file');
  expect(said(allowing())).toBe('add create to "allow" in the target file');
  expect(said(allowing("create"), allowing("update"))).toBe("add create to --allow; the target file already names it");
  expect(said(allowing("update"), allowing("create"))).toBe(
    'add create to "allow" in the target file; --allow names it, and a run has what both name',
  );
  expect(said(allowing(), allowing("update"))).toBe(
    'add create to "allow" in the target file and to --allow, as a run has what both name',
  );
});
