import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Report } from "@plumbline/report";
import { neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { ended, started } from "../process.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-killed-"));
const ALERTS = `/api/${neutral.product}/v1.0/groups/${"0".repeat(24)}/alerts`;

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds() && Date.now() < end) await sleep(50);
  expect(holds()).toBe(true);
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
const reportIn = (name: string): Report => JSON.parse(textOf(join(folder, name, "report.json"))) as Report;
const faulty = ["serve", "--fault", "AU-03"];

it("leaves what is broken in its journal, and all that passed in its recording, when it is killed", async () => {
  const target = await started(...faulty);
  const out = join(folder, "proxy");
  const proxy = await started("proxy", "--target", target.url, "--out", out, "--record", out);
  expect((await fetch(proxy.url + ALERTS)).status).toBe(401);
  // The plan names every check, so only a verdict line shows that one failed.
  await until(() => /^\{"type":"verdict".*AUTH-CHALLENGE-QOP@/m.test(textOf(join(out, "journal.ndjson"))));
  await until(() => textOf(join(out, "traffic.har")).includes(ALERTS));
  await ended(proxy.child, "SIGKILL");
  expect((await fetch(target.url + ALERTS)).status).toBe(401);
  await expect(fetch(proxy.url + ALERTS)).rejects.toThrow();

  const from = join(out, "journal.ndjson");
  await call(["report", "--from", from, "--out", join(folder, "told"), "--format", "json"]);
  expect(reportIn("told").outcome).toBe("interrupted");
  const broken = reportIn("told").verdicts.filter(({ outcome }) => outcome === "fail");
  expect(broken.map(({ requirement }) => requirement)).toContain("AUTH-CHALLENGE-QOP");
  const [evidence] = broken.flatMap((one) => one.evidence);
  expect(textOf(join(folder, "told", "exchanges.ndjson"))).toContain(`"id":"${evidence}"`);

  const recording = join(out, "traffic.har");
  const again = await call(["judge", recording, "--out", join(folder, "judged"), "--format", "json"]);
  expect(again.code).toBe(1);
  expect(reportIn("judged").verdicts.filter(({ outcome }) => outcome === "fail")).toHaveLength(broken.length);
});

it("goes on when a client or the server is killed, and says so in its report", async () => {
  const target = await started(...faulty);
  const out = join(folder, "others");
  const proxy = await started("proxy", "--target", target.url, "--out", out, "--format", "json");
  target.child.kill("SIGSTOP");
  const hangsUp = get(proxy.url + ALERTS).on("error", () => undefined);
  await sleep(200);
  hangsUp.destroy();
  target.child.kill("SIGCONT");
  expect((await fetch(proxy.url + ALERTS)).status).toBe(401);
  await ended(target.child, "SIGKILL");
  expect((await fetch(proxy.url + ALERTS)).status).toBe(502);
  await ended(proxy.child, "SIGINT");
  const said = reportIn("others").doctor.map(({ text }) => text);
  expect(said).toContain("1 exchange was judged");
  expect(said).toContain("1 left out: the client closed the connection before the end");
  expect(said).toContain("1 left out: the server sent no complete answer");
});
