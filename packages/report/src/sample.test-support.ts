import { readBack } from "./redacted.ts";
import type { Report, ReportExchange, RequirementSummary, Verdict } from "./report.ts";
import { REPORT_FORMAT } from "./report.ts";
import { buildReport, type ReportInput, type RequirementStatement } from "./summarise.ts";
import { SAMPLE_VIEWS } from "./views.test-support.ts";

/** A requirement for tests. */
export function statement(id: string, rest: Partial<RequirementSummary> = {}): RequirementStatement {
  return {
    id,
    area: id.split("-")[0] ?? id,
    kind: "probe",
    level: "MUST",
    basis: "stated",
    text: `The rule ${id} holds.`,
    section: "Requests > Paging",
    ...rest,
  };
}

/** A digest handshake and the answer to it, as two exchanges. */
export function handshake(id: number, check: string, operation: string): readonly ReportExchange[] {
  const url = "https://cms.example.test/api/v2/groups/64b0/alerts?itemsPerPage=501";
  const common = { check, operation, version: "v2" };
  const headers = [
    ["Host", "cms.example.test"],
    ["Accept", "application/json"],
  ] as const;
  return [
    {
      ...common,
      id: `e${id}`,
      at: id * 40,
      milliseconds: 11,
      request: { method: "GET", url, headers },
      response: {
        status: 401,
        headers: [["WWW-Authenticate", 'Digest realm="cms", nonce="abc", qop="auth", algorithm=MD5']],
        body: "",
        bodyBytes: 0,
        truncated: false,
      },
    },
    {
      ...common,
      id: `e${id + 1}`,
      at: id * 40 + 15,
      milliseconds: 23,
      request: { method: "GET", url, headers: [...headers, ["Authorization", "Digest [redacted]"]] },
      response: {
        status: 200,
        headers: [["Content-Type", "application/json"]],
        body: '{"results":[{"id":"1","status":"OPEN"}],"totalCount":1}',
        bodyBytes: 55,
        truncated: false,
      },
      curl: `curl --digest --user "$PLUMBLINE_USER:$PLUMBLINE_KEY" '${url}'`,
    },
  ];
}

const BROKEN = {
  expected: "a 4xx status, because itemsPerPage is over its maximum of 500",
  received: "200 with 1 result",
};

const verdicts: readonly Verdict[] = [
  {
    check: "PAGE-ITEMS-REJECT@listAlerts/v2",
    requirement: "PAGE-ITEMS-REJECT",
    operation: "listAlerts",
    version: "v2",
    evidence: ["e1", "e2"],
    replay: "plumbline replay latest PAGE-ITEMS-REJECT@listAlerts/v2",
    outcome: "fail",
    ...BROKEN,
    deciding: { exchange: "e2", where: "/results/0/status", twin: "e6" },
  },
  {
    check: "PAGE-ITEMS-REJECT@listEvents/v2",
    requirement: "PAGE-ITEMS-REJECT",
    operation: "listEvents",
    version: "v2",
    evidence: ["e3", "e4"],
    outcome: "flaky",
    ...BROKEN,
    failed: 2,
    of: 3,
  },
  {
    check: "PAGE-ITEMS-ACCEPT@listAlerts/v2",
    requirement: "PAGE-ITEMS-ACCEPT",
    operation: "listAlerts",
    version: "v2",
    evidence: ["e5", "e6"],
    replay: "plumbline replay latest PAGE-ITEMS-ACCEPT@listAlerts/v2",
    outcome: "pass",
  },
  {
    check: "ERR-CODE@listAlerts/v2",
    requirement: "ERR-CODE",
    operation: "listAlerts",
    evidence: ["e1"],
    outcome: "warn",
    expected: "VALIDATION_ERROR",
    received: "BAD_REQUEST",
  },
  {
    check: "ERR-BODY@all",
    requirement: "ERR-BODY",
    evidence: [],
    outcome: "known-fail",
    expected: "a JSON body",
    received: "text/html",
    reason: "mended in the next release",
    issue: "https://issues.example.test/7",
  },
  {
    check: "ROLE-READ@getCluster",
    requirement: "ROLE-READ",
    operation: "getCluster",
    evidence: [],
    outcome: "could-not-run",
    reason: "No credential with the role Read Only. Name one in PLUMBLINE_READER.",
  },
  {
    check: "TIER-BACKUP@getSnapshot",
    requirement: "TIER-BACKUP",
    operation: "getSnapshot",
    evidence: [],
    outcome: "not-applicable",
    reason: "The target offers no backups.",
  },
  {
    check: "ENV-UNKNOWN@listAlerts",
    requirement: "ENV-UNKNOWN",
    operation: "listAlerts",
    evidence: ["e5"],
    outcome: "observed",
    note: "unknown query parameters are ignored",
  },
];

