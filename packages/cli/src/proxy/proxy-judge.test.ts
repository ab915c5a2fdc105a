import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { LOSSES } from "./loss.ts";
import { ProxyJudge } from "./proxy-judge.ts";
import type { Message, Taken } from "./taken.ts";

const message = (rawHeaders: readonly string[], text = ""): Message => ({
  rawHeaders,
  body: Buffer.from(text),
  isCut: false,
});

const taken: Taken = {
  method: "GET",
  url: `http://127.0.0.1/api/${neutral.product}/v1.0/groups/${"0".repeat(24)}/alerts`,
  request: message([]),
  status: 401,
  response: message(["content-type", "application/json"], "{}"),
  startedAt: 0,
  milliseconds: 1,
};

it("records unjudged exchanges, counts unrecorded ones, and goes on after a failure of its own", async () => {
  const record = mkdtempSync(join(tmpdir(), "plumbline-proxy-judge-"));
  const judge = new ProxyJudge(
    {
      target: {
        name: "t",
        kind: "url",
        baseUrl: "http://127.0.0.1",
        versions: ["1.0"],
        credentials: {},
        fixtures: {},
        allow: new Set(["read"]),
        bindingStated: false,
        mock: false,
        selfConsistency: false,
      },
      profile: neutral,
      selection: {},
      command: "proxy",
      toolVersion: "0.0.0",
      runId: "1",
      record,
    },
    () => undefined,
  );
  await judge.look({ ...taken, isUnjudged: true });
  await judge.look(taken);
  await judge.look({ ...taken, response: message(["content-encoding", "gzip"], "no gzip") });
  const failing: Taken = {
    ...taken,
    get status(): number {
      throw new Error("within");
    },
  };
  await judge.look(failing);
  await judge.look(taken);
  expect(judge.progress.passed.judged).toBe(2);
  const { doctor } = await judge.finish(new Map());
  const said = doctor.map(({ text }) => text);
  expect(said.filter((text) => text.includes("recording"))).toEqual([
    "1 exchange is not in the recording, because the body could not be kept or decoded",
  ]);
  expect(said).toContain(`1 left out: ${LOSSES.proxy}: within`);
  expect(JSON.parse(readFileSync(join(record, "traffic.har"), "utf8")).log.entries).toHaveLength(3);
});
