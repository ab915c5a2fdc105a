import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

let folder = "";
const page = (): string => readFileSync(join(folder, "index.html"), "utf8");

describe("--docs-url", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-docs-url-"));
    await call(["run", "--fault", "PG-03", "--only", "PAGE-ITEMS-ACCEPT", "--out", folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is not needed: what is known of a broken rule stands in the page, which loads nothing", () => {
    expect(page()).toContain("There are 20 checks, one for each version of 12 operations");
    expect(page()).toContain("<dd>itemsPerPage=500 is refused.</dd>");
    expect(page()).not.toContain("rules/PAGE-ITEMS-ACCEPT.html");
  });

  it("makes of each rule a link to its page", async () => {
    const again = ["report", "--from", folder, "--format", "html,sarif"];
    expect(await call([...again, "--docs-url", "https://example.org/plumbline"])).toMatchObject({ code: 0 });
    const link = "https://example.org/plumbline/rules/PAGE-ITEMS-ACCEPT.html";
    expect(page()).toContain(`href="${link}"`);
    expect(readFileSync(join(folder, "report.sarif"), "utf8")).toContain(`"helpUri": "${link}"`);
  });

  it("is refused before anything is done where it is no address", async () => {
    for (const address of ["example.org", "javascript:alert(1)", "https://example.org/?a=1"])
      expect(await call(["run", "--docs-url", address])).toMatchObject({
        code: 2,
        note: expect.stringContaining("expected an address such as https://example.org/plumbline/"),
      });
  });
});
