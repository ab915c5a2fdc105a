import { createHash } from "node:crypto";
import { buildAuthorization } from "@plumbline/client";
import type { DigestFault, DigestParameters } from "../ground/call.ts";
import { changedSecret, swapCase } from "./changed-secret.ts";

const CNONCE = "0a4f113b";
const NC = "00000001";

/**
 * Builds an Authorization value with exactly one fault, so that an accepted one shows what the server does not check.
 * It does not use the digest code of the client, which must never produce a wrong header.
 */
export function faultyDigest(
  { fault, challenge }: { readonly fault: DigestFault; readonly challenge: DigestParameters },
  { username, password }: { readonly username: string; readonly password: string },
  request: { readonly method: string; readonly url: string },
): string {
  if (fault === "bare") return "Digest";
  const target = request.url.replace(/^https?:\/\/[^/]+/, "");
  const realm = fault === "realm" ? "another realm" : challenge.realm;
  const nonce = fault === "nonce" ? "bm9uY2UgdGhhdCBub2JvZHkgaXNzdWVk" : challenge.nonce;
  const uri = uriOf(fault, target);
  const qop = fault === "qop" ? "auth-int" : fault === "qop-shown" ? "plumbline" : "auth";
  const algorithm = fault === "algorithm" ? "SHA-256" : "MD5";
  const method = fault === "method" ? (request.method === "GET" ? "POST" : "GET") : request.method;
  const digest = (text: string): string =>
    createHash(algorithm === "MD5" ? "md5" : "sha256")
      .update(text)
      .digest("hex");
  const body = qop === "auth-int" ? `:${digest("")}` : "";
  // A server that ignores the case of keys may compute the response with the name in the header or with the stored one.
  const shown = fault === "username" || fault === "username-shown" ? swapCase(username) : username;
  const secret = digest(`${fault === "username" ? shown : username}:${realm}:${passwordOf(fault, password)}`);
  const right = digest(`${secret}:${nonce}:${NC}:${CNONCE}:${qop}:${digest(`${method}:${uri}${body}`)}`);
  return buildAuthorization({
    username: shown,
    realm,
    nonce,
    uri,
    algorithm,
    qop,
    nc: NC,
    ...(fault === "cnonce" ? {} : { cnonce: CNONCE }),
    response: fault === "empty" ? "" : fault === "response" ? right.slice(0, -1) : right,
    ...(challenge.opaque === undefined ? {} : { opaque: challenge.opaque }),
  });
}

function uriOf(fault: DigestFault, target: string): string {
  if (fault === "uri") return "/another/path";
  return fault === "uri-query" ? target.replace(/\?.*$/, "") : target;
}

/** A private key that no user has. */
const NOBODYS = "6f1d2c7e-83b5-49aa-9c04-5e7fd1b8a362";

function passwordOf(fault: DigestFault, password: string): string {
  switch (fault) {
    case "secret":
      return NOBODYS;
    case "longer secret":
    case "shorter secret":
    case "secret in the other case":
    case "empty secret":
      return changedSecret(password, fault);
    default:
      return password;
  }
}
