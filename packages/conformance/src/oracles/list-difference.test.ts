import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldsOf, isContainer } from "../ground/json.ts";
import { listDifference } from "./list-difference.ts";

const name = fc.constantFrom("id", "_id", "indexID", "roleId", "projectId", "groupId", "name");
const fields = fc.record({ size: fc.integer(), tags: fc.array(fc.string({ maxLength: 3 }), { maxLength: 4 }) });
const named = fc
  .tuple(
    name,
    fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }),
    fc.array(fields, { minLength: 8, maxLength: 8 }),
  )
  .map(([key, ids, more]) => ids.map((id, at) => ({ ...more[at], [key]: id })));
const unnamed = fc.array(fc.oneof(fc.string(), fields), { minLength: 1, maxLength: 8 });
const records: fc.Arbitrary<readonly unknown[]> = fc.oneof(named, unnamed);

/** Reverses a list, and the lists and the members in its records. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned).reverse();
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, turned(inner)])
      .reverse(),
  );
};

describe("listDifference, for two lists of the same records", () => {
  it("finds none, in any order of records and nested lists", () => {
    fc.assert(
      fc.property(records, fc.boolean(), (list, whole) => {
        expect(listDifference(list, turned(list) as readonly unknown[], whole)).toBeUndefined();
      }),
    );
  });

  it("finds a difference if one record differs", () => {
    fc.assert(
      fc.property(records, fc.nat(), (list, at) => {
        const other = list.map((record, index) =>
          index === at % list.length
            ? typeof record === "string"
              ? `${record}.`
              : { ...fieldsOf(record), size: 0.5 }
            : record,
        );
        expect(listDifference(list, other, true)).toBeDefined();
      }),
    );
  });

  it("finds a difference if one list repeats a record", () => {
    expect(listDifference(["a", "b"], ["a", "a"], true)).toBe('"b" in one and "a" in the other, at /1');
    expect(listDifference([{ size: 1 }, { size: 2 }], [{ size: 2 }, { size: 2 }], true)).toContain("/0/size");
  });

  it("finds a difference if one list has more records", () => {
    expect(listDifference([{ id: "a" }], [], false)).toBe("1 records in one and 0 in the other");
  });
});

describe("listDifference, for two pages of a list", () => {
  const page = [
    { id: "a", size: 1 },
    { id: "b", size: 1 },
  ];

  it("accepts other records, unless the pages are the whole list", () => {
    const next = [
      { id: "b", size: 1 },
      { id: "c", size: 9 },
    ];
    expect(listDifference(page, next, false)).toBeUndefined();
    expect(listDifference(page, next, true)).toBe('id "a" in one of them only');
    expect(listDifference(["a"], ["b"], false)).toBeUndefined();
  });

  it("finds a difference in a record that both pages show", () => {
    expect(
      listDifference(
        page,
        [
          { id: "c", size: 1 },
          { id: "b", size: 2 },
        ],
        false,
      ),
    ).toContain("at /size");
  });

  it("pairs records by a member that is unique in each list", () => {
    const one = [
      { groupId: "g", name: "x", size: 1 },
      { groupId: "g", name: "y", size: 2 },
    ];
    expect(
      listDifference(
        one,
        [
          { groupId: "g", name: "y", size: 2 },
          { groupId: "g", name: "z", size: 1 },
        ],
        false,
      ),
    ).toBeUndefined();
    expect(
      listDifference(
        one,
        [
          { groupId: "g", name: "y", size: 3 },
          { groupId: "g", name: "z", size: 1 },
        ],
        false,
      ),
    ).toContain("/size");
  });
});
