import type { TestCase } from "../campaigns/test-case.ts";
import { closed } from "../stored/closed.ts";
import { oneOf } from "../stored/one-of.ts";
import type { Read } from "../stored/read.ts";
import { line } from "../stored/text.ts";
import { whole } from "../stored/whole.ts";
import type { Failure } from "./failure.ts";
import { readCall } from "./read-call.ts";
import { PLACE, readCertificate } from "./read-certificate.ts";
import { readOperation } from "./read-operation.ts";

export const VERSIONS = ["1.0", "2", "standalone"] as const satisfies readonly TestCase["version"][];

/** The request of a stored failure. */
export const readTestCase: Read<Failure["testCase"]> = closed(
  {
    aim: oneOf("refused", "accepted", "no crash", "kept out", "let in"),
    operation: readOperation,
    version: oneOf(...VERSIONS),
    base: oneOf("plain", "matchers", "monitoring", "full"),
    level: oneOf("MUST", "SHOULD"),
    name: line(500),
    expected: line(2_000),
    shows: closed(PLACE),
    call: readCall,
  },
  {
    certificate: readCertificate,
    elsewhere: oneOf(true),
    drawn: whole(0, Number.MAX_SAFE_INTEGER),
  },
);
