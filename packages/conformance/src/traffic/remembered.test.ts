import { expect, it } from "vitest";
import { requirements } from "../requirements/requirements.ts";
import { GROUP, SERVER, traffic } from "./exchange.test-support.ts";
import { outcomesIn, target } from "./outcomes.test-support.ts";
import { TrafficJudge } from "./traffic-judge.ts";

const outcomesOf = outcomesIn(
  "ALC-",
  "ALT-LIST-",
  "AUTH-DIGEST-REQUIRED-",
  "AUTH-ROLES-",
  "OP01-",
  "OP05-",
  "OP09-",
  "OP53get-",
  "OP71-",
  "PAGE-",
  "SRCH-ANALYZERS-",
  "TRAFFIC-",
);

const as = (name: string) => ({ authorization: `Digest username="${name}", realm="r", response="x"` });

const CONFIGS = `/api/product/v1.0/groups/${GROUP}/alertConfigs`;
const ID = "bbbbbbbbbbbbbbbbbbbbbbbb";
const OTHER = "cccccccccccccccccccccccc";
const sent = (delayMin = 5) => ({
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  enabled: true,
  notifications: [{ typeName: "MONITORING_PLATFORM", monitoringRegion: "EU", delayMin, intervalMin: 60 }],
});
const shown = (id: string, change = {}) => ({ ...sent(), id, groupId: GROUP, ...change });

it("calls a write lost if two records show another value than was sent, but not if one does", async () => {
  const of = (ids: readonly string[]) => {
    const next = traffic();
    return ids.flatMap((id) => [
      next("POST", CONFIGS, 201, { body: sent(), answer: shown(id) }),
      next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id), at: 100_000 }),
      next("PUT", `${CONFIGS}/${id}`, 200, { body: sent(9), answer: shown(id), at: 101_000 }),
      next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id), at: 200_000 }),
    ]);
  };
  const check = "ALC-KEPT@updateAlertConfig/v1.0";
  expect((await outcomesOf(of([ID])))[check]).not.toBe("fail");
  expect((await outcomesOf(of([ID, OTHER])))[check]).toBe("fail");
  expect((await outcomesOf(of([ID, OTHER])))["ALC-KEPT@createAlertConfig/v1.0"]).toBe("pass");
});

it("expects sent values only after the consistency delay and until the next write", async () => {
  const next = traffic();
  const exchanges = [ID, OTHER].flatMap((id) => [
    next("PUT", `${CONFIGS}/${id}`, 200, { body: sent(9), answer: shown(id, sent(9)), at: 0 }),
    next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id), at: 500 }),
    next("PATCH", `${CONFIGS}/${id}`, 200, { body: { enabled: true }, answer: shown(id), at: 1_000 }),
    next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id), at: 20_000 }),
  ]);
  const outcomes = await outcomesOf(exchanges);
  expect(outcomes["ALC-KEPT@updateAlertConfig/v1.0"]).toBe("pass");
  expect(outcomes["ALC-TOGGLE-ON@setAlertConfigEnabled/v1.0"]).toBe("pass");
});

it("fails a delete if two records can still be read a minute after it", async () => {
  const of = (at: number) => {
    const next = traffic();
    return [ID, OTHER].flatMap((id) => [
      next("DELETE", `${CONFIGS}/${id}`, 204, { at: 0 }),
      next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id), at }),
    ]);
  };
  const check = "ALC-DELETE@deleteAlertConfig/v1.0";
  expect((await outcomesOf(of(61_000)))[check]).toBe("fail");
  expect((await outcomesOf(of(10_000)))[check]).toBe("not-applicable");
});

it("fails a delete if a complete list still has the record, and passes it otherwise", async () => {
  const of = (results: readonly unknown[]) => {
    const next = traffic();
    return [
      next("DELETE", `${CONFIGS}/${ID}`, 204, { at: 0 }),
      next("DELETE", `${CONFIGS}/${OTHER}`, 204, { at: 0 }),
      next("GET", CONFIGS, 200, { answer: { results, totalCount: results.length }, at: 70_000 }),
    ];
  };
  const check = "ALC-DELETE@deleteAlertConfig/v1.0";
  expect((await outcomesOf(of([shown(ID), shown(OTHER)])))[check]).toBe("fail");
  expect((await outcomesOf(of([])))[check]).toBe("pass");
});

