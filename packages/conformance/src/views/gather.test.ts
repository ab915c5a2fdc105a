import { type Exchange, Redactor } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { Gate } from "../kernel/gate.ts";
import { testTarget } from "../target/target.test-support.ts";
import { ViewGatherer } from "./gather.ts";

const PLACE = "https://cms.example.test/api/product/v2/groups/32b6e34b3d91647abb20e7b8/alerts";
const key = (label: string) => ({ scheme: "digest", label, username: label, password: `canary-of-${label}` }) as const;
const target = testTarget("https://cms.example.test", {
  credentials: { main: key("main"), noRole: key("nobody"), byRole: { "Project Read Only": key("reader") } },
});

interface Change {
  readonly query?: string;
  readonly label?: string;
  readonly status?: number;
  readonly json?: unknown;
  readonly headers?: Exchange["request"]["headers"];
  readonly challenge?: string;
  readonly operation?: string;
}

function exchange({
  query = "",
  label = "main",
  status = 200,
  json = {},
  headers,
  challenge,
  operation,
}: Change): Exchange {
  const body = JSON.stringify(json);
  return {
    id: "x1",
    operation: operation ?? "listAlerts",
    version: "2",
    check: "PAGE-ITEMS-REJECT@listAlerts/v2",
    request: {
      method: "GET",
      url: `${PLACE}${query}`,
      headers: headers ?? [["authorization", "Digest …"]],
      credential: { scheme: "digest", label },
    },
    response: {
      status,
      headers: challenge === undefined ? [] : [["WWW-Authenticate", challenge]],
      body,
      bodyBytes: body.length,
      invalidUtf8: false,
      json,
    },
    startedAt: 0,
    milliseconds: 1,
  };
}

function viewsOf(...seen: readonly Change[]) {
  const redactor = new Redactor();
  redactor.learn("canary-secret");
  const gatherer = new ViewGatherer(target, new Gate(redactor));
  for (const change of seen) gatherer.see(exchange(change));
  return gatherer.views();
}

describe("ViewGatherer", () => {
  it("lists the operations by number, with a path of each", () => {
    const { operations = [] } = viewsOf();
    expect(operations).toHaveLength(target.contract.operations.length);
    expect(operations.map(({ number }) => number)).toEqual(
      operations.map(({ number }) => number).toSorted((one, other) => one - other),
    );
    expect(operations[0]).toMatchObject({ operation: "getAccessLogsByCluster", number: 1, method: "GET" });
  });

  it("shows the result per role, and keeps the most telling answer", () => {
    const { roleMatrix } = viewsOf(
      { label: "nobody", status: 401, headers: [] },
      { label: "nobody", status: 500 },
      { label: "nobody", status: 403 },
      { label: "nobody", status: 200 },
      { label: "reader", status: 401, challenge: 'Digest realm="x", stale=TRUE' },
      { label: "reader", status: 200 },
      { label: "main", status: 200 },
    );
    expect(roleMatrix).toMatchObject([
      { operation: "listAlerts", version: "v2", role: "no role", due: "refused", got: "allowed", status: 200 },
      { operation: "listAlerts", version: "v2", role: "Project Read Only", due: "allowed", got: "allowed" },
    ]);
  });

  it("expects a refusal only for a write with a read-only key", () => {
    const { roleMatrix } = viewsOf({ label: "reader", status: 403, operation: "acknowledgeAlert" });
    expect(roleMatrix).toMatchObject([{ due: "refused", got: "refused" }]);
  });

  it("sorts the values around a limit, with the expected and actual outcome", () => {
    const { ladders } = viewsOf(
      { query: "?itemsPerPage=501" },
      { query: "?itemsPerPage=1" },
      { query: "?itemsPerPage=0", status: 400 },
      { query: "?itemsPerPage=500&pretty=true", status: 404 },
    );
    expect(ladders).toHaveLength(1);
    expect(ladders?.[0]).toMatchObject({ location: "query", parameter: "itemsPerPage", limit: "1 to 500" });
    expect(ladders?.[0]?.rungs.map(({ value, due, got }) => [value, due, got])).toEqual([
      ["0", "refused", "refused"],
      ["1", "accepted", "accepted"],
      ["500", "accepted", "unclear"],
      ["501", "refused", "accepted"],
    ]);
  });

  it("ignores values far from a limit, in unusual form, or beside another wrong parameter", () => {
    const { ladders } = viewsOf(
      { query: "?itemsPerPage=77" },
      { query: "?itemsPerPage=01" },
      { query: "?itemsPerPage=500&pretty=perhaps", status: 400 },
      { query: "?itemsPerPage=500", label: "reader", status: 403 },
    );
    expect(ladders).toEqual([]);
  });

  it("names undescribed members, with secrets masked", () => {
    const record = { colour: null, apiToken: "canary-named", status: "OPEN", deep: { of: "canary-secret" } };
    const { drift } = viewsOf(
      { json: { results: [record, { colour: "red" }], totalCount: 1 } },
      { query: "?envelope=true", json: { wrapped: true } },
      { status: 400, json: { oops: true } },
    );
    expect(drift?.map(({ pointer, type }) => [pointer, type])).toEqual([
      ["/results/-/colour", "null or string"],
      ["/results/-/apiToken", "string"],
      ["/results/-/deep", "object"],
    ]);
    expect(JSON.stringify(drift)).not.toContain("canary");
  });
});
