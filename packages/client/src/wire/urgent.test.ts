import type { ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "../connect.ts";
import { serveHttp } from "../server.test-support.ts";

/** A server that answers nothing but what is asked of it under /quick. */
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
  const { url, connection } = await busy(1, 4);
  const [, second] = await Promise.all(
    ["1", "2"].map((path) => connection.send({ ...get(`${url}/quick/${path}`), withinMs: 200 })),
  );
  expect(second?.response).toMatchObject({ status: 200 });
  const late = await connection.send({ ...get(`${url}/never`), withinMs: 200 });
  expect(late.response).toMatchObject({ fault: "total-timeout" });
  expect(late.milliseconds).toBeGreaterThan(190);
});
