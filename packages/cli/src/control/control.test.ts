import { get } from "node:http";
import { type Client, createClient } from "@plumbline/client";
import { type AccessEntry, type NotificationEntry, type Reference, startReference } from "@plumbline/reference";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AskedEntry, askedEntry } from "./asked-entry.ts";
import { CONTROL_ROUTES } from "./control-routes.ts";
import { bearsToken, controlToken } from "./control-token.ts";
import { RecentEntries } from "./recent-entries.ts";
import { type Control, startControl } from "./start-control.ts";

const token = "a-token-of-tests";
const requests = new RecentEntries<AskedEntry>(5);
const notifications = new RecentEntries<NotificationEntry>(5);
let reference: Reference;
let control: Control;
let client: Client;

beforeAll(async () => {
  const add = (entry: AccessEntry): void => {
    if (entry.beforeReset !== true) requests.add(askedEntry(entry, reference.contract));
  };
  reference = await startReference({ onRequest: add });
  const state = { reference, token, version: "1.2.3", began: Date.now(), requests, notifications };
  control = await startControl(state, { host: "127.0.0.1", port: 0 });
  client = createClient({ baseUrl: reference.url, credential: reference.keys.all });
});
beforeEach(() => asked("POST", "/reset"));
afterAll(async () => {
  await client.close();
  await control.close();
  await reference.close();
});

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>>;
}

