import type { Credential } from "@plumbline/client";
import { expect, it } from "vitest";
import { revealsKey } from "./reveals-key.ts";

const PASSWORD = "canary-private-key";
const key: Credential = { scheme: "digest", label: "main", username: "public", password: PASSWORD };
const source = { token: async () => "t", renew: async () => "t" };
const raw = (authorization: string): Credential => ({ scheme: "raw", label: "hand-made", authorization });

it.each<readonly [string, Credential]>([
  ["Basic with its password", { scheme: "basic", label: "l", username: "other", password: PASSWORD }],
  ["a header with its password", raw(`Bearer ${PASSWORD}`)],
  ["a Basic header with its password inside", raw(`Basic ${btoa(`public:${PASSWORD}`)}`)],
  ["a Basic header in another letter case, with more whitespace", raw(`bASIC \t${btoa(`public:${PASSWORD}`)}`)],
])("revealsKey is true for %s", (_how, credential) => expect(revealsKey(credential, key)).toBe(true));

it.each<readonly [string, Credential]>([
  ["no credentials", { scheme: "none" }],
  ["digest", key],
  ["Basic with another password", { scheme: "basic", label: "l", username: "public", password: "another" }],
  ["a bearer token", { scheme: "bearer", label: "l", source }],
  ["a header with another password", raw(`Basic ${btoa("public:another")}`)],
  ["a Basic header that ends early", raw("Basic")],
  ["a header with its password in base64, of another scheme", raw(`Bearer ${btoa(`public:${PASSWORD}`)}`)],
  ["a header with Basic in the middle", raw(`X Basic ${btoa(`public:${PASSWORD}`)}`)],
])("revealsKey is false for %s", (_how, credential) => expect(revealsKey(credential, key)).toBe(false));

it("revealsKey is true for the same token only; a token has no password to reveal", () => {
  const token: Credential = { scheme: "bearer", label: "l", source };
  expect(revealsKey(token, token)).toBe(true);
  expect(revealsKey({ ...token }, token)).toBe(false);
  const basic: Credential = { scheme: "basic", label: "l", username: "u", password: PASSWORD };
  expect([revealsKey(basic, token), revealsKey(raw(`Bearer ${PASSWORD}`), token)]).toEqual([false, false]);
});

it("revealsKey is false without a key", () => {
  expect(revealsKey({ scheme: "basic", label: "l", username: "u", password: PASSWORD }, undefined)).toBe(false);
});
