import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { conduct } from "./conduct.ts";
import type { JournalEntry } from "./ground/journal.ts";
import { upheld } from "./ground/judgement.ts";
import type { CheckStage, Stage } from "./ground/stage.ts";
import { NothingSelectedError } from "./nothing-selected-error.ts";
import type { Selection } from "./plan/selection.ts";
import { requirements } from "./requirements/requirements.ts";
import type { Requirement } from "./rule/requirement.ts";
import { testTarget } from "./target/target.test-support.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const entries: JournalEntry[] = [];
const stages: Stage[] = [];
const conductOn = (
  url: string,
  selection: Selection = {},
  change: Parameters<typeof testTarget>[1] = {},
  rules: readonly Requirement[] = requirements,
) => {
  entries.length = 0;
  stages.length = 0;
  return conduct(testTarget(url, change), {
    requirements: rules,
    selection,
    journal: { append: (entry) => entries.push(entry) },
    onProgress: ({ stage }) => stages.push(stage),
    command: "test",
    runId: "test",
    toolVersion: "0",
    connection: { limits: { connectMs: 500, headMs: 300, bodyMs: 300, totalMs: 600 } },
  });
};

/** A server without authentication that creates, shows and deletes alert configurations, and nothing else. */
function alertConfigsIn(stored: Map<string, unknown>): RequestListener {
  let created = 0;
  return async (request, response) => {
    const text = await new Promise<string>((resolve) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => resolve(body));
    });
    const [, id] = /\/alertConfigs\/?([0-9a-f]{24})?(?:\?|$)/.exec(request.url ?? "") ?? [];
    const answer = (status: number, json: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    if (!request.url?.includes("/alertConfigs")) return answer(404, { error: 404 });
    if (request.method === "POST") {
      created += 1;
      const fresh = created.toString(16).padStart(24, "0");
      stored.set(fresh, { ...JSON.parse(text), id: fresh });
      return answer(201, stored.get(fresh));
    }
    if (id === undefined) return answer(200, { results: [...stored.values()], totalCount: stored.size });
    if (!stored.has(id)) return answer(404, { error: 404 });
    const record = stored.get(id);
    if (request.method === "DELETE") stored.delete(id);
    return answer(200, record);
  };
}

