import type { Who } from "@plumbline/conformance";
import { ROLES } from "@plumbline/schemas";
import type { TestCase } from "../campaigns/test-case.ts";
import { closed } from "../stored/closed.ts";
import { oneOf } from "../stored/one-of.ts";
import type { Read } from "../stored/read.ts";
import { line, text } from "../stored/text.ts";
import { textsByName } from "../stored/texts-by-name.ts";

/** Those whom nobody knows, or who have no role. */
export const STRANGERS = [
  "none",
  "wrongSecret",
  "unknownUser",
  "noRole",
  "wrongMetricsPassword",
  "unknownMetricsUser",
] as const satisfies readonly Who[];
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
