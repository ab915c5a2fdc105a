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

describe("an answer to a challenge", () => {
  it("without a fault is the right one", () => {
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
  ])("with a %s is made with that", (fault, password) => {
    const right = faultyDigest({ fault: "none", challenge }, { ...key, password }, request);
    expect(faulty(fault)).toBe(right);
    expect(right).not.toBe(faulty("none"));
  });

  it("may have an empty response", () => {
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
  ])("with a wrong %s is right for what it shows", (fault, change) => {
    const shown = { ...RIGHT, ...change };
    expect(fieldsOf(faulty(fault))).toEqual({ ...shown, response: responseTo(shown) });
  });

  it("under a name that is only shown is right for the name that is known", () => {
    expect(fieldsOf(faulty("username-shown"))).toEqual({
      ...RIGHT,
      username: "pUBLIC-1",
      response: responseTo(RIGHT),
    });
  });

  it("for another method shows nothing of that", () => {
    expect(fieldsOf(faulty("method"))).toEqual({ ...RIGHT, response: responseTo(RIGHT, "POST") });
    expect(fieldsOf(faulty("method", { method: "POST" }))).toEqual({ ...RIGHT, response: responseTo(RIGHT, "GET") });
    expect(fieldsOf(faulty("none", { method: "PUT" }))).toEqual({ ...RIGHT, response: responseTo(RIGHT, "PUT") });
  });

  it("lacks a digit, the client's nonce, or all of it", () => {
    expect(fieldsOf(faulty("response"))["response"]).toBe(responseTo(RIGHT).slice(0, -1));
    const { cnonce: _cnonce, ...shown } = RIGHT;
    expect(fieldsOf(faulty("cnonce"))).toEqual({ ...shown, response: responseTo(RIGHT) });
    expect(faulty("bare")).toBe("Digest");
  });

  it("shows the target as it stands in the request line, over http as well", () => {
    const url = "http://127.0.0.1:8080/a/https://b?c=http://d/e";
    expect(fieldsOf(faulty("none", { url }))["uri"]).toBe("/a/https://b?c=http://d/e");
  });

  it("gives back what is opaque, where there is such a thing", () => {
    const authorization = faultyDigest({ fault: "none", challenge: { ...challenge, opaque: "o" } }, key, request);
    expect(fieldsOf(authorization)).toEqual({ ...RIGHT, opaque: "o", response: responseTo(RIGHT) });
  });
});
