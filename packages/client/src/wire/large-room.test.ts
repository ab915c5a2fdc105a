import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "../connect.ts";
import type { Exchange } from "../exchange.ts";
import { DEFAULT_LIMITS } from "../limits.ts";

const LARGE = 3_000_000;
/** Milliseconds: long enough for three large bodies on a busy machine. */
const GIVEN_UP = 4_000;
const PATIENT = 120_000;

/** With `bodyMs`, the client gives up a body that drips. By default, a busy machine has all the time it needs. */
async function serve(answer: (path: string, response: ServerResponse) => void, bodyMs = PATIENT) {
  const server = createServer(({ url = "" }, response) => answer(url, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = connect({
    origins: [origin],
    limits: { ...DEFAULT_LIMITS, headMs: PATIENT, bodyMs, totalMs: PATIENT },
  });
  onTestFinished(() => {
    connection.close();
    server.closeAllConnections();
    server.close();
  });
  return (path: string, signal?: AbortSignal): Promise<Exchange> =>
    connection.send({ method: "GET", url: origin + path, ...(signal && { signal }) });
}
const textOf = ({ response }: Exchange): string => ("body" in response ? response.body : response.fault);
const own = (path: string): string => path.padEnd(LARGE, path);
/** Announces more bytes than it sends. */
const begin = (response: ServerResponse): void => {
  response.writeHead(200, { "content-length": LARGE });
  response.write("a".repeat(LARGE / 2));
};

describe("large bodies at a time", () => {
  it("each come whole, and none is mixed with another", async () => {
    const send = await serve((path, response) => response.end(own(path)));
    const paths = Array.from({ length: 40 }, (_, at) => `/${at}`);
    const answers = await Promise.all(paths.map((path) => send(path)));
    expect(answers.map((answer, at) => textOf(answer) === own(`/${at}`))).toEqual(paths.map(() => true));
  });

  it("wait for one that drips no longer than half of what a body may take, and are not cut off for that", async () => {
    const send = await serve(
      (path, response) => (path === "/drips" ? begin(response) : response.end(own(path))),
      GIVEN_UP,
    );
    const drips = send("/drips");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const others = await Promise.all(["/1", "/2", "/3"].map((path) => send(path)));
    expect(others.map((answer) => textOf(answer).length)).toEqual([LARGE, LARGE, LARGE]);
    expect(textOf(await drips)).toBe("body-timeout");
    expect(textOf(await send("/4"))).toBe(own("/4"));
  });

  it("find room again after one that broke off, was aborted or was too large", async () => {
    const send = await serve((path, response) => {
      if (path === "/breaks") {
        begin(response);
        setTimeout(() => response.destroy(), 100);
      } else if (path === "/too-large") response.end("a".repeat(DEFAULT_LIMITS.wireBytes + 1));
      else if (path === "/aborted") begin(response);
      else response.end(own(path));
    });
    const faults = ["/breaks", "/too-large", "/aborted"].map((path) =>
      send(path, path === "/aborted" ? AbortSignal.timeout(300) : undefined),
    );
    expect((await Promise.all(faults)).map(textOf)).toEqual(["reset", "body-too-large", "aborted"]);
    // Without the room, it would wait for half of the time limit of a body.
    const began = performance.now();
    expect(textOf(await send("/1"))).toBe(own("/1"));
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it("aborted while they wait leave nothing behind", async () => {
    const send = await serve(
      (path, response) => (path === "/drips" ? begin(response) : response.end(own(path))),
      GIVEN_UP,
    );
    const drips = send("/drips");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(textOf(await send("/1", AbortSignal.timeout(200)))).toBe("aborted");
    expect(textOf(await send("/2"))).toBe(own("/2"));
    await drips;
  });
});
