import type { IncomingMessage, ServerResponse } from "node:http";
import { atlas } from "@plumbline/schemas";
import { expect, onTestFinished, test } from "vitest";
import { ApiError } from "./client/api-error.ts";
import type { ClientOptions } from "./client/client-options.ts";
import { InvalidCallError } from "./client/invalid-call-error.ts";
import { TransportError } from "./client/transport-error.ts";
import { createClient } from "./client.ts";
import { serveHttp } from "./server.test-support.ts";

const groupId = "5f0000000000000000000001";

async function open(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  options: Partial<ClientOptions> = {},
) {
  const lines: string[] = [];
  const origin = await serveHttp((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      lines.push(`${request.method} ${request.url} ${request.headers.accept} ${body}`.trim());
      answer(request, response, body);
    });
  });
  const credential = { scheme: "basic", label: "l", username: "u", password: "very-secret" } as const;
  const client = createClient({ baseUrl: `${origin}/`, credential, ...options });
  onTestFinished(() => client.close());
  return { client, lines, origin };
}

const json = (response: ServerResponse, status: number, value: unknown, headers = {}): void => {
  response.writeHead(status, headers).end(JSON.stringify(value));
};

test("a call is written as its declaration says, per version and profile", async () => {
  const { client, lines } = await open((_request, response) => json(response, 200, { a: 1 }), { profile: atlas });
  const call = { path: { groupId }, query: { itemsPerPage: 5, pretty: true } };
  const { status, value } = await client.call("listAlertConfigs", call);
  expect([status, value]).toEqual([200, { a: 1 }]);
  await client.call("listAlertConfigs", { path: { groupId }, version: "1.0" });
  await client.call("setAlertConfigEnabled", { path: { groupId, alertConfigId: "a/b" }, body: { enabled: false } });
  await client.call("issueServiceToken", { body: { grant_type: "client_credentials" } });
  expect(lines).toEqual([
    `GET /api/atlas/v2/groups/${groupId}/alertConfigs?itemsPerPage=5&pretty=true application/vnd.atlas.2025-01-01+json`,
    `GET /api/atlas/v1.0/groups/${groupId}/alertConfigs application/json`,
    `PATCH /api/atlas/v2/groups/${groupId}/alertConfigs/a%2Fb application/vnd.atlas.2025-01-01+json {"enabled":false}`,
    "POST /api/oauth/token application/json grant_type=client_credentials",
  ]);
});

test("a call that does not fit is refused before it is sent", async () => {
  const { client, lines } = await open((_request, response) => response.end());
  const refused = [
    client.call("listAlertConfigs"),
    client.call("listAlertConfigs", { path: { groupId, other: "x" } }),
    client.call("listAlertConfigs", { path: { groupId }, query: { itemPerPage: 5 } }),
    client.call("listAlertConfigs", { path: { groupId }, body: {} }),
  ];
  for (const call of refused) await expect(call).rejects.toThrow(InvalidCallError);
  await expect(refused[1]).rejects.toThrow(/received "other"$/);
  await expect(refused[2]).rejects.toThrow('did you mean "itemsPerPage"?');
  expect(() => client.paginate("getAlertConfig")).toThrow(InvalidCallError);
  expect(lines).toEqual([]);
});

test.each([
  [".", 'expected the path parameter "alertConfigId" to name a record, received "."'],
  ["..", 'expected the path parameter "alertConfigId" to name a record, received ".."'],
  ["", 'expected the path parameter "alertConfigId", received none'],
  ["a\ud800b", 'expected well-formed text as the path parameter "alertConfigId", received half of a surrogate pair'],
])("the path parameter %j is refused before it is sent", async (alertConfigId, message) => {
  const { client, lines } = await open((_request, response) => response.end());
  const call = client.call("deleteAlertConfig", { path: { groupId, alertConfigId } });
  await expect(call).rejects.toThrow(InvalidCallError);
  await expect(call).rejects.toThrow(message);
  expect(lines).toEqual([]);
});

