import { readBack } from "./redacted.ts";
import { DIFF_FORMAT, type DiffSide } from "./report-diff.ts";
import type { ReportViews } from "./report-views.ts";

const RUN: DiffSide = {
  run: "20250102-030405-k3",
  startedAt: "2025-01-02T03:04:05.678Z",
  tool: "0.1.0",
  target: "Staging",
  url: "https://cms.example.test",
  profile: "neutral",
  outcome: "failed",
  fingerprint: "0123456789abcdef0123456789abcdef",
};
const CHECK = "PAGE-ITEMS-REJECT@listAlerts/v2";
const BROKEN = { outcome: "fail", text: "fail: expected 4xx; received 200" } as const;
const SOUND = { outcome: "pass", text: "pass" } as const;

/** Every view that a report can have. */
export const SAMPLE_VIEWS: Required<ReportViews> = {
  operations: [
    { operation: "listEvents", number: 7, method: "GET", path: "/groups/{groupId}/events" },
    { operation: "listAlerts", number: 12, method: "GET", path: "/groups/{groupId}/alerts" },
    { operation: "getCluster", number: 71 },
    { operation: "getSnapshot", number: 52, part: "get" },
  ],
  roleMatrix: [
    { operation: "listAlerts", version: "v2", role: "Read Only", due: "allowed", got: "allowed", status: 200 },
    {
      operation: "listAlerts",
      version: "v2",
      role: "no role",
      due: "refused",
      got: "allowed",
      status: 200,
      check: CHECK,
    },
    { operation: "getCluster", role: "Read Only", due: "open", got: "unclear" },
  ],
  ladders: [
    {
      operation: "listAlerts",
      version: "v2",
      location: "query",
      parameter: "itemsPerPage",
      limit: "1 to 500",
      rungs: [
        { value: "0", due: "refused", got: "refused", status: 400 },
        { value: "1", due: "accepted", got: "accepted", status: 200 },
        { value: "500", due: "accepted", got: "accepted", status: 200 },
        { value: "501", due: "refused", got: "accepted", status: 200, check: CHECK },
      ],
    },
    {
      operation: "createCluster",
      location: "body",
      parameter: "/name",
      rungs: [
        { value: "65 letters", due: "refused", got: "unclear" },
        { value: "64 letters", due: "open", got: "accepted", status: 201 },
      ],
    },
  ],
  drift: [
    { operation: "listAlerts", pointer: readBack("/results/-/colour"), type: "string", example: readBack('"red"') },
    { operation: "listEvents", pointer: readBack("/next"), type: "null" },
  ],
  coverage: [
    coverageRow("listAlerts", "maximum", "outside", { verdict: "violates", cells: 1 }),
    coverageRow("listAlerts", "minimum", "outside", { verdict: "conforms", cells: 3 }),
    coverageRow("listEvents", "type", "outside", {
      verdict: "unspecified",
      whyNot: readBack("the text is silent"),
      cells: 1,
    }),
    coverageRow("getCluster", "pattern", "inside", {
      verdict: "missing",
      whyNot: readBack("no clusterName is known"),
      cells: 2,
    }),
  ],
  kept: [
    { operation: "createAlertConfig", version: "v2", pointer: "/enabled", view: "the answer", state: "shown" },
    { operation: "createAlertConfig", version: "v2", pointer: "/enabled", view: "getAlertConfig", state: "lost" },
    { operation: "createAlertConfig", version: "v2", pointer: "/notes/-/text", view: "the answer", state: "unlisted" },
    { operation: "createCluster", pointer: "/name", view: "listClusters", state: "shown" },
  ],
  comparison: {
    format: DIFF_FORMAT,
    before: { ...RUN, run: "20250101-030405-k2", startedAt: "2025-01-01T03:04:05.678Z" },
    after: RUN,
    conditions: ["another version of the suite"],
    newFailures: [{ check: CHECK, requirement: "PAGE-ITEMS-REJECT", level: "MUST", before: SOUND, after: BROKEN }],
    fixed: [
      {
        check: "PAGE-ITEMS-ACCEPT@listAlerts/v2",
        requirement: "PAGE-ITEMS-ACCEPT",
        level: "MUST",
        before: BROKEN,
        after: SOUND,
      },
    ],
    changedEvidence: [],
    changedObservations: [{ check: "ENV-UNKNOWN@listAlerts", before: "refused", after: "ignored" }],
    notComparable: [{ check: "ERR-GONE@listAlerts", reason: "only the earlier run has it" }],
    unchanged: { checks: 4, broken: 1 },
    worse: true,
  },
};

function coverageRow(
  operation: string,
  keyword: string,
  side: string,
  rest: Pick<Required<ReportViews>["coverage"][number], "verdict" | "cells" | "whyNot">,
): Required<ReportViews>["coverage"][number] {
  return { operation, version: "v2", location: "query", pointer: "itemsPerPage", keyword, side, ...rest };
}
