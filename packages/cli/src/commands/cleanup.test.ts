import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startReference } from "@plumbline/reference";
import { expect, it } from "vitest";
import { main } from "../main.ts";

const KEY = { publicKey: "public", privateKey: "private-canary" };
const environment = { PLUMBLINE_PUBLIC_KEY: KEY.publicKey, PLUMBLINE_PRIVATE_KEY: KEY.privateKey };

it("a run that is killed in the middle of its writes is cleaned up after from its journal", async () => {
  const out = mkdtempSync(join(tmpdir(), "plumbline-killed-"));
  let kill = (): void => undefined;
  let writes = 0;
  const reference = await startReference({
    secrets: { keys: { all: KEY } },
    onRequest: ({ operation, status }) => {
      if (operation === "createAlertConfig" && status === 200) writes += 1;
      if (writes === 6) kill();
    },
  });
  const { url, world } = reference;
  const target = ["--target", url, "--group", world.projectId];
  const program = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));
  const flags = ["--allow", "create,update,delete", "--area", "ALC", "--jobs", "4", "--out", out];
  const child = spawn(process.execPath, [program, "run", ...target, ...flags], {
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  kill = () => child.kill("SIGKILL");
  await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");

  const call = async (...args: readonly string[]): Promise<{ code: number; text: string }> => {
    let text = "";
    const note = (piece: string): void => {
      text += piece;
    };
    const code = await main(args, { out: note, note, interactive: false, colour: false, width: 80, environment });
    return { code, text };
  };
  const journal = ["--from", join(out, "journal.ndjson")];
  const dry = await call("cleanup", ...target, ...journal, "--dry-run");
  expect(dry.text).toMatch(/^would undo createAlertConfig: [0-9a-f]{24}\n/);
  const { code, text } = await call("cleanup", ...target, ...journal);
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/^(✔ [0-9a-f]{24} of createAlertConfig is gone\n)+nothing of that run is left\n$/),
  ]);
  expect((await call("report", ...journal, "--out", join(out, "again"))).code).toBe(0);

  const other = await startReference({ secrets: { keys: { all: KEY } } });
  const refused = await call("cleanup", "--target", other.url, ...journal);
  expect([refused.code, refused.text]).toEqual([2, expect.stringContaining("cleanup removed nothing")]);
  await other.close();
  await reference.close();
});
