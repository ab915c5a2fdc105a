import type { Who } from "@plumbline/conformance";
import { ROLES } from "@plumbline/schemas";
import { STRANGERS } from "../cases/strangers.ts";
import type { TestCase } from "../cases/test-case.ts";
import { closed } from "../reading/closed.ts";
import { oneOf } from "../reading/one-of.ts";
import type { Read } from "../reading/read.ts";
import { line, text } from "../reading/text.ts";
import { textsByName } from "../reading/texts-by-name.ts";

const readStranger = oneOf(...STRANGERS);
const readKey = closed({ role: oneOf(...ROLES) });

/** A caller of the fuzzer's requests: one without permission, or a key with one role. */
const readCaller: Read<Who> = (value, place) =>
  typeof value === "string" ? readStranger(value, place) : readKey(value, place);

/** Limit of a body in UTF-16 units. The longest planned or drawn one has about 2,400. */
const LONGEST_BODY = 256 * 1024;
/** The limit allows for a long list of media types, which is one of the unspecified forms. */
const LONGEST_HEADER = 8_192;

/**
 * Accepts only the members of the fuzzer's requests. The other members of a call are for other tests: its method, its
 * own address, and requests after the end of the run.
 */
export const readCall: Read<TestCase["call"]> = closed(
  {},
  {
    query: textsByName,
    rawQuery: line(1_000),
    path: textsByName,
    rawBody: text(LONGEST_BODY),
    contentType: line(200),
    accept: line(LONGEST_HEADER),
    invalid: oneOf(true),
    open: oneOf(true),
    who: readCaller,
  },
);
