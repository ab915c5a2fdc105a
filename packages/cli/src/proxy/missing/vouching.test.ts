import { buildAuthorization, digestResponse, passwordHash } from "@plumbline/client";
import type { Credentials } from "@plumbline/conformance";
import { describe, expect, it } from "vitest";
import { Vouching } from "./vouching.ts";

const key = (username: string) => ({ scheme: "digest", label: username, username, password: `${username}'s` }) as const;
const KEYS: Credentials = {
  main: key("main"),
  noRole: key("none"),
  byRole: { "Project Read Only": key("reader") },
};
const digest = { authentication: "digest" } as const;

function signed(username: string, password = `${username}'s`, algorithm: "MD5" | "SHA-256" = "MD5"): string {
  const parts = { uri: "/a?b=1", nonce: "theirs", nc: "00000007", cnonce: "c" };
  const secret = passwordHash(algorithm, username, "r", password);
  const response = digestResponse({ ...parts, algorithm, passwordHash: secret, method: "GET" });
  return `Digest ${buildAuthorization({ ...parts, username, realm: "r", qop: "auth", algorithm, response }).replace(/^Digest /, "")}`;
}

describe("Vouching", () => {
  const labelOf = (vouching: Vouching, authorization?: string) =>
    vouching.labelOf(digest, { method: "GET", authorization });

  it("vouches for a key of the target file, as the key with its roles, if the digest is right for any nonce", () => {
    const vouching = new Vouching(KEYS, "Bearer");
    expect(labelOf(vouching, signed("main"))).toBe("all");
    expect(labelOf(vouching, signed("main", "main's", "SHA-256"))).toBe("all");
    expect(labelOf(vouching, signed("none"))).toBe("noRole");
    expect(labelOf(vouching, signed("reader"))).toBe("projectReadOnly");
    expect(labelOf(vouching, signed("main", "wrong"))).toBeUndefined();
    expect(vouching.labelOf(digest, { method: "POST", authorization: signed("main") })).toBeUndefined();
  });

  it("vouches for another key if the target has accepted it, or if the file names no key", () => {
    const vouching = new Vouching(KEYS, "Bearer");
    expect(labelOf(vouching, signed("stranger"))).toBeUndefined();
    vouching.hears(digest, signed("stranger"), 200);
    expect(labelOf(vouching, signed("stranger", "with another nonce"))).toBe("all");
    expect(labelOf(new Vouching({}, "Bearer"), signed("stranger"))).toBe("all");
  });

  it("vouches for tokens unless the target has refused them, and for no password", () => {
    const vouching = new Vouching(KEYS, "Token");
    expect(labelOf(vouching, "token abc")).toBe("all");
    vouching.hears(digest, "token abc", 401);
    expect(labelOf(vouching, "token abc")).toBeUndefined();
    vouching.hears(digest, "token abc", 200);
    expect(labelOf(vouching, "token abc")).toBe("all");
    for (const one of ["Bearer abc", "Basic YTpi", "", "Digest"]) expect(labelOf(vouching, one)).toBeUndefined();
  });

  it("vouches for requests without credentials only if the target accepts all clients", () => {
    const keyed = new Vouching(KEYS, "Bearer");
    expect(labelOf(keyed)).toBeUndefined();
    keyed.hears(digest, undefined, 200);
    expect(labelOf(keyed)).toBe("all");
    const open = new Vouching({}, "Bearer");
    expect(labelOf(open)).toBe("all");
    open.hears(digest, undefined, 401);
    expect(labelOf(open)).toBeUndefined();
  });

  it("leaves metrics users and accounts that are named to the other server", () => {
    const metrics = { authentication: "metrics" } as const;
    const asked = { method: "GET", authorization: "Basic YTpi" };
    expect(new Vouching({}, "Bearer").labelOf(metrics, asked)).toBe("all");
    const named: Credentials = { metrics: { ...key("m"), scheme: "basic" } };
    expect(new Vouching(named, "Bearer").labelOf(metrics, asked)).toBeUndefined();
    expect(new Vouching(named, "Bearer").labelOf({ authentication: "clientCredentials" }, asked)).toBe("all");
  });
});