it("fails a delete if a page still has the record, and draws no conclusion if it does not", async () => {
  const of = (results: readonly unknown[]) => {
    const next = traffic();
    return [
      next("DELETE", `${CONFIGS}/${ID}`, 204, { at: 0 }),
      next("DELETE", `${CONFIGS}/${OTHER}`, 204, { at: 0 }),
      next("GET", `${CONFIGS}?itemsPerPage=2`, 200, { answer: { results, totalCount: 7 }, at: 70_000 }),
    ];
  };
  const check = "ALC-DELETE@deleteAlertConfig/v1.0";
  expect((await outcomesOf(of([shown(ID), shown(OTHER)])))[check]).toBe("fail");
  expect((await outcomesOf(of([])))[check]).toBe("not-applicable");
});

it("still expects sent values after other records were created", async () => {
  const next = traffic();
  const exchanges = [ID, OTHER].flatMap((id) => [
    next("PUT", `${CONFIGS}/${id}`, 200, { body: sent(9), answer: shown(id, sent(9)), at: 1_000 }),
    next("POST", CONFIGS, 201, { body: sent(), answer: shown("d".repeat(24)), at: 2_000 }),
    next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id), at: 20_000 }),
  ]);
  expect((await outcomesOf(exchanges))["ALC-KEPT@updateAlertConfig/v1.0"]).toBe("fail");
});

it.each([
  ["itemsPerPage=1", "PAGE-ITEMS-HONOURED", 1, "pass"],
  ["itemsPerPage=1&pageNum=2", "PAGE-ITEMS-HONOURED", 2, "fail"],
  ["includeCount=false&itemsPerPage=9", "PAGE-INCLUDECOUNT-FALSE", 2, "fail"],
  ["includeCount=true", "PAGE-INCLUDECOUNT-FALSE", 2, "not-applicable"],
])("judges a single page by its query: %s", async (query, rule, records, outcome) => {
  const results = [shown(ID), shown(OTHER)].slice(0, records);
  const exchange = traffic()("GET", `${CONFIGS}?${query}`, 200, { answer: { results, totalCount: 2 } });
  expect((await outcomesOf([exchange]))[`${rule}@listAlertConfigs/v1.0`]).toBe(outcome);
});

it("fails writes without a key only if the other requests show their key", async () => {
  const of = (others: object) => {
    const next = traffic();
    return [
      next("PUT", `${CONFIGS}/${ID}`, 200, { body: sent(), answer: shown(ID), authorization: null }),
      next("GET", `${CONFIGS}/${ID}`, 200, { answer: shown(ID), ...others }),
    ];
  };
  const check = "AUTH-DIGEST-REQUIRED-WRITES@updateAlertConfig/v1.0";
  expect((await outcomesOf(of({})))[check]).toBe("fail");
  expect((await outcomesOf(of({ authorization: null })))[check]).toBe("not-applicable");
});

it("fails a write by a key without the required role, in the project of the target file", async () => {
  const write = (name: string, path = CONFIGS) => {
    const next = traffic();
    return [next("POST", path, 201, { body: sent(), answer: shown(ID), ...as(name) })];
  };
  expect((await outcomesOf(write("norole")))["AUTH-ROLES-GATE-WRITES@createAlertConfig/v1.0"]).toBe("fail");
  expect((await outcomesOf(write("readonly")))["AUTH-ROLES-READ-ONLY@createAlertConfig/v1.0"]).toBe("fail");
  const elsewhere = await outcomesOf(write("norole", CONFIGS.replace(GROUP, OTHER)));
  expect(elsewhere["AUTH-ROLES-GATE-WRITES@createAlertConfig/v1.0"]).toBe("not-applicable");
});

it("fails ROLE if a key with the role gets 403 twice while the main key succeeds as often", async () => {
  const of = (main: number, owner = 403) => {
    const next = traffic();
    return [0, 1].flatMap(() => [
      next("POST", CONFIGS, main, { body: sent(), answer: shown(ID) }),
      next("POST", CONFIGS, owner, { body: sent(), answer: { error: owner }, ...as("owner") }),
    ]);
  };
  expect((await outcomesOf(of(201)))["OP05-ROLE@createAlertConfig/v1.0"]).toBe("fail");
  expect((await outcomesOf(of(403)))["OP05-ROLE@createAlertConfig/v1.0"]).toBe("not-applicable");
  expect((await outcomesOf(of(201, 409)))["OP05-ROLE@createAlertConfig/v1.0"]).toBe("not-applicable");
});

