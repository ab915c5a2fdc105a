import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Report } from "@plumbline/report";
import { afterAll, describe, expect, it } from "vitest";
import { conduct } from "./conduct.ts";
import { certificateAdvice } from "./doctor/certificate-advice.ts";
import { requirements } from "./requirements/requirements.ts";
import { testTarget } from "./target/target.test-support.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const CHALLENGE = { "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false' };
const JSON_TYPE = { "content-type": "application/json" };

/** The answers of a server whose project is empty. */
const empty: RequestListener = (request, response) => {
  if (request.headers.authorization === undefined) response.writeHead(401, CHALLENGE).end();
  else response.writeHead(200, JSON_TYPE).end('{"results":[],"totalCount":0}');
};

/** An empty server that switches to `trouble` after so many requests. */
const then = (after: number, trouble: RequestListener): RequestListener => {
  let asked = 0;
  return (request, response) => {
    asked += 1;
    (asked > after ? trouble : empty)(request, response);
  };
};

const answers =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (_request: unknown, response: ServerResponse) =>
    void response.writeHead(status, headers).end();

/** Enough requests for each of the troubles. */
const OPERATIONS = ["listAlerts", "listAlertConfigs", "listExportBuckets"] as const;

interface Judged {
  readonly report: Report;
  readonly seconds: number;
  readonly waits: readonly string[];
}

async function judge(server: Server, patience = 3_000, areas = ["PAGE", "AUTH"]): Promise<Judged> {
  const began = performance.now();
  const waits: string[] = [];
  const report = await conduct(testTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), {
    requirements,
    selection: { areas, ...(areas.includes("PAGE") && { operations: OPERATIONS }) },
    patience,
    onWait: (text) => waits.push(text),
    command: "test",
    runId: "test",
    toolVersion: "0",
    connection: { limits: { connectMs: 1_000, headMs: 2_000, bodyMs: 2_000, totalMs: 4_000 } },
  });
  return { report, seconds: (performance.now() - began) / 1_000, waits };
}

const accused = ({ verdicts }: Report): readonly string[] =>
  verdicts
    .filter(({ outcome }) => ["fail", "flaky", "warn", "harness-error"].includes(outcome))
    .map(({ check }) => check)
    .sort();

/** The result without any trouble, computed once and compared with the results of the other tests. */
let untroubled: Promise<Judged> | undefined;
const whole = (): Promise<Judged> => {
  untroubled ??= serve(empty).then((server) => judge(server));
  return untroubled;
};

const TROUBLES: readonly (readonly [what: string, trouble: RequestListener])[] = [
  ["hangs", () => undefined],
  ["cuts every connection", (request) => request.socket.resetAndDestroy()],
  ["answers 503", answers(503)],
  ["answers 500", answers(500)],
  ["asks for a pause of years", answers(503, { "retry-after": "99999999" })],
  ["sends a negative Retry-After", answers(503, { "retry-after": "-5" })],
  ["sends an unreadable Retry-After", answers(429, { "retry-after": "soon" })],
];

// The tests mostly wait, each for its own server, so they can overlap.
describe.concurrent("conduct, for a target that stops working", () => {
  it.each(TROUBLES)(
    "reports no additional failures and few more requests once the target %s",
    async (_what, trouble) => {
      expect((await whole()).report.outcome).toBe("failed");
      let after = 0;
      const server = await serve(
        then(80, (request, response) => {
          after += 1;
          trouble(request, response);
        }),
      );
      const { report, seconds } = await judge(server);
      expect([report.outcome, report.reason]).toEqual([
        "unreachable",
        expect.stringMatching(/^The target stopped working after \d+ requests: /),
      ]);
      const before = accused((await whole()).report);
      expect(accused(report).filter((check) => !before.includes(check))).toEqual([]);
      expect(after).toBeLessThanOrEqual(50);
      expect(seconds).toBeLessThan(60);
    },
  );

  it("states the number of answered requests if the target stops during preflight", async () => {
    const { report } = await judge(await serve(then(3, answers(503))));
    expect([report.outcome, report.verdicts]).toEqual(["unreachable", []]);
    expect(report.reason).toMatch(/stopped working after \d requests: it answers 503/);
  });

  it("a target that never answered is reported as unreachable", async () => {
    const { report } = await judge(await serve(answers(503)));
    expect(report.reason).toMatch(/^The run could not reach the target: .* answers 503/);
  });
});

