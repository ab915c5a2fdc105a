import type { ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "../connect.ts";
import { serveHttp } from "../server.test-support.ts";

/** A server that answers only requests under /quick. */
async function busy(connections: number, rate?: number) {
  const held: ServerResponse[] = [];
  const url = await serveHttp((request, response) => {
    if (request.url?.startsWith("/quick")) response.end("{}");
    else held.push(response);
  });
  const connection = connect({ origins: [url], connections, ...(rate !== undefined && { rate }) });
  onTestFinished(() => connection.close());
  return { url, connection, held };
}

const get = (url: string) => ({ method: "GET", url });

it("an urgent request does not wait until a connection is free, and those that wait are served all the same", async () => {
  const { url, connection, held } = await busy(2);
  const slow = ["a", "b", "c"].map((path) => connection.send(get(`${url}/${path}`)));
  while (held.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const looks = ["1", "2"].map((path) =>
    connection.send({ ...get(`${url}/quick/${path}`), urgent: true, freshConnection: true }),
  );
  for (const { response } of await Promise.all(looks)) expect(response).toMatchObject({ status: 200 });
  expect(held).toHaveLength(2);
  while (held.length < 3) {
    held[0]?.end("{}");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const response of held) response.end("{}");
  for (const { response } of await Promise.all(slow)) expect(response).toMatchObject({ status: 200 });
});

it("the time of a request begins when it is sent, and not while it waits its turn", async () => {
  const { url, connection } = await busy(1, 0.5);
  const [, second] = await Promise.all(
    // The requests are two seconds apart: the second would be too late if waiting counted.
    ["1", "2"].map((path) => connection.send({ ...get(`${url}/quick/${path}`), withinMs: 1_500 })),
  );
  expect(second?.response).toMatchObject({ status: 200 });
  const late = await connection.send({ ...get(`${url}/never`), withinMs: 200 });
  expect(late.response).toMatchObject({ fault: "total-timeout" });
  expect(late.milliseconds).toBeGreaterThan(190);
});

it("an urgent request does not wait for one that wants nobody beside it", async () => {
  let nonces = 0;
  const challenge = () => ({ "www-authenticate": `Digest realm="r", nonce="n${nonces++}", qop="auth"` });
  const held: ServerResponse[] = [];
  let refused = 0;
  const url = await serveHttp(({ headers, url }, response) => {
    if (url === "/quick" && headers.authorization?.includes("right")) response.end("{}");
    // The first request that is refused together with another is repeated alone, and the server does not answer that
    // repeat.
    else if (refused < 4 || url === "/quick") {
      refused += 1;
      setTimeout(() => response.writeHead(401, challenge()).end("{}"), 20);
    } else held.push(response);
  });
  const connection = connect({ origins: [url] });
  onTestFinished(() => connection.close());
  const ask = (path: string, username: string, urgent: boolean) =>
    connection.send({
      ...get(url + path),
      urgent,
      credential: { scheme: "digest", label: username, username, password: "p" },
    });
  const alone = ["/a", "/b"].map((path) => ask(path, "wrong", false));
  while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const polite = ask("/quick", "right", false);
  const { response } = await ask("/quick", "right", true);
  expect(response).toMatchObject({ status: 200 });
  await expect(Promise.race([polite, Promise.resolve("still waiting")])).resolves.toBe("still waiting");
  const letGo = setInterval(() => {
    for (const one of held.splice(0)) one.writeHead(401, challenge()).end("{}");
  }, 5);
  onTestFinished(() => clearInterval(letGo));
  for (const { response } of await Promise.all(alone)) expect(response).toMatchObject({ status: 401 });
  expect((await polite).response).toMatchObject({ status: 200 });
});
