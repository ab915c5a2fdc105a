import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "@plumbline/client";
import type { Target } from "@plumbline/conformance";
import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { bodyText } from "../traffic/body-text.ts";
import { trafficIn } from "../traffic/traffic-file.ts";
import { HarRecording } from "./har-recording.ts";

const target: Target = {
  name: "t",
  kind: "url",
  baseUrl: "http://localhost",
  contract: bindContract(neutral),
  versions: ["1.0"],
  credentials: { metrics: { scheme: "basic", label: "metrics", username: "known", password: "canary-of-metrics" } },
  fixtures: {},
  allow: new Set(["read"]),
  bindingStated: false,
  mock: false,
  selfConsistency: false,
};

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

/** The exchange that is read back from a recording. */
async function again(url: string, authorization: string, body: Buffer): Promise<Exchange | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-recording-"));
  const recording = new HarRecording(folder, target);
  const exchange: Exchange = {
    id: "1",
    request: { method: "GET", url, headers: [["authorization", authorization]], credential: { scheme: "basic" } },
    response: { status: 200, headers: [], ...bodyText(body), json: undefined },
    startedAt: 0,
    milliseconds: 1,
  };
  recording.add(exchange, body);
  recording.close();
  for await (const one of trafficIn(join(folder, "traffic.har"))) if (one.kind === "whole") return one.exchange;
  return undefined;
}

it("keeps an address that no archive may have, and bytes that are no text, for what they are", async () => {
  const url = "http://localhost/a%zz?b={c}";
  const read = await again(url, "Bearer x", Buffer.from([0x22, 0xff, 0x22]));
  expect(read?.request.url).toBe(url);
  expect(read?.response).toMatchObject({ invalidUtf8: true });
});

it("keeps an answer whole from which a secret was taken", async () => {
  const read = await again("http://localhost/a", "Bearer x", Buffer.from('{"secret":"canary-of-metrics"}'));
  expect(read?.response).toMatchObject({ json: { secret: "***" } });
});

it("tells whose name a basic credential has where the target file knows it, and nobody else's", async () => {
  const headersOf = async (pair: string) =>
    (await again("http://localhost/a", basic(pair), Buffer.from("{}")))?.request;
  expect((await headersOf("known:canary-of-metrics"))?.headers).toEqual([["authorization", basic("known:***")]]);
  expect((await headersOf("a-key-as-a-name:x"))?.headers).toEqual([["authorization", "Basic ***"]]);
});
