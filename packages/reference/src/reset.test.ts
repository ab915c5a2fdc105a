import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATION_IDS, type OperationId } from "@plumbline/schemas";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { type Call, Caller, digest } from "./caller.test-support.ts";
import { standingClock } from "./clock.ts";
import { memberIn } from "./json.test-support.ts";
import { rows } from "./operation-rows.test-support.ts";
import type { AccessEntry, ReferenceOptions } from "./options.ts";
import { NOON, running } from "./running.test-support.ts";
import { makeSecrets } from "./secrets.ts";
import { startReference } from "./start.ts";

const secrets = makeSecrets();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-reset-"));
  folders.push(folder);
  return folder;
}

const fresh = (options: ReferenceOptions = {}): Promise<Caller> =>
  running({ secrets, seed: 3, clock: standingClock(NOON), ...options });

/** The served operations that change something. */
const WRITES = OPERATION_IDS.filter((id) => id !== "issueServiceToken").filter((id) => !/^(get|list)/.test(id));
const READS = OPERATION_IDS.filter((id) => /^(get|list)/.test(id));

/** Everything that reads show, and the ids of records created afterwards. */
async function shown(caller: Caller): Promise<Readonly<Record<string, unknown>>> {
  const row = rows(caller);
  const seen: Record<string, unknown> = {};
  for (const id of READS)
    for (const { version } of caller.reference.contract.operation(id).routes) {
      const { status, text } = await caller.call(id, { ...row(id).good, version });
      seen[`${id} ${version}`] = [status, text];
    }
  const groupId = caller.reference.world.otherProjectId;
  seen["all of another project"] = (await caller.call("listAlertConfigs", { path: { groupId } })).text;
  for (const id of ["createAlertConfig", "createCluster"] as const)
    seen[id] = (await caller.call(id, row(id).good)).text;
  const tokens: number[] = [];
  for (let index = 0; index < 11; index += 1)
    tokens.push((await caller.call("issueServiceToken", { body: "grant_type=client_credentials" })).status);
  seen["tokens"] = tokens;
  return seen;
}

/** A possible use of a server between two tests. */
type Step =
  | { readonly write: OperationId }
  | { readonly advance: number }
  | { readonly raise: string }
  | "adopt"
  | "fault";

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...WRITES).map((write) => ({ write })) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 * 86_400_000 }).map((advance) => ({ advance })) },
    { weight: 1, arbitrary: fc.constantFrom("OUTSIDE_METRIC_THRESHOLD", "JOINED_GROUP").map((raise) => ({ raise })) },
    { weight: 1, arbitrary: fc.constantFrom("adopt" as const, "fault" as const) },
  ),
  { minLength: 1, maxLength: 30 },
);

async function take(caller: Caller, step: Step): Promise<void> {
  const { reference } = caller;
  if (step === "adopt") reference.adopt({ projectId: "0123456789abcdef01234567", clusterName: "adopted" });
  else if (step === "fault") reference.switchFaults(["PG-03"]);
  else if ("advance" in step) reference.clock.advance(step.advance);
  else if ("raise" in step) reference.raise(step.raise);
  else await caller.call(step.write, rows(caller)(step.write).good);
}

