import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { atlas, OPERATION_IDS } from "@plumbline/schemas";
import { expect, test } from "vitest";
import { send } from "./caller.test-support.ts";
import { describeReference } from "./describe.ts";
import { UnknownFaultError } from "./faults/unknown-fault-error.ts";
import { VERSION } from "./honest.ts";
import { memberIn } from "./json.test-support.ts";
import type { AccessEntry } from "./options.ts";
import { running } from "./running.test-support.ts";
import { startReference } from "./start.ts";

const run = promisify(execFile);
const hasCurl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);

test("serves every operation of the catalogue", async () => {
  const { contract } = (await running()).reference;
  expect(contract.operations.map(({ id }) => id)).toEqual(OPERATION_IDS);
  for (const { id, routes } of contract.operations) expect([id, routes.length > 0]).toEqual([id, true]);
});

test("sends the version of its package", async () => {
  const text = await readFile(new URL("../package.json", import.meta.url), "utf8");
  expect(VERSION).toBe(memberIn(JSON.parse(text), "version"));
});

test.skipIf(!hasCurl)("the curl line of the description works", async () => {
  const all = { publicKey: "name", privateKey: "it's a $secret" };
  const { reference } = await running({ profile: atlas, secrets: { keys: { all } } });
  const line = describeReference(reference).split("\n").at(-2) ?? "";
  const { stdout } = await run("sh", ["-c", `${line} --silent --show-error --fail`]);
  expect(memberIn(JSON.parse(stdout), "totalCount")).toBe(reference.world.alertConfigIds.length);
});

test("uses the secrets that it is given", async () => {
  const pair = { publicKey: "given", privateKey: "secret" };
  const { reference } = await running({ secrets: { keys: { all: pair }, metrics: { username: "m", password: "p" } } });
  expect(reference.keys.all).toMatchObject(pair);
  expect(reference.metrics).toEqual({ username: "m", password: "p" });
  expect(reference.keys.noRole.privateKey).not.toBe((await running()).reference.keys.noRole.privateKey);
});

test("refuses a fault that does not exist, with the nearest that does", async () => {
  await expect(startReference({ faults: ["va01"] })).rejects.toThrow(UnknownFaultError);
  await expect(startReference({ faults: ["va01"] })).rejects.toThrow(/did you mean "VA-01"/);
});

test("reports each request, and waits for the given latency", async () => {
  const entries: AccessEntry[] = [];
  const caller = await running({ latencyMilliseconds: 40, onRequest: (entry) => entries.push(entry) });
  await send(`${caller.reference.url}/nowhere`);
  await send(caller.url("listAlerts"));
  expect(entries.map(({ method, status, operation }) => [method, status, operation])).toEqual([
    ["GET", 404, undefined],
    ["GET", 401, "listAlerts"],
  ]);
  expect(Math.min(...entries.map(({ milliseconds }) => milliseconds))).toBeGreaterThan(30);
});

test("closes at once, connections that are kept alive included", async () => {
  const { reference } = await running();
  await send(`${reference.url}/`);
  await reference.close();
  await expect(send(`${reference.url}/`)).rejects.toThrow(/ECONNREFUSED|hang up/);
});

test("a port that is taken is an error of the start", async () => {
  const { reference } = await running();
  await expect(startReference({ port: Number(new URL(reference.url).port) })).rejects.toThrow(/EADDRINUSE/);
});

test("sends the time of its own clock in the Date field", async () => {
  const { reference } = await running();
  for (const ahead of [0, 900_000]) {
    reference.clock.advance(ahead);
    const date = (await fetch(reference.url)).headers.get("date");
    expect(date).toBe(new Date(reference.clock.now()).toUTCString());
  }
});
