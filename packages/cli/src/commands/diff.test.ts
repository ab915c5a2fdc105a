import { describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { FAIL, folderWith, PASS, reportOf } from "../report-files.test-support.ts";

const good = folderWith(reportOf({ listAlerts: PASS, listEvents: PASS }));
const bad = folderWith(reportOf({ listAlerts: FAIL, listEvents: PASS }));

describe("plumbline diff", () => {
  it("exits 1 when something got worse, and names it", async () => {
    const { code, out } = await call(["diff", good, bad]);
    expect([code, out]).toEqual([1, expect.stringContaining("New failures (1 check)\n  RULE@listAlerts\n")]);
  });

  it.each([
    ["something was fixed", bad, good, "Fixed (1 check)"],
    ["nothing changed", bad, bad, "No difference in 2 checks."],
  ])("exits 0 when %s", async (_, before, after, text) => {
    const { code, out } = await call(["diff", before, after]);
    expect([code, out]).toEqual([0, expect.stringContaining(text)]);
  });

  it("exits 3 where no check has a result in both reports", async () => {
    const other = folderWith(reportOf({ listClusters: PASS }));
    const { code, out } = await call(["diff", good, other]);
    expect([code, out]).toEqual([3, expect.stringContaining("Nothing could be compared")]);
  });

  it("speaks JSON and Markdown", async () => {
    const { code, out } = await call(["diff", good, bad, "--format", "json"]);
    expect([code, JSON.parse(out)]).toMatchObject([1, { format: "plumbline-diff/1", worse: true }]);
    expect((await call(["diff", good, bad, "--format", "markdown"])).out).toMatch(
      /^## ✘ Plumbline: Worse: 1 new failure\./,
    );
  });

  it.each([
    [["one"], "takes two reports"],
    [[good, bad, "three"], "takes two reports"],
    [[good, bad, "--format", "jsno"], 'did you mean "json"?'],
    [[good, "nowhere"], "nowhere cannot be read"],
  ])("diff %j is refused", async (args, message) => {
    const { code, note } = await call(["diff", ...args]);
    expect([code, note]).toEqual([2, expect.stringContaining(message)]);
  });
});
