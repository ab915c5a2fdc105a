import { expect, test } from "vitest";
import { type FailureContext, faultOf } from "./fault.ts";

const context: FailureContext = { origin: "http://h", phase: "connect", reused: false, heard: false };
const secure: FailureContext = { ...context, origin: "https://h" };
const error = (code: string, message = "m") => Object.assign(new Error(message), { code });

test.each<[string, string, FailureContext]>([
  ["ENOTFOUND", "unknown-host", context],
  ["EAI_AGAIN", "unknown-host", secure],
  ["ECONNREFUSED", "refused", secure],
  ["EHOSTUNREACH", "refused", context],
  ["ETIMEDOUT", "connect-timeout", context],
  ["ECONNRESET", "reset", context],
  ["ECONNRESET", "tls", secure],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls", secure],
  ["CERT_HAS_EXPIRED", "tls", secure],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", { ...secure, phase: "head" }],
  ["EPIPE", "reset", { ...secure, phase: "head" }],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "protocol", { ...context, phase: "head" }],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "reset", { ...context, phase: "body" }],
  ["SOMETHING_NEW", "protocol", { ...context, phase: "head" }],
])("%s is %s", (code, fault, where) => {
  const reach = where.phase === "connect" && { reach: "unsent" };
  expect(faultOf(error(code), where)).toEqual({ fault, message: `${where.origin}: m [${code}]`, ...reach });
});

test("several addresses that failed are told apart in the message", () => {
  const failed = Object.assign(new AggregateError([new Error("::1 refused"), new Error("127.0.0.1 refused")]), {
    code: "ECONNREFUSED",
  });
  expect(faultOf(failed, context).message).toContain("Error: ::1 refused; Error: 127.0.0.1 refused");
});

test("a reset on a kept connection says so", () => {
  const kept = { ...context, phase: "head", reused: true } as const;
  expect(faultOf(error("ECONNRESET"), kept)).toMatchObject({
    message: expect.stringContaining("kept"),
    reach: "unheard",
  });
  // A received byte, or a failure of a fresh connection, does say something about the target.
  expect(faultOf(error("ECONNRESET"), { ...kept, heard: true }).reach).toBeUndefined();
  expect(faultOf(error("ECONNRESET"), { ...kept, reused: false }).reach).toBeUndefined();
  expect(faultOf(error("SOMETHING_NEW"), kept).reach).toBeUndefined();
});
