import { member } from "@plumbline/conformance";
import { textIn } from "./text-in.ts";

/**
 * Who wrote an archive, as far as it matters: a `proxy` shows all that passed; `hiding` leaves out credentials that were
 * sent; `restating` does so too, and writes what it made of a JSON body in place of the body.
 */
export type Writer = "any" | "proxy" | "hiding" | "restating";

const PROXIES = /^(?:burp|charles|fiddler|http toolkit|mitmproxy|plumbline|proxyman)/i;
/** Of a handshake of curl, Insomnia shows the last answer, beside the request as it was before. */
const HIDING = /^insomnia/i;
/** The key of `auth` is put into the fields after the tracker has looked, and JSON has become an object by then. */
const RESTATING = /^axios/i;

/** Which habits the program has that wrote an archive, by the name that it gives. */
export function writerOf(creator: unknown): Writer {
  const name = textIn(member(creator, "name"));
  if (RESTATING.test(name)) return "restating";
  if (PROXIES.test(name)) return "proxy";
  return HIDING.test(name) ? "hiding" : "any";
}

/** Whether a request without a credential may have been sent with one. */
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
