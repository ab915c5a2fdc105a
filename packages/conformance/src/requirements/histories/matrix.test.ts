import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { requirements } from "../requirements.ts";
import { matrixDocument, TEMPLATES } from "./matrix.ts";
import { ALL_KINDS } from "./template.ts";

const DOCUMENT = new URL("../../../../../docs/histories.md", import.meta.url);

it("the matrix names existing rules, for every kind of record", () => {
  const known = new Set(requirements.map(({ id }) => id));
  for (const { cells, name } of TEMPLATES)
    for (const kind of ALL_KINDS) {
      const cell = cells.get(kind);
      const rules = cell !== undefined && "shownBy" in cell ? cell.shownBy : [];
      expect({ name, kind, unknown: rules.filter((id) => !known.has(id)) }).toEqual({ name, kind, unknown: [] });
    }
});

it("docs/histories.md equals matrixDocument(): replace it with that text", () => {
  expect(readFileSync(DOCUMENT, "utf8")).toBe(matrixDocument());
});