describe("a reset", () => {
  test.each([
    ["in memory", () => ({})],
    ["with a data folder", () => ({ dataFolder: newFolder() })],
    [
      "with variants that keep things of their own",
      () => ({ variants: ["reads-lag", "asynchronous-effects", "world-one"] }),
    ],
  ])("after whatever happened is a fresh start, %s", async (_how, more) => {
    const { variants } = more() as ReferenceOptions;
    const used = await fresh({ ...more() });
    const expected = await shown(await fresh(variants === undefined ? {} : { variants }));
    expect(expected["tokens"]).toEqual([...Array(10).fill(200), 429]);
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        for (const step of taken) await take(used, step);
        used.reference.reset();
        expect(used.reference.clock.now()).toBe(NOON);
        expect(used.reference.faults).toEqual([]);
        expect(await shown(used)).toEqual(expected);
        used.reference.reset();
      }),
      { numRuns: 6 },
    );
  });

  test("is kept: a server that is started on the folder again shows the world as it was at the start", async () => {
    const dataFolder = newFolder();
    const options = { secrets, clock: standingClock(NOON), dataFolder };
    const first = await startReference({ ...options, seed: 3 });
    const caller = new Caller(first);
    await caller.call("deleteAlertConfig");
    const made = memberIn((await caller.call("createAlertConfig", rows(caller)("createAlertConfig").good)).json, "id");
    first.reset();
    await first.close();
    // The folder's seed counts, not the seed of a later start.
    const second = new Caller(await startReference({ ...options, seed: 9 }));
    try {
      expect(second.reference.world).toEqual(first.world);
      expect((await second.call("getAlertConfig")).status).toBe(200);
      expect((await second.call("getAlertConfig", { path: { alertConfigId: String(made) } })).status).toBe(404);
      second.reference.reset();
      expect(second.reference.world).toEqual(first.world);
      expect((await second.call("getAlertConfig")).status).toBe(200);
    } finally {
      await second.reference.close();
    }
  });

  test.each([{}, { dataFolder: newFolder() }])(
    "lets what is under way end, and nothing of it stay: %j",
    async (more) => {
      const entries: AccessEntry[] = [];
      const caller = await fresh({ ...more, onRequest: (entry) => void entries.push(entry) });
      const { keys } = caller.reference;
      const count = async (): Promise<unknown> =>
        memberIn((await caller.call("listAlertConfigs", { query: "itemsPerPage=1" })).json, "totalCount");
      const before = await count();
      const text = JSON.stringify(rows(caller)("createAlertConfig").good.json);
      const url = caller.url("createAlertConfig");
      const route = caller.reference.contract.route("createAlertConfig", "2");
      const halves = await Promise.all(
        [1, 2, 3, 4].map(async () => {
          const uri = url.slice(caller.reference.url.length);
          const sent = request(url, {
            method: "POST",
            headers: {
              Authorization: digest(keys.all, await caller.challenge(), { method: "POST", uri }),
              Accept: route?.accept ?? "",
              "Content-Type": route?.body?.mediaType ?? "",
              "Content-Length": Buffer.byteLength(text),
            },
          });
          const ended = new Promise<number | undefined>((resolve, reject) => {
            sent.on("response", (response) => response.resume().on("end", () => resolve(response.statusCode)));
            sent.on("error", reject);
          });
          await new Promise<void>((resolve) => sent.write(text.slice(0, 20), () => resolve()));
          return { sent, ended };
        }),
      );
      // The server has the head before the body, so it has started on the request.
      await new Promise((resolve) => setTimeout(resolve, 100));
      caller.reference.reset();
      for (const { sent } of halves) sent.end(text.slice(20));
      expect(await Promise.all(halves.map(({ ended }) => ended))).toEqual([200, 200, 200, 200]);
      expect(await count()).toBe(before);
      const late = entries.filter(({ beforeReset }) => beforeReset === true);
      expect(late.map(({ operation }) => operation)).toEqual(Array(4).fill("createAlertConfig"));
    },
  );

  test("lets a client in at once that holds a nonce of before, and no token", async () => {
    const caller = await fresh();
    const issued = await caller.call("issueServiceToken", { body: "grant_type=client_credentials" });
    const headers = { Authorization: `Bearer ${String(memberIn(issued.json, "access_token"))}` };
    const asked: Call = { headers };
    expect((await caller.call("listAlerts", asked)).status).toBe(200);
    caller.reference.reset();
    // The caller of these tests repeats a request only if the server says that its nonce is stale.
    expect((await caller.call("listAlerts")).status).toBe(200);
    expect((await caller.call("listAlerts", asked)).status).toBe(401);
  });

  test("takes faults back to those of the start; some others may be on meanwhile, and unknown ones change nothing", async () => {
    const caller = await fresh({ faults: ["PG-03"] });
    const { reference } = caller;
    reference.switchFaults(["VA-16", "AU-09"]);
    expect(reference.faults).toEqual(["VA-16", "AU-09"]);
    expect(() => reference.switchFaults(["PG-99999"])).toThrow("PG-99999");
    expect(reference.faults).toEqual(["VA-16", "AU-09"]);
    await caller.call("deleteAlertConfig");
    reference.switchFaults([]);
    expect((await caller.call("getAlertConfig")).status).toBe(404);
    reference.reset();
    expect(reference.faults).toEqual(["PG-03"]);
    expect((await caller.call("getAlertConfig")).status).toBe(200);
  });
});
