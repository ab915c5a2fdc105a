import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ApiError, createClient } from "@plumbline/client";
import { type Reference, startReference } from "@plumbline/reference";
import type { Report } from "@plumbline/report";
import { bindContract, fillPath, neutral } from "@plumbline/schemas";
import { afterAll, expect, it } from "vitest";
import { ended, started } from "../process.test-support.ts";

/*
 * Compares the answers that clients receive directly with those through a proxy in its own process. `trials` does this
 * with other clients.
 */
const noCurl = spawnSync("curl", ["--version"]).status !== 0;
const run = promisify(execFile);
const reference = await startReference({});
afterAll(() => reference.close());
const BODY = {
  eventTypeName: "JOINED_GROUP",
  notifications: [{ typeName: "EMAIL", emailAddress: "\u00e4\u{1f600}@example.com" }],
};

/** Lists with pages, creates, changes, deletes and is refused, with the typed client. */
async function byClient(baseUrl: string, { keys, world }: Reference): Promise<readonly unknown[]> {
  const client = createClient({ baseUrl, profile: neutral, credential: keys.all });
  const path = { groupId: world.projectId };
  const said: unknown[] = [(await client.call("listClusters", { path })).value];
  for await (const one of client.paginate("listAlertConfigs", { path, query: { itemsPerPage: 2 } })) said.push(one);
  const made = await client.call("createAlertConfig", { path, body: BODY });
  const own = { ...path, alertConfigId: String(Object(made.value).id) };
  const on = await client.call("setAlertConfigEnabled", { path: own, body: { enabled: true } });
  const { status } = await client.call("deleteAlertConfig", { path: own });
  const gone = await client.call("getAlertConfig", { path: own }).catch((error: unknown) => error);
  await client.close();
  return [...said, made.value, on.value, status, gone instanceof ApiError ? gone.errorCode : gone];
}

/** The same with curl, which repeats each request of a handshake. */
async function byCurl(baseUrl: string, { keys, world }: Reference): Promise<readonly unknown[]> {
  const route = bindContract(neutral).route("listAlertConfigs", "1.0");
  const list = baseUrl + fillPath(route?.path ?? "", () => world.projectId);
  const { publicKey, privateKey } = keys.all;
  const curl = async (...args: readonly string[]): Promise<string> => {
    const all = ["-sS", "--digest", "-u", `${publicKey}:${privateKey}`, "-w", " %{http_code}", ...args];
    return (await run("curl", all)).stdout;
  };
  const json = ["-H", "content-type: application/json", "--data", JSON.stringify(BODY)];
  const made = await curl(...json, list);
  const own = `${list}/${/"id":"([0-9a-f]{24})"/.exec(made)?.[1]}`;
  const said = [made];
  for (const args of [[own], [`${list}?itemsPerPage=2&pageNum=2`], [`${list}?itemsPerPage=501`]])
    said.push(await curl(...args));
  return [...said, await curl("-X", "DELETE", own), await curl(own)];
}

/** Removes the parts that differ between runs. */
const comparable = (said: readonly unknown[]): readonly string[] =>
  said.map((one) =>
    JSON.stringify(one)
      .replaceAll(/\b[0-9a-f]{24}\b/g, "<id>")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"),
  );

it.for([
  { name: "the typed client", client: byClient, isMissing: false },
  { name: "curl", client: byCurl, isMissing: noCurl },
])(
  "$name is answered through the proxy as without it, and nothing is broken",
  async ({ client, isMissing, name }, { skip }) => {
    skip(isMissing, "needs curl");
    const out = mkdtempSync(join(tmpdir(), "plumbline-clients-"));
    const direct = comparable(await client(reference.url, reference));
    const proxy = await started("proxy", "--target", reference.url, "--out", out, "--format", "json");
    expect([name, comparable(await client(proxy.url, reference))]).toEqual([name, direct]);
    expect(await ended(proxy.child, "SIGINT")).toBe(0);
    const { verdicts } = JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as Report;
    expect(verdicts.filter(({ outcome }) => ["fail", "warn"].includes(outcome))).toEqual([]);
    expect(verdicts.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(80);
  },
);
