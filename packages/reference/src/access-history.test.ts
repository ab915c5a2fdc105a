import { expect, test } from "vitest";
import type { Call } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { NOON, running } from "./running.test-support.ts";

const caller = await running();
const { world } = caller.reference;
const DAY = 86_400_000;

const logs = async (
  query = "",
  call: Call = {},
  id: "getAccessLogsByCluster" | "getAccessLogsByHost" = "getAccessLogsByCluster",
) => {
  const reply = await caller.call(id, { ...call, query });
  const entries = memberIn(reply.json, "accessLogs");
  return Array.isArray(entries) ? entries : [reply.status];
};
const at = (entry: { readonly timestamp: string }) => Date.parse(entry.timestamp);

test("a cluster has a week of attempts, newest first", async () => {
  const all = await logs();
  expect(all.length).toBeGreaterThanOrEqual(250);
  expect(all.map(at)).toEqual(all.map(at).sort((a, b) => b - a));
  expect(all.every((entry) => at(entry) <= NOON && at(entry) >= NOON - 7 * DAY)).toBe(true);
  expect(new Set(all.map(at)).size).toBeLessThan(all.length);
});

test("each filter leaves exactly what fits it", async () => {
  const all = await logs();
  expect(await logs("authResult=true")).toEqual(all.filter((entry) => entry.authResult));
  expect(await logs("authResult=false")).toEqual(all);
  expect(await logs("ipAddress=203.0.113.7")).toEqual(all.filter((entry) => entry.ipAddress === "203.0.113.7"));
  const [start, end] = [at(all[200]), at(all[50])];
  expect(await logs(`start=${start}&end=${end}`)).toEqual(
    all.filter((entry) => at(entry) >= start && at(entry) <= end),
  );
  expect(await logs(`start=${end}&end=${start}`)).toEqual([]);
  expect(await logs("start=-9223372036854775808&end=9223372036854775807")).toEqual(all);
});

test("nLogs keeps the newest", async () => {
  const all = await logs();
  expect(await logs("nLogs=0")).toEqual([]);
  expect(await logs("nLogs=3&authResult=true")).toEqual(all.filter((entry) => entry.authResult).slice(0, 3));
  expect(await logs("nLogs=20000")).toEqual(all);
});

test("a host has its part of its cluster's history, by name or by address", async () => {
  const all = await logs();
  for (const hostname of world.hostnames) {
    const own = all.filter((entry) => entry.hostname === hostname);
    expect(own.length).toBeGreaterThan(50);
    expect(await logs("", { path: { hostname } }, "getAccessLogsByHost")).toEqual(own);
  }
});

test("shared tiers have none", async () => {
  for (const clusterName of world.sharedClusterNames) {
    expect(await logs("", { path: { clusterName } })).toEqual([403]);
  }
});

test.each([
  "start=1",
  "end=1",
  "start=1&end=",
  "nLogs=-1",
  "nLogs=1e3",
  "ipAddress=::1",
  "ipAddress=1.2.3.0/24",
  "authResult=yes",
  "nLogs=1&nLogs=1",
  "ipAddress=%ff",
])("refuses %s", async (query) => {
  expect(await logs(query)).toEqual([400]);
});

test.each(["Cluster0-", "-", `c${"-".repeat(63)}`, "a".repeat(65), "a".repeat(5_000), "Clüster", "a b"])(
  "refuses the cluster name %s",
  async (clusterName) => {
    expect(await logs("", { path: { clusterName } })).toEqual([400]);
  },
);
