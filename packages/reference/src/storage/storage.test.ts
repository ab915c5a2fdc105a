import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bindContract, neutral } from "@plumbline/schemas";
import { afterAll, describe, expect, it } from "vitest";
import { type Callee, Caller } from "../caller.test-support.ts";
import { memberIn } from "../json.test-support.ts";
import type { Reference } from "../reference.ts";
import { startReference } from "../start.ts";
import { createRecordStores } from "../world/record-stores.ts";
import { openDatabase } from "./database.ts";
import { UnusableFolderError } from "./unusable-folder-error.ts";
import { type Proof, UNWRITTEN, WRITES } from "./writes.test-support.ts";

const CONFIG = { eventTypeName: "CPS_RESTORE_FAILED", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.c" }] };
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});
const newFolder = (): string => mkdtempSync(join(tmpdir(), "plumbline-data-"));
const restarted = async (dataFolder: string, before: Callee): Promise<Reference> =>
  startReference({ dataFolder, secrets: { keys: before.keys }, seed: 77 });

/** The built server in its own process, so that a test can kill it. */
async function inAnotherProcess(
  dataFolder: string,
  before = "true",
): Promise<{ readonly child: ChildProcess; readonly callee: Callee }> {
  const program = `
    import { startReference } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
    const { url, metricsUrl, world, keys, serviceAccount, metrics } = await startReference({ dataFolder: ${JSON.stringify(dataFolder)} });
    console.log(JSON.stringify({ url, metricsUrl, world, keys, serviceAccount, metrics }));`;
  const child = spawn("bash", ["-c", `${before}; exec "$0" --input-type=module -e "$1"`, process.execPath, program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, callee: { ...JSON.parse(String(line)), contract: bindContract(neutral) } };
}

function writeLayout(folder: string, layout: string): void {
  const database = openDatabase(join(folder, "state.db"));
  database.prepare("UPDATE facts SET value = ? WHERE name = 'layout'").run(layout);
  database.close();
}

/** The same file with garbage in place of its records. */
function overwritten(whole: Buffer): Buffer {
  const damaged = Buffer.from(whole);
  for (let at = 8192; at + 4096 <= damaged.length; at += 8192) damaged.fill(0x5a, at, at + 4096);
  return damaged;
}

describe("a data folder", () => {
  it("keeps every answered write, of every kind, of a server that is killed in the middle of a thousand", async () => {
    expect([...new Set(WRITES.map(({ store }) => store)), ...UNWRITTEN].sort()).toEqual(
      Object.keys(createRecordStores()).sort(),
    );
    const folder = newFolder();
    const { child, callee } = await inAnotherProcess(folder);
    const caller = new Caller(callee);
    await caller.call("listMatcherFieldNames");
    const proofs: { readonly store: string; readonly proof: Proof }[] = [];
    const turns = new Map<string, Promise<unknown>>();
    let sent = 0;
    const write = async (): Promise<void> => {
      const number = sent;
      sent += 1;
      const one = WRITES[number % WRITES.length];
      if (one === undefined) return;
      const before = one.oneRecord ? turns.get(one.store) : undefined;
      const sending = Promise.resolve(before).then(() => one.send(caller, 1 + number));
      turns.set(
        one.store,
        sending.catch(() => undefined),
      );
      const done = await sending.catch(() => undefined);
      if (done !== undefined && done.reply.status < 300) proofs.push({ store: one.store, proof: done.proof });
      if (proofs.length === 400) child.kill("SIGKILL");
    };
    const writer = async (): Promise<void> => {
      while (sent < 1_000 && proofs.length < 400) await write();
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    expect(proofs.length).toBeGreaterThanOrEqual(400);
    expect(new Set(proofs.map(({ store }) => store)).size).toBe(WRITES.length);

    const reference = await restarted(folder, callee);
    const again = new Caller<Callee>(reference);
    const lost: string[] = [];
    for (const { store, proof } of proofs) if (!(await proof(again))) lost.push(store);
    expect(lost).toEqual([]);
    await reference.close();
  });

  it("keeps changes and removals, and the ids of the world whatever seed is asked for later", async () => {
    const folder = newFolder();
    const first = await startReference({ dataFolder: folder, seed: 5 });
    const caller = new Caller(first);
    const [kept = "", gone = ""] = first.world.alertConfigIds;
    const before = (await caller.call("getAlertConfig", { path: { alertConfigId: kept } })).json;
    const enabled = memberIn(before, "enabled") !== true;
    await caller.call("setAlertConfigEnabled", { path: { alertConfigId: kept }, json: { enabled } });
    await caller.call("deleteAlertConfig", { path: { alertConfigId: gone } });
    await first.close();

    const second = await restarted(folder, first);
    const again = new Caller(second);
    expect(second.world).toEqual(first.world);
    expect((await again.call("getAlertConfig", { path: { alertConfigId: kept } })).json).toMatchObject({ enabled });
    expect((await again.call("getAlertConfig", { path: { alertConfigId: gone } })).status).toBe(404);
    const created = String(memberIn((await again.call("createAlertConfig", { json: CONFIG })).json, "id"));
    expect(first.world.alertConfigIds).not.toContain(created);
    await second.close();
  });

  it("that cannot be used is named", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    await expect(startReference({ dataFolder: file })).rejects.toThrow(UnusableFolderError);
    const folder = newFolder();
    writeFileSync(join(folder, "state.db"), "this is no database, and long enough to be looked at".repeat(20));
    await expect(startReference({ dataFolder: folder })).rejects.toThrow(/cannot be used: .*not a database/);
  });

  it("is never taken for a new one when its file was emptied or damaged", async () => {
    const folder = newFolder();
    const file = join(folder, "state.db");
    await (await startReference({ dataFolder: folder })).close();
    const whole = readFileSync(file);
    const damages: readonly (readonly [string, Uint8Array, RegExp])[] = [
      ["emptied", new Uint8Array(), /state\.db is empty: restore a copy/],
      ["cut short", whole.subarray(0, Math.floor(whole.length / 8192) * 4096), /cannot be used/],
      [
        "overwritten in the middle",
        overwritten(whole),
        /cannot be used: its state\.db is damaged \(.*\): restore a copy/,
      ],
      ["without its first page", new Uint8Array(whole.length), /cannot be used/],
    ];
    for (const [how, bytes, words] of damages) {
      writeFileSync(file, bytes);
      const starting = startReference({ dataFolder: folder });
      await expect(starting, how).rejects.toThrow(UnusableFolderError);
      await expect(starting, how).rejects.toThrow(words);
    }
    writeFileSync(file, whole);
    await (await startReference({ dataFolder: folder })).close();
  });

  it("without room for more answers 500, shows nothing of that write, and serves on", async () => {
    const folder = newFolder();
    await (await startReference({ dataFolder: folder })).close();
    const room = Math.ceil(readFileSync(join(folder, "state.db")).length / 1024) + 400;
    const { child, callee } = await inAnotherProcess(folder, `ulimit -f ${room}`);
    const caller = new Caller(callee);
    const count = async (): Promise<unknown> => memberIn((await caller.call("listAlertConfigs")).json, "totalCount");
    const notifications = [{ typeName: "WEBHOOK", webhookUrl: `https://a.example.net/${"x".repeat(100_000)}` }];
    const answered: number[] = [];
    const before = Number(await count());
    while (!answered.includes(500) && answered.length < 60)
      answered.push((await caller.call("createAlertConfig", { json: { ...CONFIG, notifications } })).status);
    expect(answered.at(-1)).toBe(500);
    const made = answered.filter((status) => status < 300).length;
    expect(made).toBeGreaterThan(0);
    expect(await count()).toBe(before + made);
    const [id = ""] = callee.world.alertConfigIds;
    expect((await caller.call("getAlertConfig", { path: { alertConfigId: id } })).status).toBe(200);
    child.kill("SIGKILL");
    await once(child, "exit");
    const again = await restarted(folder, callee);
    expect(memberIn((await new Caller<Callee>(again).call("listAlertConfigs")).json, "totalCount")).toBe(before + made);
    await again.close();
  });

  it("is free again after a start that failed", async () => {
    const [other, folder] = [await startReference(), newFolder()];
    const port = Number(new URL(other.url).port);
    await expect(startReference({ port, dataFolder: folder })).rejects.toThrow("EADDRINUSE");
    await (await startReference({ dataFolder: folder })).close();
    await other.close();
  });

  it("is free again after it was refused for its layout", async () => {
    const folder = newFolder();
    await (await startReference({ dataFolder: folder })).close();
    writeLayout(folder, "2");
    await expect(startReference({ dataFolder: folder })).rejects.toThrow("it has layout 2, expected 1");
    writeLayout(folder, "1");
    await (await startReference({ dataFolder: folder })).close();
  });

  it("is not shared by two servers", async () => {
    const folder = newFolder();
    const first = await startReference({ dataFolder: folder });
    await expect(startReference({ dataFolder: folder })).rejects.toThrow(UnusableFolderError);
    await first.close();
  });
});
