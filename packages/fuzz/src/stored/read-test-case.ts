import { VERSIONS } from "../cases/test-case.ts";
import type { Failure } from "../failures/failure.ts";
import { closed } from "../reading/closed.ts";
import { oneOf } from "../reading/one-of.ts";
import type { Read } from "../reading/read.ts";
import { line } from "../reading/text.ts";
import { whole } from "../reading/whole.ts";
import { readCall } from "./read-call.ts";
import { PLACE, readCertificate } from "./read-certificate.ts";
import { readOperation } from "./read-operation.ts";

/** Reads the request of a stored failure. */
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
