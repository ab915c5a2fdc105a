import type { ReportExchange } from "@plumbline/report";
import type { Failure } from "./failure.ts";

/** Headers that the client sets itself, or that hold a secret. */
const LEFT_OUT: ReadonlySet<string> = new Set(["authorization", "host", "user-agent", "content-length", "connection"]);

/**
 * A vitest file that sends a failure's request by itself, with nothing of the fuzzer: address and key come from
 * PLUMBLINE_URL, PLUMBLINE_PUBLIC_KEY and PLUMBLINE_PRIVATE_KEY.
 */
export function failureAsTest(
  { shot, rule, fingerprint, made: record }: Failure,
  { request }: ReportExchange,
  made?: ReportExchange,
): string {
  const url = new URL(request.url);
  const path = JSON.stringify(url.pathname + url.search);
  const isMade = record !== undefined && made !== undefined && path.includes(record.id);
  const first = isMade
    ? `  // The record that it is about, which stays.
  const { response: made } = await connection.send({${sent(made.request)}  });
  const id = /"(?:_id|id|indexID)":\\s*"([a-f0-9]{24})"/.exec("body" in made ? made.body : "")?.[1] ?? "";
`
    : "";
  const address = isMade ? `${path}.replace(${JSON.stringify(record.id)}, id)` : path;
  return `import { connect } from "@plumbline/client";
import { expect, it } from "vitest";

// ${rule}, ${fingerprint}
it(${JSON.stringify(`${shot.operation}: ${shot.expected}`)}, async () => {
  const { PLUMBLINE_URL = ${JSON.stringify(url.origin)}, PLUMBLINE_PUBLIC_KEY = "", PLUMBLINE_PRIVATE_KEY = "" } = process.env;
  const connection = connect({ origins: [PLUMBLINE_URL] });
  const credential = {
    scheme: "digest",
    label: "main",
    username: PLUMBLINE_PUBLIC_KEY,
    password: PLUMBLINE_PRIVATE_KEY,
  } as const;
${first}  const { response } = await connection.send({${sent(request, address)}  });
  connection.close();
  const status = "status" in response ? response.status : 0;
  ${assertion(shot.aim)}
});
`;
}

/** The members of a request as code. */
function sent({ method, url, headers, body }: ReportExchange["request"], address?: string): string {
  const { pathname, search } = new URL(url);
  const kept = headers.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  return `
    method: ${JSON.stringify(method)},
    url: PLUMBLINE_URL + ${address ?? JSON.stringify(pathname + search)},
    headers: ${JSON.stringify(kept)},${body === undefined ? "" : `\n    body: ${JSON.stringify(body)},`}
    credential,
`;
}

function assertion(aim: Failure["shot"]["aim"]): string {
  switch (aim) {
    case "refused":
      return "expect(Math.floor(status / 100)).toBe(4);";
    case "accepted":
      return "expect(Math.floor(status / 100)).toBe(2);";
    case "no crash":
      return "expect(status).toBeGreaterThan(0);\n  expect(status).toBeLessThan(500);";
    default:
      return aim satisfies never;
  }
}
