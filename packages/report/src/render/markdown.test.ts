import { describe, expect, it } from "vitest";
import { hostileReport } from "../hostile.test-support.ts";
import { SAMPLE, sampleWith } from "../sample.test-support.ts";
import { renderMarkdown } from "./markdown.ts";

describe("renderMarkdown", () => {
  it("says outcome and reason first, then counts, failures and what could not run", () => {
    const text = renderMarkdown(SAMPLE);
    expect(text).toMatch(
      /^## ✘ Plumbline: failed\n\n`1 MUST requirement is broken in 2 checks; the first is PAGE-ITEMS-REJECT on listAlerts\.`\n/u,
    );
    expect(text).toContain("| MUST | 1 of 4 | 1 | 0 | 1 | 1 | 1 |");
    expect(text).toContain(
      "| 1 | `GET …/alerts?itemsPerPage=501 and 1 other operation, /results/0/status: 200 with 1 result` | `PAGE-ITEMS-REJECT@listAlerts/v2` | 2 | `a 4xx status, because itemsPerPage is over its maximum of 500` | `200 with 1 result` |",
    );
    expect(text).toContain("### 1 cause of failures");
    expect(text).toMatch(/```sh\ncurl --digest .*\n```/u);
    expect(text).toContain("### Broken recommendations\n\n- `ERR-CODE@listAlerts/v2`");
    expect(text).toContain("- 1 check: `No credential with the role Read Only. Name one in PLUMBLINE_READER.`");
    expect(text).toContain("### Known failures out of date\n\n- `ERR-OLD@listAlerts`: unmatched");
    expect(text).toContain("- `64b0ab` from `createAlertConfig`");
  });

  it("lists the recorded traffic that was not judged", () => {
    const finding = { subject: "traffic", state: "advice", text: "37 left out: too much at the time" } as const;
    const text = renderMarkdown(sampleWith({ doctor: [...SAMPLE.doctor, finding] }));
    expect(text).toContain("### Passed by\n\n- `37 left out: too much at the time`");
    expect(renderMarkdown(SAMPLE)).not.toContain("Passed by");
  });

  it("keeps what a target supplied in code spans and in its table cell", () => {
    const text = renderMarkdown(hostileReport());
    const rows = text.split("\n").filter((line) => /^\| \d+ \| `/u.test(line));
    expect(rows).toHaveLength(1);
    for (const row of rows) expect(row.split("|")).toHaveLength(8);
    const outside = text.replace(/^(`{3,})sh\n[\s\S]*?\n\1$/gmu, "").replace(/(`+) ?.*? ?(?<!`)\1(?!`)/gu, "");
    expect(outside).not.toMatch(/pwned|javascript|@everyone|<img/u);
  });

  it("names what changed although no request addressed it, in code spans", () => {
    const text = renderMarkdown(
      sampleWith({
        changes: [
          ...SAMPLE.changes,
          { operation: "deleteAlertConfig", id: "64b0ad", state: "disturbed", note: "this `one` vanished" },
          { operation: "updateCluster", id: "Cluster1", state: "disturbed" },
        ],
      }),
    );
    expect(text).toContain(
      "### Changed although no request addressed it\n\n- `64b0ad` after `deleteAlertConfig`: `` this `one` vanished ``\n- `Cluster1` after `updateCluster`",
    );
    expect(text).toContain("- `64b0ab` from `createAlertConfig`");
    expect(text).not.toContain("`64b0ad` from");
    expect(renderMarkdown(SAMPLE)).not.toContain("no request addressed");
  });
});
