import { member } from "@plumbline/conformance";
import { textIn } from "./text-in.ts";

/**
 * The habits of the program that wrote an archive: a `proxy` shows everything that passed; `hiding` leaves out
 * credentials that were sent; `restating` does so too, and writes a parsed JSON body instead of its text.
 */
export type Writer = "any" | "proxy" | "hiding" | "restating";

const PROXIES = /^(?:burp|charles|fiddler|http toolkit|mitmproxy|plumbline|proxyman)/i;
/** After a handshake by curl, Insomnia shows the last answer with the first request. */
const HIDING = /^insomnia/i;
/** axios adds the credential of `auth` after the tracker has read the fields, and has parsed JSON before that. */
const RESTATING = /^axios/i;

/** The habits of the program that wrote an archive, by the name in the archive. */
export function writerOf(creator: unknown): Writer {
  const name = textIn(member(creator, "name"));
  if (RESTATING.test(name)) return "restating";
  if (PROXIES.test(name)) return "proxy";
  return HIDING.test(name) ? "hiding" : "any";
}

/** Whether a request that shows no credential may have been sent with one. */
export function hidesCredentials(writer: Writer): boolean {
  switch (writer) {
    case "hiding":
    case "restating":
      return true;
    case "any":
    case "proxy":
      return false;
    default:
      return writer satisfies never;
  }
}
