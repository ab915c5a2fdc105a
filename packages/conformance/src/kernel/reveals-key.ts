import type { Credential } from "@plumbline/client";

/**
 * Whether a credential sends the secret of a key itself. Digest never does, Basic and Bearer do, and a hand-made header
 * may.
 */
export function revealsKey(credential: Credential, key: Credential | undefined): boolean {
  if (key === undefined) return false;
  switch (credential.scheme) {
    case "none":
    case "digest":
      return false;
    case "bearer":
      return credential === key;
    case "basic":
      return "password" in key && credential.password === key.password;
    case "raw":
      return "password" in key && contains(credential.authorization, key.password);
    default:
      return credential satisfies never;
  }
}

function contains(authorization: string, secret: string): boolean {
  const token = /^basic[ \t]+(\S+)/i.exec(authorization)?.[1];
  return authorization.includes(secret) || (token !== undefined && Buffer.from(token, "base64").includes(secret));
}