async function asked(
  method: string,
  path: string,
  body?: unknown,
  bearer: string | undefined = token,
): Promise<Answered> {
  const response = await fetch(control.url + path, {
    method,
    headers: bearer === "" ? {} : { Authorization: `Bearer ${bearer}` },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, json: (await response.json()) as Answered["json"] };
}

const path = () => ({ groupId: reference.world.projectId });
const list = async (): Promise<unknown> =>
  Object(await client.call("listAlertConfigs", { path: path() }).then(({ value }) => value)).totalCount;
const make = () =>
  client.call("createAlertConfig", {
    path: path(),
    body: {
      eventTypeName: "CLUSTER_TAGS_MODIFIED",
      enabled: true,
      notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com", delayMin: 0, intervalMin: 5 }],
    },
  });

describe("the control server", () => {
  it("says without a token that the server is well, and nothing more without one", async () => {
    const { status, json } = await asked("GET", "/health", undefined, "");
    expect([status, json]).toEqual([
      200,
      {
        status: "ok",
        version: "1.2.3",
        profile: "neutral",
        url: reference.url,
        uptimeSeconds: expect.any(Number),
        now: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect((await fetch(`${control.url}/health`, { method: "HEAD" })).status).toBe(200);
    for (const route of CONTROL_ROUTES.filter((one) => one !== "GET /health"))
      for (const wrong of ["", "another", `${token}x`, token.slice(1)]) {
        const [method = "", at = ""] = route.split(" ");
        const refused = await asked(method, at, undefined, wrong);
        expect([route, refused.status]).toEqual([route, 401]);
        expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer /);
        expect(JSON.stringify(refused.json)).not.toContain(token);
      }
  });

  it("takes the world back to the start", async () => {
    const before = await list();
    await make();
    expect(await list()).toBe(Number(before) + 1);
    const { status, json } = await asked("POST", "/reset");
    expect([status, Object.keys(json)]).toEqual([200, ["now"]]);
    expect((await asked("GET", "/requests")).json).toEqual({ requests: [], forgotten: 0 });
    expect(await list()).toBe(before);
  });

  it.each([
    [60_000, 60_000],
    ["PT1H", 3_600_000],
    ["P2D", 172_800_000],
  ])("moves the clock by %j, which a reset takes back", async (advance, milliseconds) => {
    const { status, json } = await asked("POST", "/clock", { advance });
    const ahead = (text: unknown): number => Math.round((Date.parse(String(text)) - Date.now()) / 60_000) + 0;
    expect([status, ahead(json["now"])]).toEqual([200, Math.round(milliseconds / 60_000)]);
    expect(ahead((await asked("GET", "/clock")).json["now"])).toBe(milliseconds / 60_000);
    await asked("POST", "/reset");
    expect(ahead((await asked("GET", "/clock")).json["now"])).toBe(0);
  });

  it("lists the newest requests since the last reset, without secrets", async () => {
    await client.call("listAlerts", { path: path(), query: { itemsPerPage: 3, status: "OPEN" } });
    await fetch(`${reference.url}/nowhere?apiKey=hunter2`);
    const { json } = await asked("GET", "/requests");
    const shown = json["requests"] as readonly AskedEntry[];
    expect(shown.map(({ method, status, operation }) => [method, status, operation])).toEqual([
      ["GET", 401, "listAlerts"],
      ["GET", 200, "listAlerts"],
      ["GET", 404, undefined],
    ]);
    expect(shown[1]?.query).toEqual({ itemsPerPage: "3", status: "OPEN" });
    expect(shown[2]).toMatchObject({ path: "/nowhere", query: { apiKey: "(not shown)" } });
    for (const secret of ["hunter2", "Digest", reference.keys.all.publicKey])
      expect(JSON.stringify(json)).not.toContain(secret);
    for (let index = 0; index < 20; index += 1) await fetch(`${reference.url}/${index}`);
    const later = (await asked("GET", "/requests")).json;
    expect((later["requests"] as readonly AskedEntry[]).map(({ path: at }) => at)).toEqual(
      [15, 16, 17, 18, 19].map((index) => `/${index}`),
    );
    expect(later["forgotten"]).toBe(18);
  });

  it("switches faults on and off", async () => {
    const ids = { faults: ["PG-03"] };
    expect((await asked("POST", "/faults", ids)).json).toEqual({ ...ids, variants: [] });
    expect((await asked("GET", "/faults")).json).toEqual({ ...ids, variants: [] });
    expect((await asked("POST", "/faults", { faults: [] })).json).toEqual({ faults: [], variants: [] });
  });

  it("raises an event, for which a configuration raises an alert", async () => {
    await make();
    const alerts = async (): Promise<number> => {
      const all = client.paginate("listAlerts", { path: path() });
      let count = 0;
      for await (const alert of all) if (Object(alert).eventTypeName === "CLUSTER_TAGS_MODIFIED") count += 1;
      return count;
    };
    const before = await alerts();
    expect((await asked("POST", "/events", { eventTypeName: "CLUSTER_TAGS_MODIFIED" })).status).toBe(200);
    expect(await alerts()).toBe(before + 1);
  });

  it("shows the ids of the world", async () => {
    expect((await asked("GET", "/world")).json).toEqual(reference.world);
  });

  it.each([
    ["POST", "/clock", undefined, 400, "advance is not a duration", "nothing"],
    ["POST", "/clock", { advance: "1h" }, 400, "ISO 8601 duration", "1h"],
    ["POST", "/clock", { advance: -5 }, 400, "advance is not a duration", -5],
    ["POST", "/clock", { advance: 1e15 }, 400, "beyond the year 9999", 1e15],
    ["POST", "/clock", { advanec: 5 }, 400, 'did you mean "advance"?', "advanec"],
    ["POST", "/clock", "{", 400, "not a JSON object", "{"],
    ["POST", "/clock", [], 400, "not a JSON object", "[]"],
    ["POST", "/reset", { hard: true }, 400, "unknown member hard", "hard"],
    ["POST", "/faults", { faults: "PG-03" }, 400, "not a list of ids", "PG-03"],
    ["POST", "/faults", { faults: ["PG-99999"] }, 400, "did you mean", ["PG-99999"]],
    ["POST", "/events", {}, 400, "eventTypeName is not a text", "nothing"],
    ["POST", "/events", { eventTypeName: "A", projectId: 5 }, 400, "projectId is not a text", 5],
    ["POST", "/events", { eventTypeName: "JOINED_GRUOP" }, 400, "did you mean JOINED_GROUP?", "JOINED_GRUOP"],
    ["POST", "/events", { eventTypeName: "JOINED_GROUP", projectId: "x" }, 400, "there is no projectId x", "x"],
    ["GET", "/reset", undefined, 405, "/reset takes POST", "GET"],
    ["POST", "/resets", undefined, 404, "did you mean /reset?", undefined],
  ] as const)("refuses %s %s with %j, and says what it expected", async (method, at, body, status, words, received) => {
    const answered = await asked(method, at, body);
    expect(answered.status).toBe(status);
    expect(answered.json).toEqual({
      error: expect.stringContaining(words),
      expected: expect.anything(),
      ...(received !== undefined && { received }),
    });
  });

  it("answers only under the names of this machine", async () => {
    const { port } = new URL(control.url);
    const statusUnder = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get({ port, path: "/health", headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
          "error",
          reject,
        );
      });
    expect(await statusUnder(`localhost:${port}`)).toBe(200);
    expect(await statusUnder(`rebound.example.test:${port}`)).toBe(403);
  });

  it("answers 500 if the reference fails, and goes on", async () => {
    const advance = (): void => {
      throw new Error("the clock is broken");
    };
    const broken = await startReference({ clock: { now: () => 0, advance } });
    const state = { reference: broken, token, version: "1.2.3", began: Date.now(), requests, notifications };
    const own = await startControl(state, { host: "127.0.0.1", port: 0 });
    const failed = await fetch(`${own.url}/clock`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ advance: 1 }),
      signal: AbortSignal.timeout(20_000),
    });
    expect(failed.status).toBe(500);
    expect(await failed.json()).toEqual({ error: expect.stringContaining("the clock is broken") });
    expect((await fetch(`${own.url}/health`)).status).toBe(200);
    await own.close();
    await broken.close();
  });

  it("refuses a body that is too large, and goes on", async () => {
    expect((await asked("POST", "/reset", "x".repeat(70_000))).status).toBe(413);
    expect((await asked("GET", "/health")).status).toBe(200);
  });
});

describe("its token", () => {
  it("comes from the environment, or is random", () => {
    expect(controlToken({ PLUMBLINE_CONTROL_TOKEN: "given" })).toBe("given");
    expect(controlToken({})).toMatch(/^[\w-]{32}$/);
    expect(controlToken({})).not.toBe(controlToken({ PLUMBLINE_CONTROL_TOKEN: "" }));
    expect(() => controlToken({ PLUMBLINE_CONTROL_TOKEN: "hunter two" })).toThrow(/^(?!.*hunter)/);
  });

  it.each([
    ["Bearer t", true],
    ["bearer  t", true],
    ["Bearer T", false],
    ["Basic t", false],
    ["Bearer", false],
    [undefined, false],
  ])("is %j: %s", (header, bears) => {
    expect(bearsToken(header, "t")).toBe(bears);
  });
});