/** A small run with every outcome except `harness-error`. */
export const SAMPLE_INPUT: ReportInput = readBack({
  format: REPORT_FORMAT,
  tool: { name: "plumbline", version: "0.1.0" },
  run: {
    id: "20250102-030405-k3",
    startedAt: "2025-01-02T03:04:05.678Z",
    milliseconds: 61_234,
    command: "plumbline run --target https://cms.example.test",
    seed: 42,
    selection: "--area PAGE,ERR",
  },
  target: {
    name: "Staging",
    kind: "url",
    url: "https://cms.example.test",
    metricsUrl: "https://metrics.example.test",
    profile: "neutral",
    versions: ["1.0", "2"],
    selfConsistency: false,
    allowed: ["read", "create", "delete"],
  },
  doctor: [
    { subject: "clock", state: "ok", text: "0.2 s apart from the target's" },
    { subject: "credentials", state: "advice", text: "Only one role is given; name more to examine the role rules." },
  ],
  requirements: [
    statement("PAGE-ITEMS-REJECT", { basis: "derived:D1", text: "A page size over 500 is refused." }),
    statement("PAGE-ITEMS-ACCEPT", { text: "A page size of 500 is accepted." }),
    statement("ERR-CODE", { level: "SHOULD", text: "A broken limit is named by its code.", provisional: true }),
    statement("ERR-BODY"),
    statement("ROLE-READ", { area: "ROLE" }),
    statement("ROLE-NONE", { area: "ROLE", level: "MAY", kind: "story" }),
    statement("TIER-BACKUP", { kind: "story" }),
    statement("ENV-UNKNOWN", { level: "UNSPECIFIED", kind: "silent", basis: "not-shown" }),
  ],
  verdicts,
  exchanges: [
    ...handshake(1, "PAGE-ITEMS-REJECT@listAlerts/v2", "listAlerts"),
    ...handshake(3, "PAGE-ITEMS-REJECT@listEvents/v2", "listEvents"),
    ...handshake(5, "PAGE-ITEMS-ACCEPT@listAlerts/v2", "listAlerts"),
    {
      id: "e7",
      at: 400,
      milliseconds: 5000,
      request: { method: "POST", url: "https://cms.example.test/api/v2/groups", headers: [], body: '{"name":"x"}' },
      response: { fault: "head-timeout", message: "No answer within 5,000 ms." },
    },
  ],
  changes: [
    { operation: "createGroup", id: "64b0aa", state: "removed" },
    { operation: "createAlertConfig", id: "64b0ab", state: "left", note: "the delete was answered with 500" },
  ],
  staleKnownFailures: [{ check: "ERR-OLD@listAlerts", state: "unmatched" }],
  ...SAMPLE_VIEWS,
});

export const SAMPLE: Report = buildReport(SAMPLE_INPUT);

/** The sample with some parts replaced. */
export function sampleWith(rest: Partial<ReportInput>): Report {
  return buildReport({ ...SAMPLE_INPUT, ...rest });
}
