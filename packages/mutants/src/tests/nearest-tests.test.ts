import { expect, test } from "vitest";
import { importersOf, nearestTests } from "./nearest-tests.ts";

const importers = importersOf([
  { file: "a.ts", text: 'import { b } from "./inner/b.ts";' },
  { file: "inner/b.ts", text: 'import { c } from "./c.ts";\nexport { d } from "../d.ts";' },
  { file: "inner/b.test.ts", text: 'import { b } from "./b.ts";' },
  { file: "a.test.ts", text: 'import { a } from "./a.ts";' },
  { file: "other.test.ts", text: 'const { b } = await import("./inner/b.ts");' },
]);

test("the nearest tests are those that import a file, or else what imports it", () => {
  expect(nearestTests("inner/b.ts", importers)).toEqual(["inner/b.test.ts", "other.test.ts"]);
  expect(nearestTests("d.ts", importers)).toEqual(["inner/b.test.ts", "other.test.ts"]);
  expect(nearestTests("nobody.ts", importers)).toEqual([]);
});
