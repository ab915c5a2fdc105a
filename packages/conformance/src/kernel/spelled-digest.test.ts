import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { DigestSpelling } from "../ground/call.ts";
import { spelledDigest } from "./spelled-digest.ts";

const challenge = { realm: "plumbline", nonce: "bm9uY2U=" };
const key = { username: "Public-1", password: "canary-private-key" };
const target = "/api/product/v2/groups?pretty=fa%6cse";
const request = { method: "GET", url: `https://staging.example:8443${target}` };
const spelled = (spelling: readonly DigestSpelling[], count = 1): string =>
  spelledDigest({ spelling, challenge, count }, key, request);

const h = (text: string): string => createHash("md5").update(text).digest("hex");

/** The response of RFC 7616, section 3.4.1, with the cnonce of a header. */
const responseIn = (header: string, nc: string): string => {
  const cnonce = /cnonce="([^"]*)"/i.exec(header)?.[1];
  const secret = h(`${key.username}:${challenge.realm}:${key.password}`);
  return h(`${secret}:${challenge.nonce}:${nc}:${cnonce}:auth:${h(`GET:${target}`)}`);
};

it.each<readonly [DigestSpelling, RegExp]>([
  ["a scheme in small letters", /^digest username="Public-1",realm=/],
  ["a scheme in capitals", /^DIGEST username=/],
  ["two blanks behind the scheme", /^Digest {2}username=/],
  ["names of parameters in capitals", /^Digest USERNAME="Public-1",REALM="plumbline",.*,QOP=auth,/],
  ["parameters in another order", /^Digest cnonce="[^"]*",nc=00000001,.*,username="Public-1"$/],
  ["blanks around commas", /^Digest username="Public-1" ,\t realm="plumbline" ,\t /],
  ["commas and other signs in its cnonce", /,cnonce="[^"]*,[^"]*"$/],
])("spelledDigest with %s is correct", (spelling, form) => {
  const header = spelled([spelling]);
  expect(header).toMatch(form);
  expect(header).toMatch(new RegExp(`response="${responseIn(header, "00000001")}"`, "i"));
});

it("spelledDigest counts in hexadecimal", () => {
  const header = spelled([], 10);
  expect(header).toContain(",nc=0000000a,");
  expect(header).toContain(`response="${responseIn(header, "0000000a")}"`);
});

it("spelledDigest returns realm, nonce and opaque of the challenge, with quotes escaped", () => {
  const parts = { spelling: [], challenge: { realm: 'a "b"', nonce: "n", opaque: "o" }, count: 1 };
  expect(spelledDigest(parts, key, request)).toMatch(/realm="a \\"b\\"",nonce="n",.*,opaque="o"$/);
});
