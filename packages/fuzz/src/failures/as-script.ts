import type { ReportExchange } from "@plumbline/report";
import { printable } from "../reading/printable.ts";
import type { Failure } from "./failure.ts";
import { madeIn } from "./made-in.ts";

/**
 * A shell script that shows a failure with curl alone, with keys from PLUMBLINE_PUBLIC_KEY and PLUMBLINE_PRIVATE_KEY.
 * If `made` has the creating exchange, the script first creates the record. `undefined` when the run kept no curl line.
 */
export function failureAsScript(
  { testCase, rule, reason, made: record }: Pick<Failure, "testCase" | "rule" | "reason" | "made">,
  { curl, request }: ReportExchange,
  made?: ReportExchange,
): string | undefined {
  if (curl === undefined) return undefined;
  const wanted = reason === "rule-broken" ? `${rule} expects ${testCase.expected}` : testCase.expected;
  const begin = `#!/bin/sh\n# ${printable(wanted.replaceAll(/\s+/g, " "))}\n`;
  const id = madeIn(request.url, record);
  if (id === undefined || made?.curl === undefined) return `${begin}${curl}\n`;
  // Shells do not expand variables inside single quotes, so the quotes are closed around it.
  const isQuoted = curl.includes(`'${request.url}'`);
  const url = request.url.replaceAll(id, isQuoted ? `'"$ID"'` : `"$ID"`);
  return `${begin}# The record that it is about is made first, and stays.
ID=$(${made.curl} | grep -o '"[A-Za-z_]*":"[a-f0-9]\\{24\\}"' | grep -i -m 1 '^"_\\{0,1\\}i[dn]' | cut -d '"' -f 4)
${curl.replace(request.url, () => url)}
`;
}
