import type { Credential } from "@plumbline/client";
import { atlas, bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { Call, Who } from "../ground/call.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { compose } from "./compose.ts";
import { faultyDigest } from "./faulty-digest.ts";
import { UnknownRouteError } from "./unknown-route-error.ts";

const BASE = "http://127.0.0.1:1";
const GROUP = "32b6e34b3d91647abb20e7b8";
const JSON_2 = "application/vnd.product.2025-01-01+json";

const composedFor = (change: Partial<Target>, call: Partial<Call> = {}) => {
  const target = testTarget(BASE, change);
  return compose({ operation: "listAlertConfigs", version: "2", ...call }, target, emptyWorld(target));
};
const composed = (call: Partial<Call> = {}) => composedFor({}, call);
const urlOf = (call: Partial<Call>) => composed(call).url;

describe("compose, for an operation in a version", () => {
  it("throws NotOfferedError if the target lacks a described operation", () => {
    const contract = bindContract({
      ...neutral,
      routes: { listAlertConfigs: { "2": null } },
      standalonePaths: { issueServiceToken: null },
    });
    expect(composedFor({ contract }, { version: "1.0" })).toMatchObject({ version: "1.0" });
    expect(() => composedFor({ contract })).toThrow(NotOfferedError);
    expect(() => composedFor({ contract })).toThrow(
      "the check needs listAlertConfigs, which the target does not offer",
    );
    for (const version of ["2", "standalone"] as const)
      expect(() => composedFor({ contract }, { operation: "issueServiceToken", version })).toThrow(NotOfferedError);
  });

  it("throws UnknownRouteError if the contract lacks the operation in that version", () => {
    expect(() => composed({ version: "standalone" })).toThrow(UnknownRouteError);
    expect(() => composed({ operation: "listShardedSnapshots", version: "1.0" })).toThrow(UnknownRouteError);
    expect(() => composed({ operation: "issueServiceToken", version: "2" })).toThrow(UnknownRouteError);
  });
});

describe("compose, for the request line", () => {
  const path = `/api/product/v2/groups/${GROUP}/alertConfigs`;

  it("uses the operation's method and path, and labels the request with its name", () => {
    expect(composed()).toMatchObject({
      method: "GET",
      url: BASE + path,
      operation: "listAlertConfigs",
      version: "2",
    });
    expect(composed({ method: "BREW" }).method).toBe("BREW");
  });

  it("fills the path with the call's ids, escaped, and otherwise with the known fixtures", () => {
    expect(urlOf({ operation: "getAlertConfig", path: { alertConfigId: "a/b c" } })).toBe(`${BASE + path}/a%2Fb%20c`);
    expect(urlOf({ path: { groupId: "1" } })).toBe(BASE + path.replace(GROUP, "1"));
    expect(urlOf({ operation: "getAlertConfig" })).toBe(`${BASE + path}/{alertConfigId}`);
  });

  it("puts a raw path value into the path unchanged", () => {
    const rawPath = { groupId: "$&/%" };
    expect(urlOf({ rawPath, path: { groupId: "1" } })).toBe(BASE + path.replace(GROUP, () => "$&/%"));
  });

  it("adds the query if the call has one, escaped unless it is raw", () => {
    expect(urlOf({ query: {} })).toBe(BASE + path);
    expect(urlOf({ query: { "a b": "c&d", e: "" } })).toBe(`${BASE + path}?a%20b=c%26d&e=`);
    expect(urlOf({ query: { a: "1" }, rawQuery: "a b&&" })).toBe(`${BASE + path}?a b&&`);
    expect(urlOf({ rawQuery: "" })).toBe(`${BASE + path}?`);
  });

  it("sends a request for another path below the prefix of its version", () => {
    expect(urlOf({ elsewhere: "/nowhere", query: { a: "1" } })).toBe(`${BASE}/api/product/v2/nowhere?a=1`);
    expect(urlOf({ operation: "issueServiceToken", version: "standalone", elsewhere: "/nowhere" })).toBe(
      `${BASE}/nowhere`,
    );
  });

  it("sends metrics requests to the metrics address if there is one", () => {
    const call = { operation: "discoverMetricsTargets", version: "standalone" } as const;
    const metricsUrl = "http://127.0.0.1:2/m";
    expect(composedFor({ metricsUrl }, call).url).toBe(`${metricsUrl}/groups/${GROUP}/discovery`);
    expect(composedFor({}, call).url).toBe(`${BASE}/groups/${GROUP}/discovery`);
    expect(composedFor({ metricsUrl }).url).toBe(BASE + path);
  });

  it("fills the path of a serverless operation with the serverless instance", () => {
    const fixtures = { groupId: GROUP, clusterName: "Cluster0", serverlessInstanceName: "Instance0" };
    expect(composedFor({ fixtures }, { operation: "listServerlessSnapshots" }).url).toContain("/Instance0/");
  });
});

describe("compose, for headers and body", () => {
  it("asks for the media type of the version, another one, or none", () => {
    expect(composed().headers).toEqual([["accept", JSON_2]]);
    expect(composed({ accept: "text/html" }).headers).toEqual([["accept", "text/html"]]);
    expect(composed({ accept: null }).headers).toEqual([]);
  });

  it("writes the body in the target's field names and the operation's media type", () => {
    const contract = bindContract(atlas);
    const call = { operation: "createCluster", body: { engineMajorVersion: "7.0" } } as const;
    expect(composedFor({ contract }, call)).toMatchObject({
      body: '{"mongoDBMajorVersion":"7.0"}',
      headers: [expect.anything(), ["content-type", "application/json"]],
    });
    expect(composed()).not.toHaveProperty("body");
  });

  it("writes a form if the operation takes one, unless the call states another type", () => {
    const call = {
      operation: "issueServiceToken",
      version: "standalone",
      body: { grant_type: "a b" },
      accept: null,
    } as const;
    const form = [["content-type", "application/x-www-form-urlencoded"]];
    expect(composed(call)).toMatchObject({ body: "grant_type=a+b", headers: form });
    const contentType = "application/json";
    expect(composed({ ...call, contentType })).toMatchObject({
      body: '{"grant_type":"a b"}',
      headers: [["content-type", contentType]],
    });
    expect(composed({ operation: "issueServiceToken", version: "standalone" })).not.toHaveProperty("body");
  });

  it("sends a raw body unchanged, as JSON unless the call states another type", () => {
    const raw = { accept: null, rawBody: "{", body: { a: 1 } };
    expect(composed(raw)).toMatchObject({ body: "{", headers: [["content-type", "application/json"]] });
    expect(composed({ ...raw, rawBody: "" })).toMatchObject({ body: "" });
    expect(composed({ ...raw, contentType: "text/plain" }).headers).toEqual([["content-type", "text/plain"]]);
  });

  it("sends characters as single bytes if the call asks for bytes", () => {
    expect(composed({ rawBody: '"\xff"', isBytes: true }).body).toEqual(Buffer.from([0x22, 0xff, 0x22]));
    expect(composed({ rawBody: '"\xff"' }).body).toBe('"\xff"');
  });
});

describe("compose, for the credentials of a call", () => {
  const password = "canary-private-key";
  const NOBODYS = "6f1d2c7e-83b5-49aa-9c04-5e7fd1b8a362";
  const main = {
    scheme: "digest",
    label: "main",
    username: "public",
    password,
    userVariable: "USER",
    secretVariable: "SECRET",
  } as const;
  const noRole = { ...main, label: "no role", password: "p1" };
  const otherProject = { ...main, label: "other project", password: "p2" };
  const metrics = { scheme: "basic", label: "metrics", username: "scraper", password: "p3" } as const;
  const reader = { ...main, label: "reader", password: "p4" };
  const serviceAccount = { clientId: "id", clientSecret: "p5", idVariable: "ID", secretVariable: "PART" };
  const blockedServiceAccount = { clientId: "blocked", clientSecret: "p6" };
  const lent = {
    main,
    noRole,
    otherProject,
    metrics,
    byRole: { "Project Read Only": reader },
    serviceAccount,
    blockedServiceAccount,
  };
  const whose = (who: Who, credentials: Target["credentials"] = lent) =>
    composedFor({ credentials }, { who }).credential;
  const challenge = { realm: "r", nonce: "n" };

  it.each<readonly [Who, Credential]>([
    ["none", { scheme: "none" }],
    ["main", main],
    ["noRole", noRole],
    ["otherProject", otherProject],
    ["metrics", metrics],
    [{ role: "Project Read Only" }, reader],
    [{ role: "Project Owner" }, { scheme: "none" }],
    [{ header: "Basic x" }, { scheme: "raw", label: "hand-made", authorization: "Basic x" }],
    ["mainAsBasic", { scheme: "basic", label: "main key as Basic", username: "public", password }],
    [{ lent: "metrics" }, { scheme: "basic", label: "metrics as Basic", username: "scraper", password: "p3" }],
    [
      { lent: "metrics", change: "longer secret" },
      {
        scheme: "basic",
        label: "metrics with longer secret",
        username: "scraper",
        password: "p3x",
        madeUp: "secret",
      },
    ],
    [
      { lent: "serviceAccount", secret: "a-token" },
      {
        scheme: "basic",
        label: "serviceAccount with another secret",
        username: "id",
        password: "a-token",
        userVariable: "ID",
        madeUp: "secret",
      },
    ],
    [
      "wrongSecret",
      {
        scheme: "digest",
        label: "wrong secret",
        username: "public",
        password: NOBODYS,
        userVariable: "USER",
        madeUp: "secret",
      },
    ],
    [
      "unknownUser",
      {
        scheme: "digest",
        label: "unknown key",
        username: "nobodyxx",
        password,
        secretVariable: "SECRET",
        madeUp: "user",
      },
    ],
    [
      "wrongMetricsPassword",
      { scheme: "basic", label: "wrong metrics password", username: "scraper", password: NOBODYS, madeUp: "secret" },
    ],
    [
      "unknownMetricsUser",
      { scheme: "basic", label: "unknown metrics user", username: "nobodyxx", password: "p3", madeUp: "user" },
    ],
    [
      "wrongClientSecret",
      {
        scheme: "basic",
        label: "wrong client secret",
        username: "id",
        password: NOBODYS,
        userVariable: "ID",
        madeUp: "secret",
      },
    ],
    [
      "serviceAccount",
      {
        scheme: "basic",
        label: "serviceAccount",
        username: "id",
        password: "p5",
        userVariable: "ID",
        secretVariable: "PART",
      },
    ],
    ["blockedServiceAccount", { scheme: "basic", label: "blockedServiceAccount", username: "blocked", password: "p6" }],
  ])("%j takes its credentials from those of the target", (who, credential) => {
    expect(whose(who)).toStrictEqual(credential);
  });

  it.each<readonly [Who]>([
    ["main"],
    ["noRole"],
    ["otherProject"],
    ["metrics"],
    ["mainAsBasic"],
    ["wrongSecret"],
    ["unknownUser"],
    ["wrongMetricsPassword"],
    ["unknownMetricsUser"],
    ["wrongClientSecret"],
    ["serviceAccount"],
    ["blockedServiceAccount"],
    [{ role: "Project Owner" }],
    [{ fault: "none", challenge }],
  ])("%j gets no credentials if the target has none", (who) => expect(whose(who, {})).toEqual({ scheme: "none" }));

  it("sends no digest if the main key is not a digest key", () => {
    const credentials = { main: { ...main, scheme: "basic" } as const };
    expect(whose({ fault: "none", challenge }, credentials)).toEqual({ scheme: "none" });
    expect(whose("mainAsBasic", credentials)).toEqual({ scheme: "none" });
    const source = { token: async () => "t", renew: async () => "t" };
    expect(whose("wrongSecret", { main: { scheme: "bearer", label: "l", source } })).toEqual({ scheme: "none" });
  });

  it("answers the challenge for the composed request if the call states a digest fault", () => {
    const who = { fault: "realm", challenge } as const;
    const { url } = composed();
    expect(whose(who)).toEqual({
      scheme: "raw",
      label: "digest with a fault: realm",
      authorization: faultyDigest(who, main, { method: "GET", url }),
    });
  });

  it("picks the kind of credentials that the operation accepts if the call names no caller", () => {
    const own = (call: Partial<Call>) => composedFor({ credentials: lent }, call).credential;
    expect(own({})).toEqual(main);
    expect(own({ operation: "issueServiceToken", version: "standalone" })).toMatchObject({ username: "id" });
    expect(own({ operation: "discoverMetricsTargets", version: "standalone" })).toEqual(metrics);
  });

  it("refuses to send readable secrets over http, unless the target permits it", () => {
    const open =
      (who: Who, credentials: Target["credentials"], cleartext = false) =>
      () =>
        composedFor({ baseUrl: "http://staging.example", cleartext, credentials }, { who }).credential;
    const account = { clientId: "id", clientSecret: password };
    const all = {
      main,
      metrics: { ...metrics, password },
      noRole: { ...metrics, password },
      serviceAccount: account,
      blockedServiceAccount: account,
    };
    const own = { main, metrics, serviceAccount: { clientId: "id", clientSecret: "another" } };
    const shown = ["metrics", "unknownMetricsUser", "serviceAccount", "blockedServiceAccount"] as const;
    for (const who of ["mainAsBasic", "noRole", ...shown] as const) {
      expect(open(who, all)).toThrow(NotSentError);
      expect(open(who, all, true)()).toMatchObject({ scheme: "basic" });
    }
    for (const who of ["metrics", "unknownMetricsUser", "serviceAccount"] as const)
      expect(open(who, own)).toThrow(NotSentError);
    for (const who of ["wrongMetricsPassword", "wrongClientSecret"] as const)
      expect(open(who, own)()).toMatchObject({ scheme: "basic" });
  });

  it("refuses to send another endpoint's credentials over http or to another host", () => {
    const crossed =
      (baseUrl: string, change: Partial<Target> = {}) =>
      () =>
        composedFor({ baseUrl, credentials: lent, ...change }, { who: { lent: "metrics", change: "shorter secret" } });
    expect(crossed("http://staging.example")).toThrow(NotSentError);
    expect(crossed("http://staging.example", { cleartext: true })()).toMatchObject({ method: "GET" });
    const metricsUrl = "https://metrics.example/v1.0";
    expect(crossed("https://staging.example", { metricsUrl })).toThrow(NotOfferedError);
    expect(crossed("https://metrics.example", { metricsUrl })()).toMatchObject({ method: "GET" });
  });
});
