import { expect, test } from "vitest";
import { basic, type Call, type Caller, send } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const FORM = "grant_type=client_credentials";
const ask = (caller: Caller, call: Call = {}) => caller.call("issueServiceToken", { body: FORM, ...call });

test("a token opens the main interface with every role, for an hour", async () => {
  const caller = await running();
  const reply = await ask(caller);
  expect(reply.json).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 3600 });
  expect(reply.headers["cache-control"]).toBe("no-store");
  const headers = { Authorization: `bearer ${memberIn(reply.json, "access_token")}` };
  expect((await caller.call("listAlerts", { headers })).status).toBe(200);
  expect((await caller.call("setAlertConfigEnabled", { headers, json: { enabled: true } })).status).toBe(200);
  caller.reference.clock.advance(3_600_000 - 1);
  expect((await caller.call("listAlerts", { headers })).status).toBe(200);
  caller.reference.clock.advance(1);
  expect((await caller.call("listAlerts", { headers })).status).toBe(401);
  expect((await caller.call("listAlerts", { headers: { Authorization: "Bearer guess" } })).status).toBe(401);
});

test("each refusal has its word", async () => {
  const caller = await running();
  const { serviceAccount, blockedServiceAccount, keys } = caller.reference;
  const cases: readonly (readonly [number, string, Call])[] = [
    [401, "invalid_client", { headers: { Authorization: basic("nobody", "nothing") } }],
    [401, "invalid_client", { headers: { Authorization: basic(serviceAccount.clientId, "wrong") } }],
    [401, "invalid_client", { headers: { Authorization: basic(keys.all.publicKey, keys.all.privateKey) } }],
    [
      403,
      "access_denied",
      { headers: { Authorization: basic(blockedServiceAccount.clientId, blockedServiceAccount.clientSecret) } },
    ],
    [400, "unsupported_grant_type", { body: "grant_type=password" }],
    [400, "invalid_request", { body: "scope=all" }],
    [400, "invalid_request", { body: `${FORM}&${FORM}` }],
    [400, "invalid_request", { body: "grant_type=%ff" }],
    [400, "invalid_request", { body: FORM, headers: { "Content-Type": "application/json" } }],
    [400, "invalid_request", { query: "pretty=abc" }],
  ];
  for (const [status, error, call] of cases) {
    const reply = await ask(caller, call);
    expect([reply.status, reply.json]).toEqual([status, { error, error_description: expect.any(String) }]);
  }
});

test("envelope and pretty are heard", async () => {
  const caller = await running();
  expect((await ask(caller, { query: "envelope=true" })).json).toMatchObject({
    status: 200,
    content: { token_type: "Bearer" },
  });
  expect((await ask(caller, { query: "pretty=true" })).text).toContain('\n  "token_type"');
  expect((await ask(caller, { query: "envelope=true", body: "x=1" })).json).toMatchObject({
    status: 400,
    content: { error: "invalid_request" },
  });
});

test("ten requests a minute: further ones get Retry-After, and asking too early extends no wait", async () => {
  const caller = await running();
  const { clock } = caller.reference;
  for (let index = 0; index < 10; index += 1) {
    expect((await ask(caller)).status).toBe(200);
    clock.advance(1_500);
  }
  const limited = await ask(caller);
  expect([limited.status, memberIn(limited.json, "error"), limited.headers["retry-after"]]).toEqual([
    429,
    "rate_limited",
    "45",
  ]);
  clock.advance(44_999);
  expect((await ask(caller)).headers["retry-after"]).toBe("1");
  clock.advance(1);
  expect((await ask(caller)).status).toBe(200);
  expect((await ask(caller)).status).toBe(429);
});

test("discovery knows the metrics user alone, and a project's members by their scheme", async () => {
  const caller = await running();
  const { keys, world } = caller.reference;
  const discover = (query?: string, headers = {}) =>
    caller.call("discoverMetricsTargets", { ...(query && { query }), headers });
  const plain = (await discover()).json;
  expect((await discover("targetScheme=PUBLIC")).json).toEqual(plain);
  expect(plain).toContainEqual({
    targets: world.hostnames.map((name) => `${name}:27018`),
    labels: expect.objectContaining({ group_id: world.projectId, cluster_name: "Cluster0", org_id: world.orgId }),
  });
  expect(JSON.stringify((await discover("targetScheme=PRIVATE")).json)).toContain("-pri.");
  expect((await discover(undefined, { Authorization: basic(keys.all.publicKey, keys.all.privateKey) })).status).toBe(
    401,
  );
  expect((await send(caller.url("discoverMetricsTargets"))).headers["www-authenticate"]).toMatch(/^Basic realm=/);
});
