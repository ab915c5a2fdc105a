import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../connect.ts";
import type { Credential } from "../credential.ts";
import { type DigestServer, digestUser, serveDigest } from "../digest-server.test-support.ts";
import { answered, type Exchange } from "../exchange.ts";
import { seeded } from "../seeded.test-support.ts";
import { serveHttp } from "../server.test-support.ts";
import type { ConnectOptions } from "../wire/connect-options.ts";
import { pause } from "../wire/pause.ts";

function open({ origin }: Pick<DigestServer, "origin">, options: Partial<ConnectOptions> = {}) {
  const exchanges: Exchange[] = [];
  const connection = connect({ origins: [origin], onExchange: (exchange) => exchanges.push(exchange), ...options });
  onTestFinished(() => connection.close());
  const get = (path = "/a%2Fb?c=1,2", credential: Credential = digestUser): Promise<Exchange> =>
    connection.send({ method: "GET", url: origin + path, credential });
  return { exchanges, get };
}

const statuses = (exchanges: readonly Exchange[]) =>
  exchanges.map((exchange) => (answered(exchange) ? exchange.response.status : exchange.response));

test("a first request takes a challenge, later ones reuse its nonce with rising counts", async () => {
  const server = await serveDigest();
  const { exchanges, get } = open(server);
  for (let round = 0; round < 3; round++) await get();
  expect(statuses(exchanges)).toEqual([401, 200, 200, 200]);
  expect(exchanges.map(({ id, follows, request }) => [id, follows, request.credential.scheme])).toEqual([
    ["x1", undefined, "none"],
    ["x2", "x1", "digest"],
    ["x3", undefined, "digest"],
    ["x4", undefined, "digest"],
  ]);
  expect(server.seen).toMatchObject({ challenges: 1, largestCount: 3, violations: [] });
});

test("a challenge among other schemes is found", async () => {
  const { exchanges, get } = open(await serveDigest({ alsoOffers: 'Basic realm="x", Negotiate' }));
  await get();
  expect(statuses(exchanges)).toEqual([401, 200]);
});

test('"once" asks for a challenge before every request', async () => {
  const server = await serveDigest();
  const { exchanges, get } = open(server, { nonceUse: "once" });
  await get();
  await get();
  expect(statuses(exchanges)).toEqual([401, 200, 401, 200]);
  expect(server.seen.largestCount).toBe(1);
});

test('"once" does so where everyone is given the same nonce at the same time, too', async () => {
  const server = await serveDigest({ fixedNonce: "forever", delay: () => 5 });
  const { get } = open(server, { nonceUse: "once" });
  const workers = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 5; round++) await get();
  });
  await Promise.all(workers);
  expect(server.seen).toMatchObject({ accepted: 20, challenges: 20, violations: [] });
});

test("a wrong secret ends after one repetition, every time", async () => {
  const { exchanges, get } = open(await serveDigest());
  const wrong = { ...digestUser, password: "wrong" };
  await get("/", wrong);
  await get("/", wrong);
  expect(statuses(exchanges)).toEqual([401, 401, 401, 401]);
});

test.each([false, true])("a worn-out nonce is replaced within the request (stale hidden: %s)", async (hidesStale) => {
  const server = await serveDigest({ usesPerNonce: 2, hidesStale });
  const { exchanges, get } = open(server);
  for (let round = 0; round < 5; round++) expect(statuses([await get()])).toEqual([200]);
  expect(statuses(exchanges)).toEqual([401, 200, 200, 401, 200, 200, 401, 200]);
});

test("a server that calls every nonce stale is given up on after three legs", async () => {
  const { exchanges, get } = open(await serveDigest({ usesPerNonce: 0 }));
  expect(statuses([await get()])).toEqual([401]);
  expect(statuses(exchanges)).toEqual([401, 401, 401]);
});

test("nextnonce of Authentication-Info is taken up without a challenge", async () => {
  let count = 0;
  const server = await serveDigest({ usesPerNonce: 1, nextNonce: () => `next-${++count}` });
  const { exchanges, get } = open(server);
  for (let round = 0; round < 3; round++) await get();
  expect(statuses(exchanges)).toEqual([401, 200, 200, 200]);
});

