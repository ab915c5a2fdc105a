import { expect, onTestFinished, test } from "vitest";
import { connect } from "../connect.ts";
import { answered, type Exchange } from "../exchange.ts";
import { serveHttp } from "../server.test-support.ts";
import { tokenSource } from "./token.ts";
import { TokenUnavailableError } from "./token-unavailable-error.ts";

const account = { scheme: "basic", label: "service account", username: "id", password: "the-secret" } as const;

/** A service with a token endpoint. `issue` makes its answers, and the other paths accept only the newest token. */
async function service(issue: (count: number) => { status?: number; body: unknown }) {
  const seen = { issued: 0, forms: new Set<string>(), authorizations: new Set<string | undefined>() };
  let valid = "";
  const origin = await serveHttp((request, response) => {
    if (request.url !== "/api/oauth/token") {
      response.writeHead(request.headers.authorization === `Bearer ${valid}` ? 200 : 401).end("{}");
      return;
    }
    let form = "";
    request.on("data", (chunk) => {
      form += chunk;
    });
    request.on("end", () => {
      seen.forms.add(`${request.method} ${request.headers["content-type"]} ${form}`);
      seen.authorizations.add(request.headers.authorization);
      const { status = 200, body } = issue(++seen.issued);
      if (typeof body === "object" && body !== null && "access_token" in body) valid = String(body.access_token);
      setTimeout(() => response.writeHead(status).end(JSON.stringify(body)), 5);
    });
  });
  return { origin, seen, revoke: () => (valid = "another") };
}

function client(origin: string) {
  const clock = { now: 1_000_000 };
  const exchanges: Exchange[] = [];
  const learnt: string[] = [];
  const connection = connect({
    origins: [origin],
    onExchange: (exchange) => exchanges.push(exchange),
    onSecret: (secret) => learnt.push(secret),
  });
  onTestFinished(() => connection.close());
  const source = tokenSource({ send: connection.send, baseUrl: origin, account, now: () => clock.now });
  const get = () =>
    connection.send({ method: "GET", url: `${origin}/x`, credential: { scheme: "bearer", label: "b", source } });
  return { clock, exchanges, learnt, get };
}

const statusOf = (exchange: Exchange) => answered(exchange) && exchange.response.status;

test("many requests wait for one token, got by the client-credentials grant", async () => {
  const { origin, seen } = await service((count) => ({ body: { access_token: `token-${count}`, expires_in: 3600 } }));
  const { get, learnt, exchanges } = client(origin);
  const all = await Promise.all(Array.from({ length: 20 }, get));
  expect(all.map(statusOf)).toEqual(all.map(() => 200));
  expect(seen.issued).toBe(1);
  expect([...seen.forms]).toEqual(["POST application/x-www-form-urlencoded grant_type=client_credentials"]);
  expect([...seen.authorizations]).toEqual([`Basic ${Buffer.from("id:the-secret").toString("base64")}`]);
  expect(exchanges[0]?.operation).toBe("issueServiceToken");
  expect(new Set(learnt)).toEqual(new Set(["the-secret", "token-1"]));
});

test("a token is replaced shortly before it ends, not sooner", async () => {
  const { origin, seen } = await service((count) => ({ body: { access_token: `token-${count}`, expires_in: 600 } }));
  const { get, clock } = client(origin);
  for (const [later, issued] of [
    [0, 1],
    [569_000, 1],
    [2_000, 2],
  ] as const) {
    clock.now += later;
    expect(statusOf(await get())).toBe(200);
    expect(seen.issued).toBe(issued);
  }
});

test("a refused token is renewed once, by one of those it was refused to", async () => {
  const { origin, seen, revoke } = await service((count) => ({ body: { access_token: `token-${count}` } }));
  const { get, exchanges } = client(origin);
  await get();
  revoke();
  const all = await Promise.all([get(), get(), get()]);
  expect(all.map(statusOf)).toEqual([200, 200, 200]);
  expect(seen.issued).toBe(2);
  expect(all.every(({ follows }) => exchanges.some(({ id }) => id === follows))).toBe(true);
});

test("a refusal stands when the endpoint keeps giving the same token, or none", async () => {
  const same = await service(() => ({ body: { access_token: "same" } }));
  const first = client(same.origin);
  await first.get();
  same.revoke();
  const { origin, revoke } = await service((count) =>
    count === 1 ? { body: { access_token: "one" } } : { status: 429, body: { error: "rate_limited" } },
  );
  const second = client(origin);
  await second.get();
  revoke();
  expect(statusOf(await second.get())).toBe(401);
});

test.each([
  { status: 401, body: { error: "invalid_client" } },
  { status: 201, body: { access_token: "t" } },
  { body: { token: "t" } },
  { body: { access_token: 7 } },
  { body: null },
])("no token, no request: %j", async (answer) => {
  const { origin } = await service(() => answer);
  const { get, exchanges } = client(origin);
  const error = await get().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TokenUnavailableError);
  expect(error instanceof TokenUnavailableError && error.exchange.id).toBe("x1");
  expect(exchanges.length).toBe(1);
});