test("dots within a path parameter and whole surrogate pairs are sent", async () => {
  const { client, lines } = await open((_request, response) => json(response, 200, {}));
  for (const alertConfigId of ["...", "a..b", "\u{1f600}"])
    await client.call("getAlertConfig", { path: { groupId, alertConfigId } });
  expect(lines.map((line) => /alertConfigs\/(\S+)/.exec(line)?.[1])).toEqual(["...", "a..b", "%F0%9F%98%80"]);
});

test("a query value with half of a surrogate pair is refused before it is sent", async () => {
  const { client, lines } = await open((_request, response) => response.end());
  const call = client.call("getAccessLogsByCluster", {
    path: { groupId, clusterName: "c" },
    query: { ipAddress: "\udc00" },
  });
  await expect(call).rejects.toThrow(InvalidCallError);
  await expect(call).rejects.toThrow('expected well-formed text as the query parameter "ipAddress"');
  expect(lines).toEqual([]);
});

test("a refusal becomes an ApiError with its code, and shows no secret", async () => {
  const body = { detail: "no very-secret way", error: 400, errorCode: "VALIDATION_ERROR", reason: "Bad Request" };
  const { client } = await open((_request, response) => json(response, 400, body));
  const error = await client.call("listMatcherFieldNames").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, errorCode: "VALIDATION_ERROR", detail: "no *** way" });
  expect(JSON.stringify(error) + String(error)).not.toContain("very-secret");
});

test("no answer becomes a TransportError", async () => {
  const { client } = await open((_request, response) => response.destroy());
  const error = await client.call("listMatcherFieldNames").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ fault: "reset" });
});

test("Retry-After is honoured twice, and not when it asks for too long or is not there", async () => {
  const busy = await open((_request, response) => json(response, 429, {}, { "retry-after": "0" }));
  await expect(busy.client.call("listMatcherFieldNames")).rejects.toMatchObject({ status: 429 });
  expect(busy.lines.length).toBe(3);
  for (const wait of ["3600", new Date(Date.now() + 3_600_000).toUTCString()]) {
    const long = await open((_request, response) => json(response, 503, {}, { "retry-after": wait }));
    await expect(long.client.call("listMatcherFieldNames")).rejects.toMatchObject({ status: 503 });
    expect(long.lines.length).toBe(1);
  }
  const silent = await open((_request, response) => json(response, 503, {}));
  await expect(silent.client.call("listMatcherFieldNames")).rejects.toMatchObject({ status: 503 });
  expect(silent.lines.length).toBe(1);
  let count = 0;
  const date = new Date(Date.now() - 5_000).toUTCString();
  const brief = await open((_request, response) =>
    json(response, count++ === 0 ? 429 : 200, {}, { "retry-after": date }),
  );
  expect((await brief.client.call("listMatcherFieldNames")).status).toBe(200);
});

test("a Retry-After that is neither seconds nor a date is no request to come back", async () => {
  for (const wait of ["1.5", "-5", "+3", "soon"]) {
    const { client, lines } = await open((_request, response) => json(response, 429, {}, { "retry-after": wait }));
    await expect(client.call("listMatcherFieldNames")).rejects.toMatchObject({ status: 429 });
    expect(lines.length, wait).toBe(1);
  }
});

test("a service account gets its token by itself; a refused one is told with the endpoint's code", async () => {
  const credential = { clientId: "id", clientSecret: "client-secret-1" };
  let fail = false;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === "/api/oauth/token") {
      const refusal = { error: "invalid_client", error_description: "no" };
      json(response, fail ? 401 : 200, fail ? refusal : { access_token: "issued-token", expires_in: 60 });
    } else json(response, request.headers.authorization === "Bearer issued-token" ? 200 : 401, {});
  };
  const { client } = await open(answer, { credential });
  const { exchange } = await client.call("listMatcherFieldNames");
  expect(JSON.stringify(exchange)).not.toContain("issued-token");
  fail = true;
  const other = await open(answer, { credential });
  await expect(other.client.call("listMatcherFieldNames")).rejects.toMatchObject({
    errorCode: "invalid_client",
    status: 401,
  });
});