it("counts 403s of a role across versions, and needs a success of the main key in each", async () => {
  const V2 = CONFIGS.replace("v1.0", "v2");
  const headers = [["accept", "application/vnd.product.2025-01-01+json"]] as const;
  const of = (second: number) => {
    const next = traffic();
    return [
      next("POST", CONFIGS, 201, { body: sent(), answer: shown(ID) }),
      next("POST", CONFIGS, 403, { body: sent(), answer: { error: 403 }, ...as("owner") }),
      next("POST", V2, second, { body: sent(), answer: shown(ID), headers }),
      next("POST", V2, 403, { body: sent(), answer: { error: 403 }, headers, ...as("owner") }),
    ];
  };
  expect((await outcomesOf(of(201)))["OP05-ROLE@createAlertConfig/v2"]).toBe("fail");
  expect((await outcomesOf(of(409)))["OP05-ROLE@createAlertConfig/v2"]).toBe("not-applicable");
});

it("counts a 403 for a record only if the main key shows later that the record existed", async () => {
  const of = (status: number) => {
    const next = traffic();
    return [ID, OTHER].flatMap((id) => [
      next("PUT", `${CONFIGS}/${id}`, 403, { body: sent(), answer: { error: 403 }, ...as("owner") }),
      next("DELETE", `${CONFIGS}/${id}`, status),
      next("PUT", `${CONFIGS}/${"d".repeat(24)}`, 200, { body: sent(), answer: shown("d".repeat(24)) }),
    ]);
  };
  expect((await outcomesOf(of(200)))["OP09-ROLE@updateAlertConfig/v1.0"]).toBe("fail");
  // A server may answer 403 for a record that does not exist.
  expect((await outcomesOf(of(404)))["OP09-ROLE@updateAlertConfig/v1.0"]).toBe("not-applicable");
});

it("judges serverless requests even if the target file names no instance", async () => {
  const next = traffic();
  const snapshot = `/api/product/v1.0/groups/${GROUP}/serverless/Instance0/backup/snapshots/${ID}`;
  const of = (status: number) => [
    next("GET", snapshot.replace("serverless/Instance0", "clusters/Cluster0"), 200, { answer: { id: ID } }),
    next("GET", snapshot, 200, { answer: { id: ID } }),
    next("GET", `${snapshot}?envelope=false`, status, { answer: { id: ID } }),
    next("GET", snapshot, 200, { answer: { id: ID } }),
  ];
  const check = "OP53get-PARAMS@getServerlessSnapshot/v1.0";
  expect((await outcomesOf(of(400)))[check]).toBe("warn");
  expect((await outcomesOf(of(200)))[check]).toBe("pass");
});

it("does not fail ROLE if the 403 concerns another cluster than the success", async () => {
  const of = (cluster: string) => {
    const next = traffic();
    const logs = (name: string) => `/api/product/v1.0/groups/${GROUP}/dbAccessHistory/clusters/${name}`;
    return [0, 1].flatMap(() => [
      next("GET", logs("Cluster0"), 200, { answer: { accessLogs: [] } }),
      next("GET", logs(cluster), 403, { answer: { error: 403 }, ...as("owner") }),
    ]);
  };
  expect((await outcomesOf(of("Cluster0")))["OP01-ROLE@getAccessLogsByCluster/v1.0"]).toBe("fail");
  expect((await outcomesOf(of("shared")))["OP01-ROLE@getAccessLogsByCluster/v1.0"]).toBe("not-applicable");
});

it("fails PARAMS if every write with a query is refused and every write without one succeeds", async () => {
  const of = (plain: number, bodies = [1, 2, 3, 4]) => {
    const next = traffic();
    return bodies.map((delay, index) =>
      next(
        "POST",
        index % 2 === 0 ? CONFIGS : `${CONFIGS}?envelope=false&pretty=false`,
        index % 2 === 0 ? plain : 400,
        {
          body: sent(delay),
          answer: shown(ID),
        },
      ),
    );
  };
  const check = "OP05-PARAMS@createAlertConfig/v1.0";
  expect((await outcomesOf(of(201)))[check]).toBe("fail");
  expect((await outcomesOf(of(400)))[check]).toBe("not-applicable");
  // The server may refuse these because an equal record already exists.
  expect((await outcomesOf(of(201, [1, 1, 2, 2])))[check]).toBe("not-applicable");
});