describe("conduct", () => {
  it("reports a target that does not exist as unreachable, soon", async () => {
    const report = await conductOn("http://127.0.0.1:9");
    expect(report.outcome).toBe("unreachable");
    expect(report.reason).toContain("127.0.0.1:9");
  });

  it("deletes what it created even if an unexpected error ends it", async () => {
    const stored = new Map<string, unknown>();
    const url = await serve(alertConfigsIn(stored));
    let most = 0;
    const running = conduct(testTarget(url, { allow: new Set(["read", "create", "update", "delete"]) }), {
      requirements,
      selection: { only: ["REC-KEPT-*", "ALC-*"] },
      journal: { append: () => undefined },
      onProgress: () => {
        most = Math.max(most, stored.size);
        if (stored.size > 0) throw new TypeError("ours");
      },
      command: "test",
      runId: "test",
      toolVersion: "0",
    });
    await expect(running).rejects.toThrow("ours");
    expect([most > 0, stored.size]).toEqual([true, 0]);
  });

  it("throws NothingSelectedError for a selection without checks", async () => {
    const url = await serve((_request, response) => response.end());
    await expect(conductOn(url, { only: ["PAGE-SHAPE"], areas: ["GEN"] })).rejects.toThrow(NothingSelectedError);
  });

  it("fails a server that answers everything with 200 and an empty object", async () => {
    const url = await serve((_request, response) => response.setHeader("content-type", "application/json").end("{}"));
    const report = await conductOn(url);
    expect(report.outcome).toBe("failed");
    const broken = new Set(
      report.verdicts.filter((verdict) => verdict.outcome === "fail").map((verdict) => verdict.requirement),
    );
    for (const id of ["AUTH-DIGEST-REQUIRED", "PAGE-ITEMS-REJECT", "PAGE-SHAPE", "ENV-WRAPPED"])
      expect(broken, id).toContain(id);
  });

  it("fails a server that refuses everything, and does not count its refusals as correct", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: 404, errorCode: "NOPE", detail: "no", reason: "Not Found" }));
    });
    const report = await conductOn(url);
    expect(report.outcome).toBe("failed");
    const refusals = report.verdicts.filter((verdict) => verdict.requirement === "PAGE-ITEMS-REJECT");
    expect(refusals.length).toBeGreaterThan(0);
    const ran = refusals.filter(({ operation }) => operation !== undefined && !operation.includes("Serverless"));
    expect(ran.every((verdict) => verdict.outcome === "could-not-run")).toBe(true);
    // Without a named serverless instance, these checks can read nothing.
    expect(refusals.filter((verdict) => verdict.outcome === "pass" || verdict.outcome === "fail")).toEqual([]);
  });

  it("calls unserved operations of a URL target unbound, and fails none of them", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(404, {
        "content-type": "application/json",
        "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false',
      });
      response.end(JSON.stringify({ error: 404, errorCode: "NOPE", detail: "no", reason: "Not Found" }));
    });
    const report = await conductOn(
      url,
      { operations: ["listAlerts"], only: ["OP12-*", "PAGE-*"] },
      { bindingStated: false },
    );
    expect(report.verdicts.some((verdict) => verdict.outcome === "fail")).toBe(false);
    expect(report.outcome).toBe("incomplete");
    expect(
      report.verdicts.some(
        (verdict) => verdict.outcome === "could-not-run" && verdict.reason.includes("paste this into the target file"),
      ),
    ).toBe(true);
  });

  it("reports a target that stops before the plan as unreachable, with the number of requests", async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      if (asked <= 2)
        response
          .writeHead(401, { "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false' })
          .end();
    });
    const began = Date.now();
    const report = await conductOn(url);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect([report.outcome, report.reason]).toEqual([
      "unreachable",
      expect.stringMatching(/^The target stopped working after \d requests: /),
    ]);
    expect(report.verdicts).toEqual([]);
    expect(asked).toBeLessThan(10);
  });

  it("runs later stages while a story waits for the target", async () => {
    const url = await serve((_request, response) => response.setHeader("content-type", "application/json").end("{}"));
    const ended: string[] = [];
    const story = (id: string, stage: "state" | "refused-writes" | "quota", milliseconds: number): Requirement => ({
      id,
      level: "MUST",
      basis: "stated",
      text: id,
      section: "Operations",
      kind: "story",
      stage,
      risk: "read",
      requests: 0,
      on: ({ operation, version }) => operation.id === "listMatcherFieldNames" && version === "2",
      tell: async (story) => {
        await story.pass(milliseconds);
        ended.push(id);
        return upheld;
      },
    });
    const report = await conductOn(url, {}, {}, [
      story("X-SHORT", "state", 20),
      story("X-LONG", "state", 1_500),
      story("X-NEXT", "refused-writes", 0),
      story("X-ALONE", "quota", 0),
    ]);
    expect(report.verdicts.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
    expect(ended).toEqual(["X-SHORT", "X-NEXT", "X-LONG", "X-ALONE"]);
    expect(report.verdicts.map(({ outcome }) => outcome)).toEqual(["pass", "pass", "pass", "pass"]);
  });

  it("runs campaigns after all checks, early ones first, in their own stage", async () => {
    const url = await serve((_request, response) => response.setHeader("content-type", "application/json").end("{}"));
    const began: string[] = [];
    const statement = { level: "MUST", basis: "stated", text: "Anything.", section: "Anything" } as const;
    const campaign = (name: string, early?: true): Requirement => ({
      ...statement,
      kind: "campaign",
      id: `FUZZ-${name}`,
      risk: "read",
      ...(early && { early }),
      search: async () => {
        began.push(`campaign ${name} in ${stages.at(-1)}`);
        return [];
      },
    });
    const check = (stage: CheckStage): Requirement => ({
      ...statement,
      kind: "story",
      id: `GEN-${stage}`,
      stage,
      risk: "read",
      requests: 1,
      on: ({ operation, version }) => operation.id === "listAlerts" && version === "2",
      tell: async () => {
        began.push(`check ${stage}`);
        return upheld;
      },
    });
    await conductOn(url, {}, {}, [campaign("late"), campaign("early", true), check("quota"), check("read")]);
    expect(began).toEqual(["check read", "check quota", "campaign early in campaigns", "campaign late in campaigns"]);
  });

  it("looks at all records before and after if the plan writes a lot, even at kinds that nothing writes to", async () => {
    const looksOf = async (count: number): Promise<number> => {
      let looks = 0;
      const url = await serve((request, response) => {
        if (/\/backup\/snapshots(\?|$)/.test(request.url ?? "")) looks += 1;
        response.writeHead(request.method === "GET" ? 200 : 404, { "content-type": "application/json" });
        response.end(JSON.stringify({ results: [], totalCount: 0 }));
      });
      const rules = Array.from(
        { length: count },
        (_, index): Requirement => ({
          id: `X-${index}`,
          level: "MUST",
          basis: "stated",
          text: "It is refused.",
          section: "Operations",
          kind: "story",
          stage: "state",
          risk: "update",
          requests: 1,
          on: ({ operation, version }) => operation.id === "setAlertConfigEnabled" && version === "2",
          tell: async (told) => {
            await told.ask("setAlertConfigEnabled", { path: { alertConfigId: "fedcba9876543210fedcba98" } });
            return upheld;
          },
        }),
      );
      const fixtures = { groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Cluster0" };
      const allow = new Set(["read", "create", "update", "delete"] as const);
      const report = await conductOn(url, {}, { fixtures, allow }, rules);
      expect(report.verdicts.map(({ outcome }) => outcome)).toEqual(rules.map(() => "pass"));
      return looks;
    };
    const few = await looksOf(49);
    expect(await looksOf(50)).toBe(few + 2);
  });

  it("writes no secret into journal or report, wherever the target repeats it", async () => {
    const url = await serve((request, response) => {
      response.writeHead(request.headers.authorization ? 400 : 401, {
        "content-type": "application/json",
        "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false',
        "x-echo": "canary-private-key",
      });
      response.end(
        JSON.stringify({
          detail: `the key canary-private-key ${request.headers.authorization ?? ""}`,
          error: 400,
          errorCode: "X",
          reason: "Bad Request",
        }),
      );
    });
    const report = await conductOn(url, { areas: ["AUTH", "ERR"] });
    expect(JSON.stringify(entries)).toContain('"exchange"');
    expect(JSON.stringify(entries)).not.toContain("canary-private-key");
    expect(JSON.stringify(report)).not.toContain("canary-private-key");
  });
});
