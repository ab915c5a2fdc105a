import { describe, expect, test } from "vitest";
import { type Caller, type DigestParts, digest, type Reply, readChallenge, send } from "./caller.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { reference } = caller;
const url = caller.url("listMatcherFieldNames");
const uri = url.slice(reference.url.length);
const GET: DigestParts = { method: "GET", uri };

const ask = (authorization?: string, target = url, method = "GET"): Promise<Reply> =>
  send(target, { method, headers: authorization === undefined ? {} : { Authorization: authorization } });

describe("the challenge", () => {
  test("has every stated part, and a fresh nonce each time", async () => {
    const [first, second] = [await ask(), await ask()];
    expect(first.status).toBe(401);
    expect(first.headers["www-authenticate"]).toMatch(
      /^Digest realm="[^"]+", nonce="[^"]+", algorithm=MD5, qop="auth", stale=false$/,
    );
    expect(readChallenge(first).nonce).not.toBe(readChallenge(second).nonce);
  });

  test("takes no memory from those who never answer it", async () => {
    const challenge = await caller.challenge();
    await Promise.all(Array.from({ length: 300 }, () => ask()));
    expect((await ask(digest(reference.keys.all, challenge, GET))).status).toBe(200);
  });
});

describe("a response", () => {
  test("is accepted in any order of counts, once each", async () => {
    const challenge = await caller.challenge();
    const counts = ["00000003", "00000001", "00000002", "0000001F"];
    const replies = await Promise.all(counts.map((nc) => ask(digest(reference.keys.all, challenge, { ...GET, nc }))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const nc of ["00000001", "0000001f"]) {
      const replay = await ask(digest(reference.keys.all, challenge, { ...GET, nc }));
      expect([replay.status, readChallenge(replay).stale]).toEqual([401, "false"]);
    }
  });

  test("that repeats a count over parallel connections is accepted exactly once", async () => {
    const header = digest(reference.keys.all, await caller.challenge(), GET);
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(header)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("with a count far behind the newest is told to fetch a new nonce", async () => {
    const challenge = await caller.challenge();
    await ask(digest(reference.keys.all, challenge, { ...GET, nc: "ffffffff" }));
    const late = await ask(digest(reference.keys.all, challenge, { ...GET, nc: "00000001" }));
    expect([late.status, readChallenge(late).stale]).toEqual([401, "true"]);
  });

  test("for a nonce that ran out is told so, but only to those who know the key", async () => {
    const own = await running();
    const challenge = await own.challenge();
    const target = own.url("listMatcherFieldNames");
    own.reference.clock.advance(299_999);
    expect((await ask(digest(own.reference.keys.all, challenge, GET), target)).status).toBe(200);
    own.reference.clock.advance(1);
    const stale = await ask(digest(own.reference.keys.all, challenge, { ...GET, nc: "00000002" }), target);
    expect([stale.status, readChallenge(stale).stale]).toEqual([401, "true"]);
    const stranger = { ...own.reference.keys.all, privateKey: "wrong" };
    const refused = await ask(digest(stranger, challenge, { ...GET, nc: "00000003" }), target);
    expect(readChallenge(refused).stale).toBe("false");
  });
});

describe("a key with characters beyond ASCII", () => {
  const key = { publicKey: "schlüssel", privateKey: "geheim-ß-秘密" };
  test.each([
    ["one byte, as Node sends it", key.publicKey],
    ["UTF-8, as curl sends it", Buffer.from(key.publicKey).toString("latin1")],
  ])("is accepted with its name in %s", async (_how, sent) => {
    const own = await running({ secrets: { keys: { all: key } } });
    const header = digest(key, await own.challenge(), GET).replace(key.publicKey, sent);
    expect((await ask(header, own.url("listMatcherFieldNames"))).status).toBe(200);
    const stranger = digest({ ...key, privateKey: "geheim-ß-秘" }, await own.challenge(), GET);
    expect((await ask(stranger, own.url("listMatcherFieldNames"))).status).toBe(401);
  });
});

const tampered: Readonly<Record<string, (header: string, caller: Caller) => string>> = {
  "a response cut short": (header) => header.replace(/response="(.{31})."/, 'response="$1"'),
  "another response": (header) => header.replace(/response="..../, 'response="0000'),
  "a nonce never issued": (header) => header.replace(/nonce="[^"]+/, 'nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093'),
  "another realm": (header) => header.replace(/realm="[^"]+/, 'realm="elsewhere'),
  "another uri": (header) => header.replace('fieldNames"', 'fieldNames?pretty=true"'),
  "another quality of protection": (header) => header.replace("qop=auth", "qop=auth-int"),
  "no quality of protection": (header) => header.replace(" qop=auth,", ""),
  "another algorithm": (header) => header.replace("algorithm=MD5", "algorithm=SHA-256"),
  "no client nonce": (header) => header.replace(/ cnonce="[^"]+",/, ""),
  "a count that is no hexadecimal number": (header) => header.replace("nc=00000001", "nc=0000000g"),
  "a count of another length": (header) => header.replace("nc=00000001", "nc=1"),
  "a parameter twice": (header) => `${header}, nc=00000001`,
  "an unquoted comma": (header) => header.replace("Digest ", "Digest , "),
  "another scheme": (header) => header.replace("Digest", "Basic"),
  "an unknown key": (header, { reference: { keys } }) => header.replace(keys.all.publicKey, "nobody"),
};

test.each(Object.entries(tampered))("refuses %s", async (_what, tamper) => {
  const header = digest(reference.keys.all, await caller.challenge(), GET);
  const changed = tamper(header, caller);
  expect(changed).not.toBe(header);
  const reply = await ask(changed);
  expect([reply.status, readChallenge(reply).stale]).toEqual([401, "false"]);
  // None of these requests used up the count.
  expect((await ask(header)).status).toBe(200);
});

test("refuses a response that was computed with another private key, method or target", async () => {
  const challenge = await caller.challenge();
  const key = { ...reference.keys.all, privateKey: reference.keys.noRole.privateKey };
  expect((await ask(digest(key, challenge, GET))).status).toBe(401);
  expect((await ask(digest(reference.keys.all, challenge, { ...GET, method: "POST" }))).status).toBe(401);
  expect((await ask(digest(reference.keys.all, challenge, GET), `${url}?pretty=true`)).status).toBe(401);
});

test("takes the algorithm's name in any letters and does without it", async () => {
  const header = digest(reference.keys.all, await caller.challenge(), GET);
  expect((await ask(header.replace("algorithm=MD5", "algorithm=md5"))).status).toBe(200);
  const bare = digest(reference.keys.all, await caller.challenge(), GET).replace(" algorithm=MD5,", "");
  expect((await ask(bare)).status).toBe(200);
});
