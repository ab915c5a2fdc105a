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

/** One whom the fuzzer sends requests as: a stranger, or a key with one role. */
const readCaller: Read<Who> = (value, place) =>
  typeof value === "string" ? readStranger(value, place) : readKey(value, place);

/** UTF-16 units of a body. The longest that is planned or drawn has about 2,400. */
const LONGEST_BODY = 256 * 1024;
/** A long list of media types is one of the unspecified forms. */
const LONGEST_HEADER = 8_192;

/**
 * The members that the fuzzer's requests have. The others that a call can have are for tests of other things: its method,
 * an address of its own, and what is sent although the run is over.
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
