import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "@plumbline/client";
import { atlas } from "@plumbline/schemas";
import { afterAll, describe, expect, it } from "vitest";
import { NotReadyError, type ReferenceProcess, startReferenceProcess } from "./start-reference-process.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-emulator-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clientOf = ({ url, keys }: ReferenceProcess) => createClient({ baseUrl: url, credential: keys.all });

const isThere = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe("a reference in a process of its own", () => {
  it("is started, asked, moved, reset and ended", async () => {
    await using reference = await startReferenceProcess({ seed: 7, clock: "2030-01-01T00:00:00Z" });
    const client = clientOf(reference);
    const path = { groupId: reference.world.projectId };
    const count = async (): Promise<number> =>
      Object((await client.call("listAlertConfigs", { path })).value).totalCount;
    const before = await count();
    const notifications = [{ typeName: "EMAIL", emailAddress: "a@example.com" }];
    const make = () =>
      client.call("createAlertConfig", { path, body: { eventTypeName: "JOINED_GROUP", notifications } });
    const made = Object((await make()).value);
    expect(made.created).toMatch(/^2030-01-01T00:0/);
    await reference.advance("P1D");
    expect(Object((await make()).value).created).toMatch(/^2030-01-02T00:0/);
    expect(await count()).toBe(before + 2);
    const asked = await reference.requests();
    expect(asked.filter(({ status }) => status < 300).map(({ operation }) => operation)).toEqual([
      "listAlertConfigs",
      "createAlertConfig",
      "createAlertConfig",
      "listAlertConfigs",
    ]);
    await reference.raise("JOINED_GROUP");
    await reference.switchFaults(["PG-03"]);
    await reference.reset();
    expect([await count(), (await reference.requests()).length > 2]).toEqual([before, false]);
    // The same request again creates the same id.
    expect(Object((await make()).value).id).toBe(made.id);
    await expect(reference.advance("tomorrow")).rejects.toThrow("advance is not a duration");
    await expect(reference.switchFaults(["PG-99999"])).rejects.toThrow("did you mean");
    await client.close();
    await reference.close();
    await reference.close();
    expect(await isThere(reference.url)).toBe(false);
    await expect(reference.reset()).rejects.toThrow(NotReadyError);
  });

  it("has variables for the program that is tested, and speaks as the profile says", async () => {
    await using reference = await startReferenceProcess({ profile: "atlas", environment: { NO_COLOR: "1" } });
    const { PLUMBLINE_PUBLIC_KEY: publicKey = "", PLUMBLINE_PRIVATE_KEY: privateKey = "" } = reference.environment;
    expect({ publicKey, privateKey }).toEqual(reference.keys.all);
    const client = createClient({ baseUrl: reference.url, profile: atlas, credential: { publicKey, privateKey } });
    const { value } = await client.call("listClusters", { path: { groupId: reference.world.projectId } });
    expect(Object(value).totalCount).toBeGreaterThan(3);
    await client.close();
  });

  it("holds the world of a file, and names the line of a mistake in it", async () => {
    const world = join(folder, "world.yml");
    writeFileSync(
      world,
      "projects: [{ name: Shop }]\nkeys: [{ public: CI_P, private: CI_S, roles: [Project Owner] }]\n",
    );
    await using reference = await startReferenceProcess({ world, environment: { CI_P: "ci", CI_S: "ci-secret" } });
    const client = createClient({ baseUrl: reference.url, credential: { publicKey: "ci", privateKey: "ci-secret" } });
    const { value } = await client.call("listClusters", { path: { groupId: reference.world.projectId } });
    expect(Object(value).totalCount).toBe(0);
    await client.close();
    const failed = await startReferenceProcess({ world }).catch((error: unknown) => error);
    expect(String(failed)).toMatch(/world\.yml:2:10: \/keys\/0\/public: .*variable that is set, received CI_P/);
  });

  it("shares no address, record or key with another one", async () => {
    const all = await Promise.all([1, 2].map((seed) => startReferenceProcess({ seed })));
    try {
      expect(new Set(all.flatMap(({ url, controlUrl }) => [url, controlUrl])).size).toBe(4);
      expect(new Set(all.map(({ world }) => world.projectId)).size).toBe(2);
      expect(new Set(all.map(({ keys }) => keys.all.privateKey)).size).toBe(2);
    } finally {
      await Promise.all(all.map((one) => one.close()));
    }
    expect(await Promise.all(all.map(({ url }) => isThere(url)))).toEqual([false, false]);
  });

  it.each([
    ["what it refuses", { faults: ["PG-99999"] }, /stopped with exit code 2 before.*\n.*did you mean/],
    ["that it takes too long", { startTimeout: 1 }, /not ready within 1 ms/],
  ])("tells %s", async (_what, options, words) => {
    const failed = await startReferenceProcess(options).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(NotReadyError);
    expect(String(failed)).toMatch(words);
  });

  it.each([
    ["because the system finds no program", () => join(folder, "no-node"), {}, /could not be started: spawn .*ENOENT/],
    ["because the system refuses its variables", () => process.execPath, { X: "x".repeat(200_000) }, /E2BIG/],
  ])("tells that it could not be started %s", async (_why, program, environment, words) => {
    const { execPath } = process;
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    process.execPath = program();
    const failed = await startReferenceProcess({ environment }).catch((error: unknown) => error);
    process.execPath = execPath;
    expect(failed).toBeInstanceOf(NotReadyError);
    expect(String(failed)).toMatch(words);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it("tells that it was killed", async () => {
    const reference = await startReferenceProcess();
    process.kill(reference.pid, "SIGKILL");
    await expect.poll(() => isThere(reference.url)).toBe(false);
    await expect(reference.reset()).rejects.toThrow(/the reference server has stopped/);
    await reference.close();
  });

  /** Runs a program that starts a reference process and does not end it, and returns the facts that it printed. */
  async function parent(then: string) {
    const module = JSON.stringify(new URL("../../dist/emulator/start-reference-process.js", import.meta.url).href);
    const text = `import { startReferenceProcess } from ${module};
      const { url, pid } = await startReferenceProcess();
      console.log(JSON.stringify({ url, pid }));
      ${then}`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", text], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exit = once(child, "exit");
    const [line] = await once(createInterface(child.stdout), "line");
    return { child, exit, ...(JSON.parse(String(line)) as { readonly url: string; readonly pid: number }) };
  }

  it("ends with the process that started it, even if that is killed", async () => {
    const { child, exit, url, pid } = await parent("setInterval(() => {}, 1_000);");
    expect(await isThere(url)).toBe(true);
    child.kill("SIGKILL");
    await exit;
    await expect.poll(() => isThere(url), { timeout: 60_000 }).toBe(false);
    await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
  });

  it("does not keep the process alive that started it", async () => {
    const { exit, url, pid } = await parent("");
    expect(await exit).toEqual([0, null]);
    await expect.poll(() => isThere(url), { timeout: 60_000 }).toBe(false);
    await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
  });
});

/** An ended process stays in the process table (state Z) until its parent reads its status. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
