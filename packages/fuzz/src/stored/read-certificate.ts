import type { Certificate } from "../certificate.ts";
import { closed } from "../reading/closed.ts";
import { list } from "../reading/list.ts";
import { oneOf } from "../reading/one-of.ts";
import type { Read } from "../reading/read.ts";
import { line } from "../reading/text.ts";
import { readOperation } from "./read-operation.ts";

/** Where in a request a violation can be. */
export const LOCATIONS = ["body", "form", "query", "path", "header"] as const;

/** The place of a keyword, and which way it is broken. */
export const PLACE = { location: oneOf(...LOCATIONS), pointer: line(500), keyword: line(60), side: line(500) } as const;

const broken = closed({ keyword: line(60), pointer: line(500) });

/** Whatever JSON has: the document's own limits keep it small. */
const anything: Read<unknown> = (value) => value;

const whole = closed(
  {
    ...PLACE,
    operation: readOperation,
    at: line(500),
    limit: line(500),
    level: oneOf("MUST", "SHOULD"),
    // As many as a body of the contract has places that can be wrong in one way.
    also: list(broken, 0, 200),
  },
  { value: anything },
);

/** What a stored failure says was wrong with its request; JSON leaves an absent value out. */
export const readCertificate: Read<Certificate> = (held, place) => ({ value: undefined, ...whole(held, place) });
