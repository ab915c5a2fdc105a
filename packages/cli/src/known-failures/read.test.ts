import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readKnownFailures } from "./read.ts";

const path = join(mkdtempSync(join(tmpdir(), "plumbline-known-")), "known-failures.yml");
const read = (text: string) => {
  writeFileSync(path, text);
  return readKnownFailures(path);
};

describe("readKnownFailures", () => {
  it("reads YAML and JSON", () => {
    const text = `# why we live with it
- check: PAGE-ITEMS-REJECT@listAlerts/v2
  reason: mended in the next release
  issue: https://issues.example.test/7
  until: 2026-12-31
- { check: "A@x#y", reason: b }
`;
    const entries = [
      {
        check: "PAGE-ITEMS-REJECT@listAlerts/v2",
        reason: "mended in the next release",
        issue: "https://issues.example.test/7",
        until: "2026-12-31",
      },
      { check: "A@x#y", reason: "b" },
    ];
    expect(read(text)).toEqual(entries);
    expect(read(JSON.stringify(entries, null, 2))).toEqual(entries);
    expect(read("# nothing yet\n")).toEqual([]);
  });

  it.each([
    ["check: A\nreason: b\n", ":1: expected a list of entries"],
    ["- A@x\n", ":1: expected an entry with check and reason"],
    ["- check: A\n  raeson: b\n", ':2: unknown name "raeson" in an entry: did you mean "reason"?'],
    ["- check: A\n  reason:\n", ":2: reason must be a text"],
    ["- check: A\n  reason: 7\n", ":2: reason must be a text"],
    ["\n- reason: b\n", ":2: check is missing"],
    ["- check: A\n", ":1: reason is missing"],
    ["- check: A\n  reason: b\n  until: 2026-02-30\n", ":3: until must be a day such as 2026-12-31"],
    ["- check: A\n  reason: b\n  until: soon\n", ":3: until must be a day"],
    ["- check: A\n  reason: b\n- check: A\n  reason: c\n", ":3: A is listed already at"],
    ["- [\n", "not readable as YAML"],
    ["- check: &a A\n  reason: *a\n", "reason must be a text"],
  ])("refuses %j with its line", (text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ name: "UsageError", message: expect.stringContaining(message) }),
    );
    expect(() => read(text)).toThrow(path);
  });

  it("says so when there is no file", () => {
    expect(() => readKnownFailures("no-such-list.yml")).toThrow("no-such-list.yml cannot be read");
  });
});
