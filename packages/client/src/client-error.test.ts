import { expect, test } from "vitest";
import { TokenUnavailableError } from "./auth/token-unavailable-error.ts";
import { createClient } from "./client.ts";
import { ClientError } from "./client-error.ts";
import { connect } from "./connect.ts";
import { serveHttp } from "./server.test-support.ts";

test("every error of the package is a ClientError with its own name", async () => {
  const baseUrl = await serveHttp((_request, response) => response.writeHead(404).end("{}"));
  const credential = { publicKey: "p", privateKey: "k" };
  const client = createClient({ baseUrl, credential });
  const nobody = createClient({ baseUrl: "http://127.0.0.1:9", credential });
  const connection = connect({ origins: [baseUrl] });
  const source = {
    token: async () => {
      throw new TokenUnavailableError(await connection.send({ method: "POST", url: baseUrl }));
    },
    renew: () => Promise.resolve("t"),
  };
  const thrown = await Promise.allSettled([
    client.call("listMatcherFieldNames"),
    nobody.call("listMatcherFieldNames"),
    client.call("listAlerts"),
    connection.send({ method: "GET", url: "nowhere" }),
    connection.send({ method: "GET", url: baseUrl, credential: { scheme: "bearer", label: "l", source } }),
  ]);
  for (const one of [client, nobody, connection]) one.close();
  const errors = thrown.map((one) => (one.status === "rejected" ? one.reason : undefined));
  expect(errors.map((error) => error instanceof ClientError)).toEqual(Array(5).fill(true));
  expect(errors.map(({ name }) => name)).toEqual([
    "ApiError",
    "TransportError",
    "InvalidCallError",
    "InvalidRequestError",
    "TokenUnavailableError",
  ]);
});
