import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { atlas } from "@plumbline/schemas";
import { describe, expect, test } from "vitest";
import { basic, type Caller, readChallenge, send } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

/*
 * Requests of clients of the public interface, as recorded on the wire: those of curl itself, and those of the usual
 * digest transports and generated clients.
 */
const caller = await running({ profile: atlas });
const { url, keys, world, serviceAccount } = caller.reference;
const group = `${url}/api/atlas/v2/groups/${world.projectId}`;
const run = promisify(execFile);
const hasCurl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);
const pair = `${keys.all.publicKey}:${keys.all.privateKey}`;
const dated = (date: string): string => `application/vnd.atlas.${date}+json`;
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** The answer to the last request that curl sent, after challenge and retry. */
async function curl(
  ...args: readonly string[]
): Promise<{ status: number; type: string; json: unknown; text: string }> {
  const format = "\n%{http_code} %{content_type}";
  const { stdout } = await run("curl", ["--silent", "--show-error", "--write-out", format, ...args]);
  const [, text = "", status, type = ""] = /^([\s\S]*)\n(\d+) (.*)$/.exec(stdout) ?? [];
  return { status: Number(status), type, text, json: text === "" ? undefined : JSON.parse(text) };
}

describe.skipIf(!hasCurl)("curl --digest", () => {
  const digest = ["--digest", "--user", pair];
  const accept = ["--header", `Accept: ${dated("2025-01-01")}`];

  test("reads, pages, wraps and prints", async () => {
    const list = await curl(...digest, ...accept, `${group}/alertConfigs?itemsPerPage=2&pageNum=2`);
    expect([list.status, list.type]).toEqual([200, dated("2025-01-01")]);
    expect(memberIn(list.json, "results")).toHaveLength(2);
    const wrapped = await curl(...digest, ...accept, `${group}/alertConfigs?envelope=true&pretty=true`);
    expect(memberIn(wrapped.json, "status")).toBe(200);
    expect(wrapped.text).toMatch(/^\{\n {2}"/);
  });

  test("creates, toggles, updates and deletes with the public names", async () => {
    const json = ["--header", "Content-Type: application/json"];
    const body = {
      eventTypeName: "CPS_RESTORE_SUCCESSFUL",
      enabled: true,
      notifications: [{ typeName: "DATADOG", datadogApiKey: "0123456789abcdef0123456789abcdef", datadogRegion: "US" }],
    };
    const data = ["--data", JSON.stringify(body)];
    const made = await curl(...digest, ...accept, ...json, ...data, `${group}/alertConfigs`);
    expect(made.status).toBe(200);
    expect(memberIn(made.json, "notifications")).toMatchObject([
      { typeName: "DATADOG", datadogApiKey: expect.stringMatching(/cdef$/) },
    ]);
    const own = `${group}/alertConfigs/${String(memberIn(made.json, "id"))}`;
    const off = await curl(...digest, ...accept, ...json, "--request", "PATCH", "--data", '{"enabled":false}', own);
    expect(memberIn(off.json, "enabled")).toBe(false);
    const put = await curl(...digest, ...accept, ...json, "--request", "PUT", ...data, own);
    expect(memberIn(put.json, "enabled")).toBe(true);
    const gone = await curl(...digest, ...accept, "--request", "DELETE", own);
    expect([gone.status, gone.text]).toEqual([204, ""]);
  });

  test("gets a token with Basic, and in with the token", async () => {
    const account = `${serviceAccount.clientId}:${serviceAccount.clientSecret}`;
    const form = ["--data", "grant_type=client_credentials"];
    const token = await curl("--user", account, ...form, `${url}/api/oauth/token`);
    expect(token.json).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
    const bearer = ["--header", `Authorization: Bearer ${String(memberIn(token.json, "access_token"))}`];
    expect((await curl(...bearer, ...accept, `${group}/alerts`)).status).toBe(200);
  });

  test("sends a body that it announces first", async () => {
    const json = ["--header", "Content-Type: application/json", "--header", "Expect: 100-continue"];
    const notifications = [{ typeName: "EMAIL", emailAddress: `${"x".repeat(100_000)}@example.com` }];
    const data = ["--data", JSON.stringify({ eventTypeName: "JOINED_GROUP", notifications })];
    expect((await curl(...digest, ...accept, ...json, ...data, `${group}/alertConfigs`)).status).toBe(200);
  });
});

describe("generated clients", () => {
  test.each([
    ["2023-01-01", "2023-01-01"],
    ["2023-02-01", "2023-02-01"],
    ["2024-08-05", "2024-08-05"],
    ["2025-01-01", "2025-01-01"],
    ["2025-03-12", "2025-01-01"],
  ])("ask for the date that they know, %s, and get no newer one", async (asked, answered) => {
    const reply = await caller.call("listAlerts", { headers: { Accept: dated(asked) } });
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, dated(answered)]);
    const headers = { Accept: dated(asked), "Content-Type": dated(asked) };
    expect((await caller.call("setAlertConfigEnabled", { headers, json: { enabled: true } })).status).toBe(200);
  });

  test.each(["2022-12-31", "2023-02-30", "preview", ""])("no date: %s", async (asked) => {
    expect((await caller.call("listAlerts", { headers: { Accept: dated(asked) } })).status).toBe(406);
  });

  test("name several dates, and say who they are", async () => {
    const headers = {
      Accept: `${dated("2023-01-01")};q=0.5, ${dated("2024-05-30")}`,
      "User-Agent": "go-atlas-sdk/v20250101001.0.0 (linux;amd64)",
      "Accept-Encoding": "gzip, deflate, br",
      "X-Request-Id": "1",
    };
    const reply = await caller.call("listAlerts", { headers });
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, dated("2024-05-30")]);
  });
});

