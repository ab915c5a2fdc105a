import { describe, expect, it } from "vitest";
import { groupedChanges } from "./grouped-changes.ts";

const change = (check: string, before: string | undefined, after: string) => ({
  check,
  ...(before !== undefined && { before }),
  after,
});

describe("changes", () => {
  it("are one where only the words of errors are others, whatever the check, with the words by status", () => {
    const groups = groupedChanges([
      change("A@one/v2", "the project: 404 GROUP_NOT_FOUND", "the project: 404 E4040"),
      change("B@two/v2", "400 BAD_JSON; 404 GROUP_NOT_FOUND; 404 ALERT_NOT_FOUND", "400 BAD_JSON; 404 E4040"),
      change("C@three/v2", "401 UNAUTHORIZED", "401"),
    ]);
    expect(groups.map(({ changes }) => changes.length)).toEqual([3]);
    expect(groups[0]?.words).toEqual([
      { status: "401", before: ["UNAUTHORIZED"], after: ["no word"] },
      { status: "404", before: ["ALERT_NOT_FOUND", "GROUP_NOT_FOUND"], after: ["E4040"] },
    ]);
  });

  it("are apart where the status is another", () => {
    const groups = groupedChanges([
      change("A@one/v2", "404 NOT_FOUND", "404 E4040"),
      change("B@one/v2", "404 NOT_FOUND", "403 E4030"),
    ]);
    expect(groups).toHaveLength(2);
    expect(groups.map(({ words }) => words)).toEqual([undefined, undefined]);
  });

  it("are one where both sides say the same but for ids, counts and the operation", () => {
    const groups = groupedChanges([
      change("X@lists/v2", "a list of 7 records", "a page"),
      change("A@one/v1.0", "one keeps 64b0aa64b0aa64b0aa64b0aa", "one does not"),
      change("A@two/v2", "two keeps 64b0bb64b0bb64b0bb64b0bb", "two does not"),
    ]);
    expect(groups.map(({ changes }) => changes.map(({ check }) => check))).toEqual([
      ["A@one/v1.0", "A@two/v2"],
      ["X@lists/v2"],
    ]);
  });

  it("are one however often a rule is broken, and by answers of whatever status", () => {
    const broken = (status: number, count: number): string =>
      `fail: expected errorCode as a string in the body of ${status}; received nothing (${count} of ${count} answers)`;
    const changes = [change("A@one/v2", "pass", broken(404, 18)), change("A@two/v2", "pass", broken(401, 7))];
    expect(groupedChanges(changes)).toHaveLength(1);
    const other = change("A@three/v2", "pass", "fail: expected 2xx for a plain call; received 404");
    const another = change("A@four/v2", "pass", "fail: expected 2xx for a plain call; received 500");
    expect(groupedChanges([...changes, other, another])).toHaveLength(3);
  });

  it("of one side are grouped by what is said of them", () => {
    const why = "nothing to compare with";
    expect(groupedChanges([change("A@one/v2", undefined, why), change("B@two/v2", undefined, why)])).toHaveLength(1);
  });
});
