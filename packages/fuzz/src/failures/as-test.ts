import type { ReportExchange } from "@plumbline/report";
import type { Failure } from "./failure.ts";

/** Headers that the client sets itself, or that hold a secret. */
const LEFT_OUT: ReadonlySet<string> = new Set(["authorization", "host", "user-agent", "content-length", "connection"]);

/**
 * A vitest file that sends a failure's request by itself, with nothing of the fuzzer: address and key come from
 * PLUMBLINE_URL, PLUMBLINE_PUBLIC_KEY and PLUMBLINE_PRIVATE_KEY.
 */
export function failureAsTest({ shot, rule, fingerprint }: Failure, { request }: ReportExchange): string {
  const url = new URL(request.url);
  const headers = request.headers.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  const body = request.body === undefined ? "" : `\n    body: ${JSON.stringify(request.body)},`;
  return `import { connect } from "@plumbline/client";
import { expect, it } from "vitest";

// ${rule}, ${fingerprint}
it(${JSON.stringify(`${shot.operation}: ${shot.expected}`)}, async () => {
  const { PLUMBLINE_URL = ${JSON.stringify(url.origin)}, PLUMBLINE_PUBLIC_KEY = "", PLUMBLINE_PRIVATE_KEY = "" } = process.env;
  const connection = connect({ origins: [PLUMBLINE_URL] });
  const { response } = await connection.send({
    method: ${JSON.stringify(request.method)},
    url: PLUMBLINE_URL + ${JSON.stringify(url.pathname + url.search)},
    headers: ${JSON.stringify(headers)},${body}
    credential: {
      scheme: "digest",
      label: "main",
      username: PLUMBLINE_PUBLIC_KEY,
      password: PLUMBLINE_PRIVATE_KEY,
    },
  });
  connection.close();
  const status = "status" in response ? response.status : 0;
  ${assertion(shot.aim)}
});
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