describe("digest transports", () => {
  const target = `/api/atlas/v2/groups/${world.projectId}/alerts?itemsPerPage=1&pretty=true`;
  const parts = async () => {
    const challenge = readChallenge(await send(url + target));
    const [nc, cnonce] = ["00000001", "MTIzNDU2Nzg5MGFiY2RlZg=="];
    const a1 = md5(`${keys.all.publicKey}:${challenge.realm}:${keys.all.privateKey}`);
    const response = md5(`${a1}:${challenge.nonce}:${nc}:${cnonce}:auth:${md5(`GET:${target}`)}`);
    return { ...challenge, username: keys.all.publicKey, nc, cnonce, response };
  };
  const forms: readonly (readonly [string, (given: Awaited<ReturnType<typeof parts>>) => string])[] = [
    [
      "everything quoted",
      ({ username, realm, nonce, nc, cnonce, response }) =>
        `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${target}", response="${response}", algorithm="MD5", qop="auth", nc=${nc}, cnonce="${cnonce}"`,
    ],
    [
      "nothing quoted that need not be, no algorithm, in another order and without spaces",
      ({ username, realm, nonce, nc, cnonce, response }) =>
        `Digest response="${response}",cnonce="${cnonce}",nc=${nc},qop=auth,uri="${target}",nonce="${nonce}",realm="${realm}",username="${username}"`,
    ],
    [
      "an opaque that nobody asked for, the scheme in small letters, upper-case names",
      ({ username, realm, nonce, nc, cnonce, response }) =>
        `digest USERNAME="${username}", Realm="${realm}", nonce="${nonce}", uri="${target}", response="${response}", opaque="", algorithm=MD5, qop=auth, nc=${nc}, cnonce="${cnonce}", userhash=false`,
    ],
  ];
  test.each(forms)("%s", async (_form, authorization) => {
    const headers = { Authorization: authorization(await parts()), Accept: dated("2023-01-01") };
    expect((await send(url + target, { headers })).status).toBe(200);
  });
});

describe("clients whose digest leaves the query out of its uri", () => {
  const authorized = async (caller: Caller): Promise<readonly [plain: number, otherPath: number]> => {
    const { url, keys, world } = caller.reference;
    const path = `/api/atlas/v2/groups/${world.projectId}/alerts`;
    const get = async (uri: string): Promise<number> => {
      const challenge = readChallenge(await send(`${url}${path}?itemsPerPage=1`));
      const a1 = md5(`${keys.all.publicKey}:${challenge.realm}:${keys.all.privateKey}`);
      const response = md5(`${a1}:${challenge.nonce}:00000001:0123:auth:${md5(`GET:${uri}`)}`);
      const authorization = `Digest username="${keys.all.publicKey}", realm="${challenge.realm}", nonce="${challenge.nonce}", uri="${uri}", response="${response}", qop=auth, nc=00000001, cnonce="0123"`;
      const headers = { Authorization: authorization, Accept: dated("2023-01-01") };
      return (await send(`${url}${path}?itemsPerPage=1`, { headers })).status;
    };
    return [await get(path), await get(`${path}Configs`)];
  };

  test("are accepted by a lenient server, and only for the path that they signed", async () => {
    expect(await authorized(await running({ profile: atlas, lenient: true }))).toEqual([200, 401]);
    expect(await authorized(await running({ profile: atlas }))).toEqual([401, 401]);
  });
});

