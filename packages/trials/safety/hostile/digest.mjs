import { hash } from "node:crypto";

const md5 = (text) => hash("md5", text);

/**
 * Whether a request has a valid digest of this key for its own method and address. A front that answers for the server
 * leaves all other requests to the server, which refuses them.
 */
export function bearsDigest({ method, target, rawHeaders }, { username, password }) {
  const header = rawHeaders.find((text) => /^Digest /i.test(text)) ?? "";
  const field = (name) => new RegExp(`\\b${name}="?([^",]*)`).exec(header)?.[1];
  const [realm, nonce, uri, response, nc] = ["realm", "nonce", "uri", "response", "nc"].map(field);
  if (field("username") !== username || uri !== target) return false;
  const one = md5(`${username}:${realm}:${password}`);
  return response === md5([one, nonce, nc, field("cnonce"), field("qop"), md5(`${method}:${uri}`)].join(":"));
}
