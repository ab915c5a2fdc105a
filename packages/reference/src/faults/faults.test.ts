import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { basic, Caller, digest, readChallenge, send } from "../caller.test-support.ts";
import { standingClock } from "../clock.ts";
import type { Reference } from "../reference.ts";
import { NOON } from "../running.test-support.ts";
import { makeSecrets } from "../secrets.ts";
import { startReference } from "../start.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import type { Probe, ProbeReply, Prober } from "./probe.ts";
import { togglesConfig } from "./requests.ts";

function proberOf(reference: Reference): Prober {
  const caller = new Caller(reference);
  return {
    reference,
    ask: async (...asked) => {
      const replies: ProbeReply[] = [];
      for (const [id, call] of asked) replies.push(await caller.call(id, call));
      return replies;
    },
    url: (id, call) => caller.url(id, call),
    send,
    challenge: async (id = "listMatcherFieldNames") => readChallenge(await send(caller.url(id))),
    digest: (key, challenge, { url, ...rest }) =>
      digest(key, challenge, { method: "GET", uri: url.replace(reference.url, ""), ...rest }),
    basic,
  };
}

async function repliesTo(probe: Probe, reference: Reference): Promise<readonly ProbeReply[]> {
  const prober = proberOf(reference);
  const made = typeof probe === "function" ? await probe(prober) : probe;
  return isReplies(made) ? made : prober.ask(...made);
}

const isReplies = (
  made: Awaited<ReturnType<Extract<Probe, (prober: Prober) => unknown>>>,
): made is readonly ProbeReply[] => made.every((one) => "status" in one);

const secrets = makeSecrets();

/** The answers to the probe of a fault, without the parts that are random in every answer. */
async function observe(probe: Probe, on: readonly string[]): Promise<unknown> {
  const reference = await startReference({ secrets, clock: standingClock(NOON), faults: on });
  try {
    return (await repliesTo(probe, reference)).map(({ status, headers: { date: _date, ...headers }, text }) => ({
      status,
      text: text.replace(/"access_token":"[^"]+"/, ""),
      headers: { ...headers, "www-authenticate": headers["www-authenticate"]?.replace(/nonce="[^"]+"/, "") },
    }));
  } finally {
    await reference.close();
  }
}

/**
 * Faults that exist once per operation: `faults-of-each-operation.test.ts` and `plumbline faults` test all of them,
 * this file tests some.
 */
const ofEach = ({ layer }: Fault): boolean => ["roles", "parameters", "results"].includes(layer);
const OF_SOME: Readonly<Record<string, Probe>> = {
  "RO-13": [["getAlert", { as: "projectReadOnly" }]],
  "QP-13": [["getAlert", { query: "envelope=false&pretty=false" }]],
  "QP-56": [["getMigrationValidation", { query: "envelope=false" }]],
  "RS-13": [["getAlert", { query: "envelope=false&pretty=false" }]],
  "RS-32": [["deleteExportBucket", { query: "envelope=false" }]],
};
const probed = faults.flatMap(({ id, text, probe = OF_SOME[id] }) =>
  probe === undefined ? [] : [{ id, text, probe }],
);

/** The source file of a fault. */
function fileOf({ id }: Fault): string {
  const holds = (file: string): boolean => readFileSync(new URL(file, import.meta.url), "utf8").includes(`id: "${id}"`);
  const file = readdirSync(new URL(".", import.meta.url)).find(
    (name) => name.endsWith(".ts") && !name.includes(".test") && holds(name),
  );
  return `packages/reference/src/faults/${file ?? ""}`;
}

test("every fault has a probe", () => {
  const missing = faults.filter((fault) => !ofEach(fault) && fault.probe === undefined);
  const words = missing.map(
    (fault) =>
      `${fault.id} has no probe: add to its record in ${fileOf(fault)} the requests that it answers otherwise than an honest server does, such as probe: [["listAlerts", { query: "status=OPEN" }]]`,
  );
  expect(words).toEqual([]);
  expect(Object.keys(OF_SOME).filter((id) => !faults.some((fault) => ofEach(fault) && fault.id === id))).toEqual([]);
});

test("every fault has an id of its own, a sentence and a requirement that it violates", () => {
  const ids = faults.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, text, violates } of faults) {
    expect(id).toMatch(/^[A-Z]{2}-\d\d[A-Za-z]*$/);
    expect(text).toMatch(/\.$/);
    expect(violates.length).toBeGreaterThan(0);
  }
});

test.each(probed)("$id changes an answer: $text", async ({ id, probe }) => {
  const [one, other, faulty] = [await observe(probe, []), await observe(probe, []), await observe(probe, [id])];
  expect(one).not.toEqual([]);
  expect(other).toEqual(one);
  expect(faulty).not.toEqual(one);
});

test("faults add up", async () => {
  const toggles: Probe = togglesConfig(true);
  const both = await observe(toggles, ["ST-01", "AL-05"]);
  expect(both).not.toEqual(await observe(toggles, ["ST-01"]));
  expect(both).not.toEqual(await observe(toggles, ["AL-05"]));
});