it("fails TRAFFIC-LIMITS if the target accepts a request that breaks a limit, and names the limit", async () => {
  const next = traffic();
  const { notifications: _left, ...body } = sent();
  const judge = new TrafficJudge(target, { requirements, command: "", toolVersion: "0", runId: "0" });
  judge.see(next("POST", CONFIGS, 201, { body, answer: shown(ID) }));
  const { verdicts } = await judge.finish();
  const verdict = verdicts.find(({ check }) => check === "TRAFFIC-LIMITS@createAlertConfig/v1.0");
  expect(verdict).toMatchObject({ outcome: "fail", expected: expect.stringContaining("/notifications") });
  const refused = [next("POST", CONFIGS, 400, { body, answer: {} })];
  expect((await outcomesOf(refused))["TRAFFIC-LIMITS@createAlertConfig/v1.0"]).toBe("pass");
});

it.each([
  ["an index in the flat form, which the current version takes too", { mappings: { dynamic: true } }],
  ["both lists of a stored source", { definition: { mappings: {}, storedSource: { include: ["a"], exclude: ["b"] } } }],
])("warns of TRAFFIC-LIMITS only, for %s", async (_what, text) => {
  const at = `/api/product/v2/groups/${GROUP}/clusters/Cluster0/search/indexes`;
  const index = { database: "d", collectionName: "c", name: "i", ...text };
  const headers = [["accept", "application/vnd.product.2025-01-01+json"]] as const;
  const of = (body: object) => [traffic()("POST", at, 201, { body, answer: { indexID: ID, ...body }, headers })];
  const check = "TRAFFIC-LIMITS@createSearchIndex/v2";
  expect((await outcomesOf(of(index)))[check]).toBe("warn");
  expect((await outcomesOf(of({ ...index, database: 5 })))[check]).toBe("fail");
});

it("recognizes metrics discovery at its own address", async () => {
  const next = traffic();
  const of = { ...target, metricsUrl: `${SERVER}/metrics/v1.0` };
  const outcomes = await outcomesOf([next("GET", `/metrics/v1.0/groups/${GROUP}/discovery`, 200, { answer: {} })], of);
  expect(outcomes["OP71-RESP@discoverMetricsTargets/own"]).toBe("fail");
});

it("does not count a 401 of a key with the role as a refusal of the role", async () => {
  const next = traffic();
  const exchanges = [0, 1].flatMap(() => [
    next("POST", CONFIGS, 201, { body: sent(), answer: shown(ID) }),
    next("POST", CONFIGS, 401, { body: sent(), answer: { error: 401 }, ...as("owner") }),
  ]);
  expect((await outcomesOf(exchanges))["OP05-ROLE@createAlertConfig/v1.0"]).toBe("not-applicable");
});

it.each(["itemsPerPage=5?itemsPerPage=5", "itemsPerPage=%zz", "itemsPerPage=0&itemsPerPage=1"])(
  "does not judge a query with several readings: %s",
  async (query) => {
    const next = traffic();
    const answer = { results: [], totalCount: 0 };
    const exchanges = [next("GET", `${CONFIGS}?${query}`, 200, { answer })];
    expect((await outcomesOf(exchanges))["TRAFFIC-LIMITS@listAlertConfigs/v1.0"]).not.toBe("fail");
  },
);

it.each([
  ["status=OPEN", "OPEN", "pass"],
  ["status=CLOSED", "OPEN", "fail"],
  ["itemsPerPage=9", "OPEN", "not-applicable"],
])("judges by one answer whether the target applied the filter: %s", async (query, status, outcome) => {
  const answer = { results: [{ id: ID, status }], totalCount: 1 };
  const exchange = traffic()("GET", `/api/product/v1.0/groups/${GROUP}/alerts?${query}`, 200, { answer });
  expect((await outcomesOf([exchange]))["ALT-LIST-STATUS-FILTER@listAlerts/v1.0"]).toBe(outcome);
});

it("fails SRCH-ANALYZERS-REPLACE if two answers lack a member that was sent", async () => {
  const path = `/api/product/v1.0/groups/${GROUP}/clusters/Cluster0/fts/analyzers`;
  const analyzer = { name: "a", tokenizer: { type: "whitespace" }, tokenFilters: [{ type: "lowercase" }] };
  const { tokenFilters: _lost, ...without } = analyzer;
  const check = "SRCH-ANALYZERS-REPLACE@replaceCustomAnalyzers/v1.0";
  const of = (answer: unknown) => {
    const next = traffic();
    return [1, 2].map(() => next("PUT", path, 200, { body: [analyzer], answer }));
  };
  expect((await outcomesOf(of([without])))[check]).toBe("fail");
  expect((await outcomesOf(of([analyzer])))[check]).toBe("pass");
});
