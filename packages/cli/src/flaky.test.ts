import { mkdtempSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference } from "@plumbline/reference";
import { expect, it } from "vitest";
import { main } from "./main.ts";
import { readReport } from "./output/read-report.ts";

const KEY = { publicKey: "public", privateKey: "private" };

it("a state rule that is broken only now and then is flaky, not broken", async () => {
  const reference = await startReference({ secrets: { keys: { all: KEY } } });
  let updates = 0;
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.method === "PUT" && incoming.headers.authorization !== undefined) updates += 1;
    if (updates === 1 && incoming.method === "PUT") {
      incoming.resume();
      outgoing.writeHead(500, { "content-type": "application/json" });
      outgoing.end(
        JSON.stringify({ error: 500, errorCode: "UNEXPECTED_ERROR", reason: "Oops", detail: "now and then" }),
      );
      return;
    }
    const { method, headers } = incoming;
    const onward = request(reference.url + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const out = mkdtempSync(join(tmpdir(), "plumbline-flaky-"));
  const code = await main(
    [
      ...["run", "--target", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`],
      ...["--group", reference.world.projectId, "--allow", "create,update,delete"],
      ...["--only", "ALC-UPDATE-ON", "--interface", "2", "--out", out],
    ],
    {
      environment: { PLUMBLINE_PUBLIC_KEY: KEY.publicKey, PLUMBLINE_PRIVATE_KEY: KEY.privateKey },
      ...{ out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 },
    },
  );
  const { verdicts } = readReport(out);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(["flaky"]);
  expect(verdicts[0]).toMatchObject({ failed: 1, of: 2, received: expect.stringContaining("500") });
  expect(code).toBe(1);
  proxy.closeAllConnections();
  proxy.close();
  await reference.close();
});
