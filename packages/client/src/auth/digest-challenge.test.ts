import { expect, test } from "vitest";
import { digestChallenge } from "./digest-challenge.ts";

const answer = (status: number, ...challenges: string[]) =>
  digestChallenge({
    status,
    headers: challenges.map((value) => ["WWW-Authenticate", value] as const),
    body: "",
    bodyBytes: 0,
    invalidUtf8: false,
    json: undefined,
  });

test("MD5 with qop=auth is picked among several challenges and schemes", () => {
  const picked = answer(
    401,
    'Basic realm="b", Digest realm="sha", nonce="1", algorithm=SHA-256, qop="auth"',
    'Digest realm="old", nonce="2", Digest realm="md5", nonce="3", algorithm=md5, qop="auth-int,auth", opaque="o"',
  );
  expect(picked).toEqual({
    realm: "md5",
    nonce: "3",
    algorithm: "MD5",
    named: true,
    auth: true,
    opaque: "o",
    stale: false,
  });
});

test("without MD5, SHA-256 is accepted; without qop, the old scheme is", () => {
  expect(answer(401, "Digest nonce=1,algorithm=SHA-256,qop=auth")?.algorithm).toBe("SHA-256");
  expect(answer(401, "Digest nonce=1,realm=r,stale=TRUE")).toMatchObject({ auth: false, named: false, stale: true });
});

test.each([
  [200, "Digest nonce=1,qop=auth"],
  [401, "Digest qop=auth"],
  [401, "Digest nonce=1,qop=auth-int"],
  [401, "Digest nonce=1,algorithm=SHA-512-256"],
  [401, "Basic realm=x"],
])("a %i with %s is nothing this client can answer", (status, challenge) => {
  expect(answer(status, challenge)).toBeUndefined();
});
