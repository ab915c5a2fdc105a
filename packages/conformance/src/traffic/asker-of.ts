import { type Credential, type HeaderList, headerValue } from "@plumbline/client";
import type { Asker } from "./passed.ts";

/** The caller that these header fields name. A cookie does not name one, so its caller is hidden. */
export function askerOf(headers: HeaderList): Asker {
  const authorization = headerValue(headers, "authorization");
  if (authorization === undefined) return headerValue(headers, "cookie") === undefined ? "none" : "hidden";
  const [scheme = "", rest = ""] = authorization.split(/ (.*)/s);
  switch (scheme.toLowerCase()) {
    case "digest":
      return named("digest", /\busername="((?:[^"\\]|\\.)*)"/i.exec(rest)?.[1]);
    case "basic":
      return named("basic", /^([^:]*):/.exec(Buffer.from(rest, "base64").toString("utf8"))?.[1]);
    case "bearer":
      return "bearer";
    default:
      return "hidden";
  }
}

/**
 * The caller that a request with this credential names; `undefined` if the request does not show the caller, or looks
 * like that of the correct credential.
 */
export function askerWith(credential: Credential): Asker | undefined {
  switch (credential.scheme) {
    case "none":
      return "none";
    case "digest":
    case "basic":
      return credential.madeUp === "secret" ? undefined : named(credential.scheme, credential.username);
    case "bearer":
      return "bearer";
    case "raw":
      return undefined;
    default:
      return credential satisfies never;
  }
}

const named = (scheme: string, username: string | undefined): Asker =>
  username === undefined || username === "" ? "hidden" : `${scheme} ${username}`;
