import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Target } from "@plumbline/conformance";
import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { expect, it, onTestFinished } from "vitest";
import { finderAt } from "./found.ts";
import { GROUP } from "./partial-server.test-support.ts";
import { Places } from "./places.ts";
import { ReferenceBehind } from "./reference-behind.ts";
import { Vouching } from "./vouching.ts";

/** A target whose reference can start only with one of these speeds, each for one attempt. */
function targetWith(speeds: number[]): Target {
  return {
    name: "partial",
    kind: "url",
    baseUrl: "http://127.0.0.1",
    contract: bindContract(neutral),
    versions: INTERFACE_VERSIONS,
    credentials: {},
    fixtures: {},
    allow: new Set(["read"]),
    bindingStated: false,
    mock: false,
    selfConsistency: false,
    get speed() {
      return speeds.shift() ?? 1;
    },
  };
}

/** A server that answers with a reference behind it, and with the message of its failure. */
async function front(behind: ReferenceBehind, target: Target): Promise<string> {
  const find = finderAt(target);
  const fail = (answer: ServerResponse, error: unknown): void => void answer.writeHead(502).end(String(error));
  const server = createServer(({ method = "", url = "", rawHeaders }, answer) => {
    const found = find(method, target.baseUrl + url);
    if (found === undefined) fail(answer, "no operation");
    else
      behind
        .ask(found, { method, rawHeaders, body: Buffer.alloc(0) }, answer)
        .catch((error: unknown) => fail(answer, error));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("starts again for the next request after a start that failed", async () => {
  const target = targetWith([0]);
  const behind = new ReferenceBehind(target, new Places({}), new Vouching({}, "Bearer"));
  const url = `${await front(behind, target)}/api/${neutral.product}/v1.0/groups/${GROUP}/alerts`;
  const failed = await fetch(url);
  expect([failed.status, await failed.text()]).toEqual([502, expect.stringContaining("InvalidSpeedError")]);
  expect((await fetch(url)).status).toBe(200);
  await behind.close();
});

it("closes after a start that failed", async () => {
  const target = targetWith([0]);
  const behind = new ReferenceBehind(target, new Places({}), new Vouching({}, "Bearer"));
  const url = `${await front(behind, target)}/api/${neutral.product}/v1.0/groups/${GROUP}/alerts`;
  expect((await fetch(url)).status).toBe(502);
  await expect(behind.close()).resolves.toBeUndefined();
});
