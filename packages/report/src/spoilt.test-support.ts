import fc from "fast-check";
import { HOSTILE } from "./hostile.test-support.ts";
import type { Report } from "./report.ts";
import { SAMPLE_INPUT } from "./sample.test-support.ts";
import { buildReport, type ReportInput } from "./summarise.ts";

/** Any text, including hostile ones and parts with a meaning in workflow commands, messages and URLs. */
export const anyText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."%:,{}[]()#?&;=\n\r\t\"'<>/\\|\u0000\uD800\uDC00\u2028é😀01a") }),
    fc.constantFrom(...HOSTILE, "::error::x", "##[error]x", "%0A::warning::x", "{0} {1}", "[a](b)", ""),
  );

const VIEW_MEMBERS = ["due", "got", "location", "verdict"];

/** Members whose values the types restrict; all other texts are arbitrary. */
const FIXED = new Set([
  "format",
  "outcome",
  "state",
  "level",
  "basis",
  "kind",
  "startedAt",
  "id",
  "requirement",
  ...VIEW_MEMBERS,
]);

/** The sample with some texts replaced by arbitrary ones, including headers and bodies. */
export function spoiltReport(): fc.Arbitrary<Report> {
  return fc.infiniteStream(fc.option(anyText(), { freq: 2 })).map((stream) => {
    let serial = 0;
    const spoil = (value: unknown, name: string): unknown => {
      if (typeof value === "string") {
        const text = FIXED.has(name) ? null : (stream.next().value ?? null);
        if (text === null) return value;
        serial += 1;
        // Verdicts are identified by their checks.
        return name === "check" ? `${text}#${serial}` : text;
      }
      if (Array.isArray(value)) return value.map((item) => spoil(item, name));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, spoil(member, key)]));
    };
    const { tool } = SAMPLE_INPUT;
    return buildReport({ ...(spoil(SAMPLE_INPUT, "") as ReportInput), tool });
  });
}
