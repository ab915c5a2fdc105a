import type { Certificate } from "../certificate.ts";
import { closed } from "../reading/closed.ts";
import { list } from "../reading/list.ts";
import { oneOf } from "../reading/one-of.ts";
import type { Read } from "../reading/read.ts";
import { line } from "../reading/text.ts";
import { readOperation } from "./read-operation.ts";

/** The possible places of a violation in a request. */
export const LOCATIONS = ["body", "form", "query", "path", "header"] as const;

/** The place of a keyword, and how it is broken. */
export const PLACE = { location: oneOf(...LOCATIONS), pointer: line(500), keyword: line(60), side: line(500) } as const;

const broken = closed({ keyword: line(60), pointer: line(500) });

/** Any JSON value; the limits of the document keep it small. */
const anything: Read<unknown> = (value) => value;

const whole = closed(
  {
    ...PLACE,
    operation: readOperation,
    at: line(500),
    limit: line(500),
    level: oneOf("MUST", "SHOULD"),
    // The limit is the number of places in a body of the contract that can be wrong in one way.
    also: list(broken, 0, 200),
  },
  { value: anything },
);

/** The certificate of a stored failure. JSON omits an absent value. */
export const readCertificate: Read<Certificate> = (held, place) => ({ value: undefined, ...whole(held, place) });
