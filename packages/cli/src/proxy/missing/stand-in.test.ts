import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import type { Target } from "@plumbline/conformance";
import { bindContract, INTERFACE_VERSIONS, neutral, type Profile } from "@plumbline/schemas";
import { afterEach, expect, it } from "vitest";
import { profileOf } from "../../target-file/profile.ts";
import { startForwarder } from "../forwarder.ts";
import type { Taken } from "../taken.ts";
import { ANSWERED_BY } from "./behind.ts";
import {
  BASE,
  CONFIG,
  GROUP,
  type PartialServer,
  partialServer,
  type Style,
  USER,
} from "./partial-server.test-support.ts";
import { StandIn } from "./stand-in.ts";

const noCurl = spawnSync("curl", ["--version"]).status !== 0;

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

interface Front {
  readonly server: PartialServer;
  readonly url: string;
  readonly stand: StandIn;
  readonly taken: readonly Taken[];
  readonly lost: readonly string[];
  /** The status, the server that answered, and the JSON of the answer. */
  readonly ask: (
    path: string,
    how?: RequestInit,
  ) => Promise<{ status: number; by: string | null; json: unknown; text: string }>;
}

const KEYED: Partial<Target> = { credentials: { main: { scheme: "digest", label: "main", ...USER } } };

async function front(
  setup: Parameters<typeof partialServer>[0],
  {
    profile = neutral,
    most,
    metricsAt,
    ...more
  }: Partial<Target> & { profile?: Profile; most?: number; metricsAt?: string } = {},
): Promise<Front> {
  const server = await partialServer(setup);
  open.push(server.close);
  const target: Target = {
    name: "partial",
    kind: "url",
    baseUrl: server.url,
    ...(metricsAt !== undefined && { metricsUrl: server.url + metricsAt }),
    contract: bindContract(profile),
    versions: INTERFACE_VERSIONS,
    credentials: {},
    fixtures: {},
    allow: new Set(["read"]),
    bindingStated: false,
    mock: false,
    selfConsistency: false,
    ...more,
  };
  const stand = new StandIn({ target, connection: {}, close: async () => undefined });
  open.push(() => stand.close());
  const [taken, lost]: [Taken[], string[]] = [[], []];
  const forwarder = await startForwarder({
    upstream: server.url,
    instead: stand,
    ...(most !== undefined && { most }),
    onTaken: (one) => {
      stand.saw(one);
      taken.push(one);
    },
    onLost: (side) => lost.push(side),
  });
  open.push(forwarder.close);
  const ask: Front["ask"] = async (path, how = {}) => {
    const response = await fetch(forwarder.url + path, how);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    return {
      status: response.status,
      by: response.headers.get(ANSWERED_BY),
      json: isJson ? JSON.parse(text) : undefined,
      text,
    };
  };
  return { server, url: forwarder.url, stand, taken, lost, ask };
}

const sends = (body: unknown, method = "POST"): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const INDEX = { database: "shop", collectionName: "orders", name: "ours", mappings: { dynamic: true } };
const CLUSTER = `${BASE}/clusters/theirs`;