describe.concurrent("conduct, for a target that works", () => {
  it("judges the target even if one operation always fails", async () => {
    for (const trouble of TROUBLES.filter(([what]) => /^cuts/.test(what))) {
      const server = await serve((request, response) => {
        const isLost = request.url?.includes("/alerts") && request.headers.authorization !== undefined;
        (isLost ? trouble[1] : empty)(request, response);
      });
      const { report } = await judge(server);
      expect(report.outcome, trouble[0]).toBe("failed");
      expect(
        accused(report).some((check) => check.endsWith("@listAlerts/v2")),
        trouble[0],
      ).toBe(true);
    }
  });

  it("judges a target that answers everything with 500", async () => {
    const { report } = await judge(await serve(answers(500)));
    expect(report.outcome).toBe("failed");
  });

  it("waits for Retry-After, and announces the pause", async () => {
    let asked = 0;
    let limited = 0;
    const server = await serve((request, response) => {
      asked += 1;
      const isLimited = asked > 40 && asked <= 44;
      if (isLimited) limited += 1;
      (isLimited ? answers(429, { "retry-after": "1" }) : empty)(request, response);
    });
    const { report, waits } = await judge(server, 20_000);
    expect(limited).toBe(4);
    expect(accused(report)).toEqual(accused((await whole()).report));
    expect(waits).toContainEqual(expect.stringMatching(/^waiting \d+ s: the target answers 429$/));
  });

  it("does not abort slow answers", async () => {
    const server = await serve((request, response) => setTimeout(() => empty(request, response), 300));
    const { report } = await judge(server, undefined, ["ACC"]);
    expect(report.outcome).toBe("incomplete");
    expect(report.exchanges.length).toBeGreaterThan(20);
    expect(report.exchanges.some(({ response }) => "fault" in response)).toBe(false);
  });

  it("loses no read if the target closes kept connections", async () => {
    const server = await serve(empty);
    server.on("request", ({ socket }: { readonly socket: Socket }, response: ServerResponse) =>
      response.once("finish", () => socket.end()),
    );
    const { report } = await judge(server);
    expect(report.exchanges.some(({ response }) => "fault" in response)).toBe(true);
    const before = accused((await whole()).report);
    expect(accused(report).filter((check) => !before.includes(check))).toEqual([]);
    expect(report.outcome).toBe("failed");
    // The run repeats no write. A check stays open if its write is lost before the run knows that the server closes
    // connections.
    const lost = before.filter((check) => !accused(report).includes(check));
    expect(lost.length).toBeLessThanOrEqual(2);
    const open = report.verdicts.filter(({ check }) => lost.includes(check));
    expect(open.map(({ outcome }) => outcome)).toEqual(lost.map(() => "could-not-run"));
  });

  it("sends no more concurrent requests than the target accepts", async () => {
    const server = await serve((request, response) => setTimeout(() => empty(request, response), 5));
    server.maxConnections = 5;
    const { report } = await judge(server);
    const before = accused((await whole()).report);
    expect(accused(report).filter((check) => !before.includes(check))).toEqual([]);
  });

  it("reports an answer that is too large as such", async () => {
    const server = await serve((request, response) => {
      if (request.headers.authorization === undefined) empty(request, response);
      else response.writeHead(200, JSON_TYPE).end(Buffer.alloc(9 * 1024 * 1024, 0x20));
    });
    const { report } = await judge(server, undefined, ["OPS"]);
    expect(report.outcome).toBe("failed");
    expect(JSON.stringify(report.verdicts)).toContain("an answer that is too large");
  });
});

it.each([
  ["self-signed certificate [DEPTH_ZERO_SELF_SIGNED_CERT]", "--ca FILE"],
  ["unable to verify the first certificate [UNABLE_TO_VERIFY_LEAF_SIGNATURE]", "NODE_EXTRA_CA_CERTS"],
  ["certificate has expired [CERT_HAS_EXPIRED]", "renew"],
  ["no [ERR_TLS_CERT_ALTNAME_INVALID]", "use a host name"],
  ["wrong version number [ERR_SSL_WRONG_VERSION_NUMBER]", "http, not https"],
  ["connect ECONNREFUSED [ECONNREFUSED]", undefined],
])("certificateAdvice for %s is %s", (message, advice) => {
  const said = certificateAdvice(message);
  if (advice === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(advice);
});
