import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { DigestFault } from "../ground/call.ts";
import { faultyDigest } from "./faulty-digest.ts";

const challenge = { realm: "plumbline", nonce: "bm9uY2U=" };
const key = { username: "Public-1", password: "canary-private-key" };
const target = "/api/product/v2/groups?pretty=true";
const request = { method: "GET", url: `https://staging.example:8443${target}` };
const faulty = (fault: DigestFault, change: Partial<typeof request> = {}): string =>
  faultyDigest({ fault, challenge }, key, { ...request, ...change });

const fieldsOf = (authorization: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...authorization.matchAll(/(\w+)=(?:"([^"]*)"|([^,]*))/g)].map(([, name, text, bare]) => [name, text ?? bare]),
  );

const RIGHT = {
  username: key.username,
  realm: challenge.realm,
  nonce: challenge.nonce,
  uri: target,
  algorithm: "MD5",
  qop: "auth",
  nc: "00000001",
  cnonce: "0a4f113b",
};

/** The response of RFC 7616, section 3.4.1, to these fields. */
function responseTo(fields: typeof RIGHT, method = "GET"): string {
  const h = (text: string): string =>
    createHash(fields.algorithm === "MD5" ? "md5" : "sha256")
      .update(text)
      .digest("hex");
  const { username, realm, nonce, nc, cnonce, qop, uri } = fields;
  const entity = qop === "auth-int" ? `:${h("")}` : "";
  const secret = h(`${username}:${realm}:${key.password}`);
  return h(`${secret}:${nonce}:${nc}:${cnonce}:${qop}:${h(`${method}:${uri}${entity}`)}`);
}

describe("faultyDigest", () => {
  it("without a fault is correct", () => {
    const authorization = faulty("none");
    expect(authorization).toMatch(/^Digest username="Public-1",/);
    expect(fieldsOf(authorization)).toEqual({ ...RIGHT, response: responseTo(RIGHT) });
  });

  it.each<readonly [DigestFault, string]>([
    ["secret", "6f1d2c7e-83b5-49aa-9c04-5e7fd1b8a362"],
    ["longer secret", "canary-private-keyx"],
    ["shorter secret", "canary-private-ke"],
    ["secret in the other case", "CANARY-PRIVATE-KEY"],
    ["empty secret", ""],
  ])('with the fault "%s" uses that secret', (fault, password) => {
    const right = faultyDigest({ fault: "none", challenge }, { ...key, password }, request);
    expect(faulty(fault)).toBe(right);
    expect(right).not.toBe(faulty("none"));
  });

  it("can have an empty response", () => {
    expect(faulty("empty")).toBe(faulty("none").replace(/response="[^"]+"/, 'response=""'));
  });

  it.each<readonly [DigestFault, Partial<typeof RIGHT>]>([
    ["realm", { realm: "another realm" }],
    ["nonce", { nonce: "bm9uY2UgdGhhdCBub2JvZHkgaXNzdWVk" }],
    ["uri", { uri: "/another/path" }],
    ["uri-query", { uri: "/api/product/v2/groups" }],
    ["username", { username: "pUBLIC-1" }],
    ["qop", { qop: "auth-int" }],
    ["qop-shown", { qop: "plumbline" }],
    ["algorithm", { algorithm: "SHA-256" }],
  ])('with the fault "%s" has a response that matches the wrong value', (fault, change) => {
    const shown = { ...RIGHT, ...change };
    expect(fieldsOf(faulty(fault))).toEqual({ ...shown, response: responseTo(shown) });
  });

  it("with another displayed user name has the response for the real one", () => {
    expect(fieldsOf(faulty("username-shown"))).toEqual({
      ...RIGHT,
      username: "pUBLIC-1",
      response: responseTo(RIGHT),
    });
  });

  it("for another method does not show that method", () => {
    expect(fieldsOf(faulty("method"))).toEqual({ ...RIGHT, response: responseTo(RIGHT, "POST") });
    expect(fieldsOf(faulty("method", { method: "POST" }))).toEqual({ ...RIGHT, response: responseTo(RIGHT, "GET") });
    expect(fieldsOf(faulty("none", { method: "PUT" }))).toEqual({ ...RIGHT, response: responseTo(RIGHT, "PUT") });
  });

  it("can have a short response, no client nonce, or no fields at all", () => {
    expect(fieldsOf(faulty("response"))["response"]).toBe(responseTo(RIGHT).slice(0, -1));
    const { cnonce: _cnonce, ...shown } = RIGHT;
    expect(fieldsOf(faulty("cnonce"))).toEqual({ ...shown, response: responseTo(RIGHT) });
    expect(faulty("bare")).toBe("Digest");
  });

  it("states the request target as in the request line, also for http", () => {
    const url = "http://127.0.0.1:8080/a/https://b?c=http://d/e";
    expect(fieldsOf(faulty("none", { url }))["uri"]).toBe("/a/https://b?c=http://d/e");
  });

  it("returns the opaque value of the challenge, if there is one", () => {
    const authorization = faultyDigest({ fault: "none", challenge: { ...challenge, opaque: "o" } }, key, request);
    expect(fieldsOf(authorization)).toEqual({ ...RIGHT, opaque: "o", response: responseTo(RIGHT) });
  });
});