it.each<Style>(["page", "json", "statuses", "contract", "alike"])(
  "leaves what the target has to it, and answers the rest with state that is kept, where unknown paths are answered so: %s",
  async (style) => {
    const { ask, stand, server, taken } = await front({ style });
    const made = await ask(`${BASE}/alertConfigs`, sends(CONFIG));
    expect(made).toMatchObject({ status: 201, by: null, json: { groupId: GROUP } });
    const { id } = made.json as { id: string };
    expect(await ask(`${BASE}/alertConfigs/${id}`)).toMatchObject({ status: 200, by: null });
    expect(await ask(`${BASE}/alertConfigs`)).toMatchObject({ by: null, json: { totalCount: 1 } });

    expect(await ask(`${BASE}/clusters`)).toMatchObject({ status: 200, by: "reference" });
    const index = await ask(`${CLUSTER}/fts/indexes`, sends(INDEX));
    expect(index).toMatchObject({ by: "reference", json: { name: "ours" } });
    const listed = await ask(`${CLUSTER}/fts/indexes/shop/orders`);
    expect(listed).toMatchObject({ status: 200, by: "reference", json: [{ name: "ours" }] });
    const snapshot = { description: "of the first day" };
    expect(await ask(`${CLUSTER}/backup/snapshots`, sends({ ...snapshot, retentionInDays: 1 }))).toMatchObject({
      by: "reference",
      json: snapshot,
    });
    expect(await ask(`${CLUSTER}/backup/snapshots`)).toMatchObject({ by: "reference", json: { totalCount: 1 } });

    expect([...stand.leftOut].map(([why, count]) => `${count} ${why}`)).toEqual([
      "5 the reference answered these operations, and the proxy did not judge them: listClusters (1), createSearchIndex (1), listSearchIndexes (1), takeSnapshot (1), listSnapshots (1)",
    ]);
    expect(stand.findings[0]?.text).toContain("createSearchIndex: ");
    await expect.poll(() => taken.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(server.asked.filter((one) => one.endsWith("plumbline-no-such-path")).length).toBe(
      style === "statuses" ? 0 : 1,
    );
  },
);

it.each<Style>(["page", "json", "contract", "alike"])(
  "leaves a record that is not there to the target, whether it was asked for others or not: %s",
  async (style) => {
    const { ask, stand } = await front({ style });
    const path = `${BASE}/alertConfigs/${"0".repeat(24)}`;
    const before = await ask(path);
    expect(before).toMatchObject({ status: 404, by: null });
    const { id } = (await ask(`${BASE}/alertConfigs`, sends(CONFIG))).json as { id: string };
    await ask(`${BASE}/alertConfigs/${id}`);
    expect(await ask(path)).toEqual(before);
    expect([...stand.leftOut]).toEqual([]);
    expect(stand.findings).toEqual([]);
  },
);

it("does not ask for what the target is said to lack, and never takes a bad gateway or a broken answer for missing", async () => {
  const profile: Profile = { ...neutral, routes: { ...neutral.routes, listClusters: { "1.0": null } } };
  const { ask, server, stand, lost, taken } = await front(
    { style: "page", dies: /snapshots/ },
    { profile, versions: ["1.0"] },
  );
  expect(await ask(`${BASE}/clusters`)).toMatchObject({ status: 200, by: "reference" });
  expect(await ask(`${BASE.replace("v1.0", "v2")}/alertConfigs`)).toMatchObject({ status: 200, by: "reference" });
  expect(server.asked).toEqual([]);
  expect(stand.findings).toEqual([]);
  expect(await ask(`${CLUSTER}/backup/snapshots`)).toMatchObject({ status: 502, by: null });
  server.close();
  expect(await ask(`${BASE}/alerts`)).toMatchObject({ status: 502, by: null });
  expect(lost).toEqual(["server", "server"]);
  expect(taken).toEqual([]);
  expect([...stand.leftOut.values()]).toEqual([2]);
});

it("sends a long body once more, and leaves it to the target beyond what is kept", async () => {
  const long = sends({ ...CONFIG, enabled: "x".repeat(900_000) }, "PUT");
  const kept = await front({ style: "page" });
  expect(await kept.ask(`${BASE}/alertConfigs/${"0".repeat(24)}`, long)).toMatchObject({
    status: 400,
    by: "reference",
  });
  const cut = await front({ style: "page" }, { most: 100_000 });
  expect(await cut.ask(`${BASE}/alertConfigs/${"0".repeat(24)}`, long)).toMatchObject({ status: 404, by: null });
  expect([...cut.stand.leftOut]).toEqual([[expect.stringContaining("too long to send again"), 1]]);
});

it("lets in by tokens unless the target has refused them, and challenges who brings nothing", async () => {
  const { ask } = await front({ style: "page", digest: "last" }, KEYED);
  const bearer = (token: string) => ({ headers: { authorization: `${neutral.tokenScheme} ${token}` } });
  expect(await ask(`${BASE}/alertConfigs`, bearer("bad"))).toMatchObject({ status: 401, by: null });
  expect(await ask(`${BASE}/alerts`, bearer("bad"))).toMatchObject({ status: 401, by: "reference" });
  expect(await ask(`${BASE}/alerts`, bearer("good"))).toMatchObject({ status: 200, by: "reference" });
  expect(await ask(`${BASE}/alerts`)).toMatchObject({ status: 401, by: "reference" });
});

it("knows the places of the target alone, and leaves it at the target's answer where it has nothing either", async () => {
  const { ask } = await front({ style: "page" }, { fixtures: { groupId: GROUP, clusterName: "first" } });
  const schedule = (name: string): string => `${BASE}/clusters/${name}/backup/schedule`;
  expect(await ask(schedule("other"))).toMatchObject({ status: 404, by: null });
  expect(await ask(`${BASE.replace(GROUP, "6e".repeat(12))}/clusters`)).toMatchObject({ status: 404, by: null });
  expect(await ask(schedule("first"))).toMatchObject({ status: 200, by: "reference" });
  // Now the operation is known to be missing, whatever record a request names.
  expect(await ask(schedule("other"))).toMatchObject({ by: "reference", json: { errorCode: "CLUSTER_NOT_FOUND" } });
});

it("streams what nobody asks the target for, and answers for metrics discovery at its own address", async () => {
  const profile = profileOf({ offers: ["listAlertConfigs"] });
  const { server, ask, stand } = await front({ style: "page" }, { profile, metricsAt: "/metrics/v9" });
  async function* parts() {
    yield Buffer.from('{"description": "in parts", ');
    yield Buffer.from('"retentionInDays": 1}');
  }
  const body = ReadableStream.from(parts());
  const headers = { "content-type": "application/json" };
  const made = await ask(`${CLUSTER}/backup/snapshots`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  expect(made).toMatchObject({ status: 200, by: "reference", json: { description: "in parts" } });
  const discovery = `/groups/${GROUP}/discovery`;
  expect(await ask(`/metrics/v9${discovery}`)).toMatchObject({ status: 200, by: "reference" });
  expect(await ask(discovery)).toMatchObject({ status: 404, by: null });
  expect(server.asked).toEqual([`GET ${discovery}`]);
  expect([...stand.leftOut.values()]).toEqual([2]);
});

it.skipIf(noCurl).each(["first", "last"] as const)(
  "goes on with the digests of a real client, whose target looks at them %s (needs curl)",
  async (digest) => {
    const { url } = await front({ style: "page", digest }, KEYED);
    const curl = async (path: string, password: string, ...more: readonly string[]): Promise<string> => {
      const user = ["--digest", "-u", `${USER.username}:${password}`];
      const shown = ["-w", "%{http_code}", "-o", "/dev/null"];
      return (await promisify(execFile)("curl", ["-sS", ...user, ...shown, ...more, url + path])).stdout;
    };
    const posts = ["-H", "content-type: application/json", "-d"];
    expect(await curl(`${BASE}/alertConfigs`, USER.password, ...posts, JSON.stringify(CONFIG))).toBe("201");
    expect(await curl(`${BASE}/alertConfigs`, USER.password)).toBe("200");
    expect(await curl(`${BASE}/clusters?pageNum=1`, USER.password)).toBe("200");
    expect(await curl(`${CLUSTER}/fts/indexes`, USER.password, ...posts, JSON.stringify(INDEX))).toBe("200");
    expect(
      await curl(
        `${CLUSTER}/fts/indexes/shop/orders`,
        USER.password,
        "--next",
        "--silent",
        "--digest",
        "-u",
        `${USER.username}:${USER.password}`,
        "-w",
        "%{http_code}",
        "-o",
        "/dev/null",
        `${url}${BASE}/alertConfigs`,
      ),
    ).toBe("200200");
    expect(await curl(`${BASE}/clusters`, "wrong")).toBe("401");
  },
);
