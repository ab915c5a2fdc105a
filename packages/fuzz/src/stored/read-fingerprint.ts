import { text } from "../reading/text.ts";

/** What names a failure or a scenario, and the files that it is written to. */
export const readFingerprint = text(16, { pattern: /^[0-9a-f]{16}$/, what: "16 hexadecimal digits" });