test("clusters are reached under the public scheme", async () => {
  const { json } = await caller.call("listClusters", { version: "1.0" });
  const text = JSON.stringify(json);
  expect(text).toMatch(/"standard":"mongodb:\/\//);
  expect(text).toMatch(/"standardSrv":"mongodb\+srv:\/\//);
  expect(text).toMatch(/"mongoURI":"mongodb:\/\//);
  expect(text).toMatch(/"awsPrivateLink":\{"[^"]+":"mongodb:\/\//);
  expect(text).not.toMatch(/engine(\+srv)?:\/\//);
});

test("every kind of notification keeps what it has publicly", async () => {
  const notifierId = "32b6e34b3d91647abb20e7b8";
  const integrationId = "32b6e34b3d91647abb20e7b9";
  const told = { delayMin: 5, notifierId };
  const again = { ...told, intervalMin: 15 };
  const audience = { emailEnabled: true, smsEnabled: false };
  const notifications = [
    { typeName: "DATADOG", datadogApiKey: `${"*".repeat(28)}cdef`, datadogRegion: "US", integrationId, ...again },
    { typeName: "EMAIL", emailAddress: "a@example.com", ...again },
    { typeName: "GROUP", ...audience, roles: ["GROUP_OWNER"], ...again },
    { typeName: "HIP_CHAT", notificationToken: "t", roomName: "r", integrationId, ...again },
    { typeName: "MICROSOFT_TEAMS", microsoftTeamsWebhookUrl: "https://a.example.net/", integrationId, ...again },
    { typeName: "OPS_GENIE", opsGenieApiKey: "k", opsGenieRegion: "US", integrationId, ...told },
    { typeName: "PAGER_DUTY", serviceKey: "k", region: "US", integrationId, ...told },
    { typeName: "VICTOR_OPS", victorOpsApiKey: "k", victorOpsRoutingKey: "r", integrationId, ...told },
    { typeName: "ORG", ...audience, roles: ["ORG_OWNER"], ...again },
    { typeName: "SLACK", apiToken: "t", channelName: "c", integrationId, ...again },
    { typeName: "SMS", mobileNumber: "+15550100", ...again },
    { typeName: "TEAM", ...audience, teamId: integrationId, teamName: "t", ...again },
    { typeName: "USER", ...audience, username: "a@example.com", ...again },
    { typeName: "WEBHOOK", webhookUrl: "https://a.example.net/", webhookSecret: "s", integrationId, ...again },
  ];
  const json = { eventTypeName: "JOINED_GROUP", enabled: true, notifications };
  const made = await caller.call("createAlertConfig", { json });
  expect(memberIn(made.json, "notifications")).toEqual(notifications);
  const alertConfigId = String(memberIn(made.json, "id"));
  const read = await caller.call("getAlertConfig", { path: { alertConfigId } });
  expect(memberIn(read.json, "notifications")).toEqual(notifications);
  // Incident managers repeat notifications themselves.
  const pager = { typeName: "PAGER_DUTY", serviceKey: "k" };
  const other = await caller.call("createAlertConfig", {
    json: { ...json, notifications: [{ ...pager, intervalMin: 5 }] },
  });
  expect(memberIn(other.json, "notifications")).toEqual([pager]);
});

test("snapshots are exported to the third provider as well, under the public names alone", async () => {
  const body = { bucketName: "snapshots", cloudProvider: "GCP", iamRoleId: "32b6e34b3d91647abb20e7b8" };
  const made = await caller.call("createExportBucket", { json: body });
  expect([made.status, made.json]).toEqual([200, { _id: expect.any(String), ...body }]);
  const path = { exportBucketId: String(memberIn(made.json, "_id")) };
  expect((await caller.call("getExportBucket", { path })).json).toMatchObject({ cloudProvider: "GCP" });
  const neutrally = { ...body, cloudProvider: "PROVIDER_C" };
  expect((await (await running()).call("createExportBucket", { json: neutrally })).status).toBe(400);
});

test("a token client that sends its credentials in the form is refused until it uses the header", async () => {
  const { clientId, clientSecret } = serviceAccount;
  const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`;
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const bare = await send(`${url}/api/oauth/token`, { method: "POST", headers, body });
  // Clients that try both ways then use the header.
  expect([bare.status, memberIn(bare.json, "error")]).toEqual([401, "invalid_client"]);
  const both = { ...headers, Authorization: basic(clientId, clientSecret) };
  expect((await send(`${url}/api/oauth/token`, { method: "POST", headers: both, body })).status).toBe(200);
});