test.each(["bitmap", "rising"] as const)(
  "fifty at once, ten rounds: no count is repeated or comes late for a server that keeps a %s of them",
  async (counts) => {
    const random = seeded(50);
    const server = await serveDigest({ counts, delay: () => random.below(4) });
    const { get, exchanges } = open(server);
    const workers = Array.from({ length: 50 }, async (_, worker) => {
      for (let round = 0; round < 10; round++) await get(`/${worker}/${round}`);
    });
    await Promise.all(workers);
    expect(server.seen).toMatchObject({ accepted: 500, refused: 0, violations: [] });
    // One nonce per request in flight: each of the 50 that start together may fetch one, and later requests need none.
    expect(server.seen.challenges).toBeLessThanOrEqual(50);
    expect(exchanges.length).toBe(500 + server.seen.challenges);
  },
);

test("a server with one nonce for everyone is shared after the first challenges, and still sees no count twice", async () => {
  const server = await serveDigest({ fixedNonce: "forever", delay: () => 1 });
  const { get } = open(server);
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 30 }, () => get()));
  expect(server.seen).toMatchObject({ accepted: 150, violations: [] });
  expect(server.seen.challenges).toBeLessThanOrEqual(30);
});

test("a nonce that was in use when the answer failed is not used again", async () => {
  let broken = false;
  const server = await serveDigest({
    counts: "rising",
    answer: (_request, response) => (broken ? response.destroy() : response.end("{}")),
  });
  const { exchanges, get } = open(server);
  await get();
  broken = true;
  await get();
  broken = false;
  await get();
  expect(exchanges.map(({ response }) => ("fault" in response ? response.fault : response.status))).toEqual([
    401,
    200,
    "reset",
    401,
    200,
  ]);
});

test.each([1, 2, 5])(
  "a nonce that all share and that runs out after %i requests refuses none of sixteen at once",
  async (usesPerNonce) => {
    const server = await serveDigest({ rotatesAfter: usesPerNonce, hidesStale: true, delay: () => 1 });
    const { get } = open(server);
    await get();
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 16 }, () => get()));
      expect(new Set(statuses(answers))).toEqual(new Set([200]));
    }
  },
);

test.each<Credential>([
  digestUser,
  { scheme: "none" },
  { scheme: "raw", label: "another", authorization: 'Digest username="b", nonce="4"' },
])("no request with $scheme is sent beside one that is tried again alone", async (credential) => {
  const paths: string[] = [];
  const held: ServerResponse[] = [];
  const origin = await serveHttp(({ url = "" }, response) => {
    paths.push(url);
    // The server refuses both legs of two concurrent requests. The next request is one of them, which now runs alone.
    if (paths.length > 4) held.push(response);
    else {
      const challenge = `Digest realm="r", nonce="${paths.length}", qop="auth"`;
      setTimeout(() => response.writeHead(401, { "www-authenticate": challenge }).end("{}"), 20);
    }
  });
  const { get } = open({ origin });
  const sent = [get("/a"), get("/b")];
  while (held.length === 0) await pause(5);
  sent.push(get("/late", credential));
  await pause(50);
  expect(paths).not.toContain("/late");
  const letGo = setInterval(() => {
    for (const response of held.splice(0)) response.end("{}");
  }, 5);
  onTestFinished(() => clearInterval(letGo));
  expect(statuses(await Promise.all(sent))).toEqual([200, 200, 200]);
});

test("a request is tried again although the server has refused others for a lack of rights", async () => {
  const seen: string[] = [];
  const origin = await serveHttp(({ url = "", headers }, response) => {
    seen.push(url);
    const earlier = seen.filter((one) => one === "/doubtful").length;
    const refuses = headers.authorization === undefined || url === "/forbidden" || (url === "/doubtful" && earlier < 3);
    // A new nonce in each refusal leaves open whether the server refused the credentials or their nonce.
    const challenge = `Digest realm="r", nonce="${seen.length}", qop="auth"`;
    setTimeout(() => response.writeHead(refuses ? 401 : 200, { "www-authenticate": challenge }).end("{}"), 5);
  });
  const { get } = open({ origin });
  expect(statuses([await get("/permitted")])).toEqual([200]);
  for (let round = 0; round < 3; round += 1) await Promise.all([get("/forbidden"), get("/forbidden")]);
  expect(statuses(await Promise.all([get("/doubtful"), get("/forbidden")]))).toEqual([200, 401]);
});
