import type { Who } from "@plumbline/conformance";
import type { ReportExchange } from "@plumbline/report";
import type { Aim } from "../cases/test-case.ts";
import { printable } from "../reading/printable.ts";
import type { Failure } from "./failure.ts";
import { literal } from "./literal.ts";
import { madeIn } from "./made-in.ts";

/** Headers that the client sets itself, or that contain a secret. */
const LEFT_OUT: ReadonlySet<string> = new Set(["authorization", "host", "user-agent", "content-length", "connection"]);

/**
 * A vitest file that sends the request of a failure without the fuzzer, with address and key from PLUMBLINE_URL,
 * PLUMBLINE_PUBLIC_KEY and PLUMBLINE_PRIVATE_KEY. `undefined` for an answer that breaks a rule about all answers: its
 * status alone does not show that, and the rule is part of the suite.
 */
export function failureAsTest(
  { testCase, rule, reason, fingerprint, made: record }: Failure,
  { request }: ReportExchange,
  made?: ReportExchange,
): string | undefined {
  if (reason === "rule-broken") return undefined;
  const url = new URL(request.url);
  const path = literal(url.pathname + url.search);
  const id = made && madeIn(url.pathname + url.search, record);
  const first =
    made && id
      ? `  // The record that it is about, which stays.
  const { response: made } = await connection.send({${sent(made.request)}  });
  const id = /"(?:_id|id|indexID)":\\s*"([a-f0-9]{24})"/.exec("body" in made ? made.body : "")?.[1] ?? "";
`
      : "";
  const address = id ? `${path}.replace(${literal(id)}, id)` : path;
  return `import { connect } from "@plumbline/client";
import { expect, it } from "vitest";

// ${printable(rule)}, ${printable(fingerprint)}
it(${literal(`${testCase.operation}: ${testCase.expected}`)}, async () => {
  const { PLUMBLINE_URL = ${literal(url.origin)}, PLUMBLINE_PUBLIC_KEY = "", PLUMBLINE_PRIVATE_KEY = "" } = process.env;
  const connection = connect({ origins: [PLUMBLINE_URL] });
  const credential = {
    scheme: "digest",
    label: ${literal(labelOf(testCase.call.who))},
    username: PLUMBLINE_PUBLIC_KEY,
    password: PLUMBLINE_PRIVATE_KEY,
  } as const;
${first}  const { response } = await connection.send({${sent(request, address, CREDENTIALS.get(String(testCase.call.who)))}  });
  connection.close();
  const status = "status" in response ? response.status : 0;
  ${ASSERTIONS[testCase.aim]}
});
`;
}

/** The members of a request as code. */
function sent(
  { method, url, headers, body }: ReportExchange["request"],
  address?: string,
  credential = "credential",
): string {
  const { pathname, search } = new URL(url);
  const kept = headers.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  return `
    method: ${literal(method)},
    url: PLUMBLINE_URL + ${address ?? literal(pathname + search)},
    headers: ${literal(kept)},${body === undefined ? "" : `\n    body: ${literal(body)},`}
    ${credential},
`;
}

/** The key that the test needs. */
const labelOf = (who: Who | undefined): string =>
  typeof who === "object" && "role" in who ? who.role : who === "noRole" ? "a key without a role" : "main";

/** Credentials of callers without permission, as code. */
const CREDENTIALS: ReadonlyMap<string, string> = new Map([
  ["none", 'credential: { scheme: "none" }'],
  ["wrongSecret", 'credential: { ...credential, password: "wrong" }'],
  ["wrongMetricsPassword", 'credential: { ...credential, scheme: "basic", password: "wrong" }'],
  ["unknownUser", 'credential: { ...credential, username: "nobodyxx" }'],
  ["unknownMetricsUser", 'credential: { ...credential, scheme: "basic", username: "nobodyxx" }'],
]);

const ASSERTIONS: Readonly<Record<Aim, string>> = {
  refused: "expect(Math.floor(status / 100)).toBe(4);",
  accepted: "expect(Math.floor(status / 100)).toBe(2);",
  "kept out": "expect(Math.floor(status / 100)).toBe(4);",
  "let in": "expect([401, 403]).not.toContain(status);",
  "no crash": "expect(status).toBeGreaterThan(0);\n  expect(status).toBeLessThan(500);",
};
