import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Report, Verdict } from "@plumbline/report";
import { afterAll, describe, expect, it } from "vitest";
import { conduct } from "./conduct.ts";
import { requirements } from "./requirements/requirements.ts";
import { testTarget } from "./target/target.test-support.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const CHALLENGE = { "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false' };
const JSON_TYPE = { "content-type": "application/json" };
const LIMIT = 64 * 1024;
const BOMB = gzipSync(Buffer.alloc(64 * LIMIT, 0x20));

/** Writes as long as the other side reads. */
function pour(response: ServerResponse, piece: string): void {
  const more = (): void => {
    while (!response.destroyed) if (!response.write(piece)) return void response.once("drain", more);
  };
  more();
}

const HEAVY: readonly (readonly [what: string, answer: RequestListener])[] = [
  ["too large", (_request, response) => void response.writeHead(200, JSON_TYPE).end(" ".repeat(2 * LIMIT))],
  [
    "one value that is too large",
    (_request, response) => void response.writeHead(200, JSON_TYPE).end(JSON.stringify({ value: "v".repeat(LIMIT) })),
  ],
  ["without end", (_request, response) => pour(response.writeHead(200, JSON_TYPE), " ".repeat(1_024))],
  [
    "compressed to hide its size",
    (_request, response) => void response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip" }).end(BOMB),
  ],
  [
    "shorter than announced",
    (_request, response) => void response.writeHead(200, { ...JSON_TYPE, "content-length": 99 }).write("{"),
  ],
  ["silent", () => undefined],
];

interface Judged {
  readonly report: Report;
  /** How many heavy answers the server gave. */
  readonly heavy: number;
}

/** Judges an empty server that gives `answer` to authenticated requests whose URL satisfies `isHeavy`. */
async function judge(answer: RequestListener, isHeavy: (url: string) => boolean): Promise<Judged> {
  let heavy = 0;
  const server = createServer((request, response) => {
    if (request.headers.authorization === undefined) response.writeHead(401, CHALLENGE).end();
    else if (isHeavy(request.url ?? "")) {
      heavy += 1;
      answer(request, response);
    } else response.writeHead(200, JSON_TYPE).end('{"results":[],"totalCount":0}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const report = await conduct(testTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), {
    requirements,
    selection: { operations: ["listAlerts", "listAlertConfigs"] },
    jobs: 8,
    // Less than one answer may take, so that a late answer uses it up.
    patience: 1_600,
    command: "test",
    runId: "test",
    toolVersion: "0",
    connection: { limits: { headMs: 2_000, bodyMs: 2_000, totalMs: 4_000, wireBytes: LIMIT, bodyBytes: LIMIT } },
  });
  return { report, heavy };
}

const of = (report: Report, operation: string): readonly Verdict[] =>
  report.verdicts.filter(({ check }) => check.includes(`@${operation}/`));
const given = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.filter((verdict) => verdict.outcome === "could-not-run" && /run stopped/i.test(verdict.reason));

describe("conduct, for an operation with heavy answers", () => {
  // A busy machine may delay light answers for so long that the run stops calling their operation, too.
  it.each(HEAVY)(
    "examines an answer that is %s, and does not repeat it for every check",
    { retry: 2 },
    async (_what, answer) => {
      const { report, heavy } = await judge(answer, (url) => url.includes("/alerts"));
      const about = of(report, "listAlerts");
      expect(about.length).toBeGreaterThan(30);
      expect(heavy).toBeLessThan(about.length);
      expect(about.filter(({ outcome }) => outcome === "fail")).not.toEqual([]);
      expect(given(about).length).toBeGreaterThan(10);
      expect(report.doctor.map(({ text }) => text)).toContainEqual(
        expect.stringMatching(/^the run stopped calling listAlerts version /),
      );
      // The run leaves out no other operation because of this one.
      expect(given(of(report, "listAlertConfigs"))).toEqual([]);
      expect(report.verdicts.filter(({ outcome }) => outcome === "harness-error")).toEqual([]);
    },
  );
});

it("conduct sends few requests to a target whose answers are all too large", async () => {
  const [, answer] = HEAVY[0] ?? [];
  const { report, heavy } = await judge(answer ?? (() => undefined), () => true);
  expect(heavy).toBeLessThan(100);
  expect(given(report.verdicts).length).toBeGreaterThan(50);
  expect(report.outcome).toBe("failed");
});

it("conduct reads a large answer within the limits for every check", async () => {
  const large = JSON.stringify({ results: [], totalCount: 0, value: "v".repeat(LIMIT / 2) });
  const { report, heavy } = await judge(
    (_request, response) => void response.writeHead(200, JSON_TYPE).end(large),
    (url) => url.includes("/alerts"),
  );
  expect(heavy).toBeGreaterThan(20);
  expect(given(report.verdicts)).toEqual([]);
});
