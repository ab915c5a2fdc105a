import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type ConnectOptions, connect, Redactor } from "@plumbline/client";
import { atlas, bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it, onTestFinished } from "vitest";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { LostAnswerError } from "../custody/lost-answer-error.ts";
import type { Call } from "../ground/call.ts";
import type { Journal, JournalEntry } from "../ground/journal.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { Gate } from "./gate.ts";
import { isOver } from "./is-over.test-support.ts";
import { Recorder, type Searched } from "./recorder.ts";
import { bodyOf, served } from "./served.test-support.ts";
import { Session, type SessionParts } from "./session.ts";

const GROUP = "32b6e34b3d91647abb20e7b8";
const NEW = "32b6e34b3d91647abb20e7b2";
const MARK = "plumbline-0123456789ab";
const READ: Call = { operation: "listAlertConfigs", version: "2" };
const CREATE: Call = {
  operation: "createAlertConfig",
  version: "2",
  body: { notifications: [{ emailAddress: `${MARK}@example.com` }] },
};
/** A write with a method that its operation does not have. */
const ODD: Call = { ...READ, method: "POST", rawBody: "{}" };
const TOKEN: Call = { operation: "issueServiceToken", version: "standalone", body: {}, send: "again" };
const writing: Partial<Target> = { allow: new Set(["read", "create", "update", "delete"]) };

/** A project of alert configurations that accepts everything. */
function project(): RequestListener {
  const records = new Map<string, unknown>();
  const json = (response: ServerResponse, status: number, value?: unknown): void =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  return async (request, response) => {
    const id = /\/alertConfigs\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    switch (request.method) {
      case "POST":
        records.set(NEW, { id: NEW, ...JSON.parse(await bodyOf(request)) });
        return json(response, 201, records.get(NEW));
      case "DELETE":
        records.delete(id);
        return json(response, 204);
      default:
        if (id !== "") return json(response, records.has(id) ? 200 : 404, records.get(id));
        return json(response, 200, { results: [...records.values()], totalCount: records.size, oddity: 1 });
    }
  };
}

interface Scene {
  readonly target?: Partial<Target>;
  readonly parts?: Partial<SessionParts>;
  readonly limits?: ConnectOptions["limits"];
  readonly searched?: Searched;
}

/** A session with a server; its lines are method, path behind the project, and check. */
async function conversing(listener: RequestListener = project(), { target = {}, parts, limits, searched }: Scene = {}) {
  const lines: string[] = [];
  const { url, server } = await served((request, response) => {
    const path = request.url?.replace(/^.*?\/groups\/[^/]*/, "");
    lines.push(`${request.method} ${path} ${request.headers["x-plumbline-check"]}`);
    listener(request, response);
  });
  const entries: JournalEntry[] = [];
  const journal = { append: (entry: JournalEntry): void => void entries.push(entry) };
  const redactor = new Redactor();
  const gate = new Gate(redactor);
  const recorder = new Recorder(journal, gate, 0, searched);
  const connection = connect({
    origins: [url],
    onExchange: (exchange) => recorder.record(exchange),
    ...(limits === undefined ? {} : { limits }),
  });
  onTestFinished(() => connection.close());
  const interrupt = new AbortController();
  const own = testTarget(url, { credentials: {}, ...target });
  const all = {
    target: own,
    connection,
    recorder,
    gate,
    journal: gate.log(journal),
    signal: interrupt.signal,
    mark: MARK,
    ...parts,
  };
  const session = new Session(all, emptyWorld(own));
  const journaled = (): readonly string[] => entries.map(({ type }) => type).filter((type) => type !== "exchange");
  return { session, server, lines, journaled, recorder, redactor, interrupt: () => interrupt.abort() };
}

const answers =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end();
const isLook = ({ headers }: IncomingMessage): boolean => headers["x-plumbline-check"] === "pulse";
/** Answers looks like a working server, and all other requests by another rule. */
const working =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    (isLook(request) ? answers(204) : listener)(request, response);
const challenging: RequestListener = (request, response) =>
  request.headers.authorization === undefined
    ? answers(401, { "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth"' })(request, response)
    : answers(200)(request, response);
const keyed: Partial<Target> = {
  credentials: { main: { scheme: "digest", label: "main", username: "public", password: "canary-private-key" } },
};

describe('Session.send, for a write with send: "once"', () => {
  const role: Call = {
    operation: "createCloudAccessRole",
    version: "2",
    path: { groupId: "32b6e34b3d91647abb20e7b8" },
    body: { providerName: "PROVIDER_A" },
    send: "once",
  };
  const JSON_TYPE = { "content-type": "application/json" };
  const creates = (statuses: readonly number[]): RequestListener => {
    let count = 0;
    return (request, response) => {
      if (request.method !== "POST") return void response.writeHead(200, JSON_TYPE).end("{}");
      const status = statuses[count] ?? 200;
      count += 1;
      response.writeHead(status, JSON_TYPE).end(JSON.stringify({ roleId: `32b6e34b3d91647abb20e7b${count}` }));
    };
  };
  const target: Partial<Target> = {
    allow: new Set(["read", "create", "irreversible"]),
    limits: { createCloudAccessRole: 1 },
  };
  const posts = (lines: readonly string[]) => lines.filter((line) => line.startsWith("POST"));

  it("shares one exchange with every check, and needs no second slot of the limit", async () => {
    const { session, lines } = await conversing(creates([]), { target });
    const [one, other] = await Promise.all([session.send(role, "A"), session.send(role, "B")]);
    const later = await session.send(role, "C");
    expect([other.id, later.id]).toEqual([one.id, one.id]);
    expect(posts(lines).length).toBe(1);
    await expect(session.send({ ...role, send: "again" }, "D")).rejects.toThrow("the limit is 1 record that stays");
    expect(posts(lines).length).toBe(1);
  });

  it("sends the write again if the answer is a 500", async () => {
    const { session, lines } = await conversing(creates([500]), { target });
    await session.send(role, "A");
    await session.send(role, "B");
    await session.send(role, "C");
    expect(posts(lines).length).toBe(2);
  });
});

describe("Session.send, for a read", () => {
  it("shows described members to checks, and the whole answer to watchers from watch() on", async () => {
    const { session, lines } = await conversing();
    const watched: unknown[] = [];
    await session.send(READ, "A");
    session.watch(({ answer }) => watched.push(answer.json));
    session.forget();
    const exchange = await session.send(READ, "A");
    expect(exchange.response).toMatchObject({ json: { results: [], totalCount: 0 } });
    expect(exchange.response).not.toHaveProperty("json.oddity");
    expect(watched).toEqual([{ results: [], totalCount: 0, oddity: 1 }]);
    expect(lines).toEqual(["GET /alertConfigs A", "GET /alertConfigs A"]);
  });

  it("treats HEAD as a read, without a permission", async () => {
    const { session, lines } = await conversing();
    await session.send({ ...READ, method: "HEAD" }, "A");
    expect(lines).toEqual(["HEAD /alertConfigs A"]);
  });

  it("takes path parameters from the current world", async () => {
    const { session, lines } = await conversing();
    session.world = { ...session.world, fixtures: { groupId: GROUP, alertConfigId: NEW } };
    await session.send({ operation: "getAlertConfig", version: "2" }, "A");
    expect(lines).toEqual([`GET /alertConfigs/${NEW} A`]);
  });

  it("session.under(contract) sends with the other profile's names", async () => {
    const { session, lines } = await conversing();
    session.world = { ...session.world, fixtures: { groupId: "1" } };
    const contract = bindContract(atlas);
    const other = session.under(contract);
    expect([other.target.contract, other.world]).toEqual([contract, session.world]);
    await other.send(READ, "A");
    expect(lines).toEqual(["GET /alertConfigs A"]);
  });
});

describe("Session.send, for a write", () => {
  it("refuses a write without its permission, and names the --allow flag", async () => {
    const { session, lines, journaled } = await conversing();
    await expect(session.send(CREATE, "A")).rejects.toThrow(HandsOffError);
    await expect(session.send(CREATE, "A")).rejects.toThrow("--allow create");
    await expect(session.send({ ...READ, method: "DELETE" }, "A")).rejects.toThrow("--allow delete");
    expect([lines, journaled()]).toEqual([[], []]);
  });

  it("puts the created record into the custody of its owner", async () => {
    const { session, lines, journaled } = await conversing(project(), { target: writing });
    const made = await session.send(CREATE, "A", "B");
    expect(made.response).toMatchObject({ status: 201, json: { id: NEW } });
    expect(journaled()).toEqual(["place", "mark", "intent", "made"]);
    await session.custody.release("A");
    expect(lines.at(-1)).toBe("POST /alertConfigs A");
    await session.custody.release("B");
    expect(lines).toContainEqual(expect.stringMatching(`^DELETE /alertConfigs/${NEW} custody$`));
    expect(session.custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });

  it("removes the created record even after an interrupt", async () => {
    const { session, interrupt } = await conversing(project(), { target: writing });
    await session.send(CREATE, "A");
    interrupt();
    await expect(session.send(READ, "A")).rejects.toThrow(new NotSentError("the run was interrupted"));
    await session.custody.release("A");
    expect(session.custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });

  it("refuses writes once the journal cannot be written, and still removes earlier records", async () => {
    let intents = 0;
    const journal: Journal = {
      append: ({ type }) => {
        if (type === "intent") intents += 1;
      },
      get failure() {
        return intents > 1 ? "journal.ndjson cannot be written: ENOSPC" : undefined;
      },
    };
    const { session, lines } = await conversing(project(), { target: writing, parts: { journal } });
    await session.send(CREATE, "A");
    await expect(session.send(CREATE, "A")).rejects.toThrow(
      new HandsOffError("the run sends no writes without a journal: journal.ndjson cannot be written: ENOSPC"),
    );
    expect(lines.filter((line) => line.startsWith("POST"))).toEqual(["POST /alertConfigs A"]);
    await session.custody.settle();
    expect(lines).toContainEqual(expect.stringMatching(`^DELETE /alertConfigs/${NEW} custody$`));
    expect(session.custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });

  it("creates no second companion record once the journal cannot be written", async () => {
    let intents = 0;
    const journal: Journal = {
      append: ({ type }) => {
        if (type === "intent") intents += 1;
      },
      get failure() {
        return intents > 1 ? "journal.ndjson cannot be written: ENOSPC" : undefined;
      },
    };
    const parts = { journal, bystanders: "accompanied" } as const;
    const { session, lines } = await conversing(project(), { target: writing, parts });
    await expect(session.send(CREATE, "A")).rejects.toThrow("the run sends no writes without a journal");
    // Only the first company record, not the second.
    expect(lines.filter((line) => line.startsWith("POST"))).toEqual(["POST /alertConfigs custody"]);
    await session.custody.settle();
    expect(session.custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });

  it("accepts a read that shows the mark as proof of ownership", async () => {
    const silent: RequestListener = (request, response) => {
      if (request.method !== "POST") return stored(request, response);
      const end = response.end.bind(response);
      response.end = (() => end(JSON.stringify({ id: NEW }))) as typeof response.end;
      return stored(request, response);
    };
    const stored = project();
    const { session, lines } = await conversing(silent, { target: writing });
    const read: Call = { operation: "getAlertConfig", version: "2", path: { alertConfigId: NEW }, send: "again" };
    const update: Call = { operation: "deleteAlertConfig", version: "2", path: { alertConfigId: NEW } };
    await session.send(CREATE, "A");
    await session.send(read, "A");
    const before = lines.length;
    await session.send(update, "A");
    expect(lines.slice(before)).toEqual([`DELETE /alertConfigs/${NEW} A`]);
  });

  it("needs no custody on a mock", async () => {
    const { session, lines, journaled } = await conversing(project(), { target: { ...writing, mock: true } });
    await session.send(CREATE, "A");
    expect([lines, journaled()]).toEqual([["POST /alertConfigs A"], []]);
  });

  it("a token request needs no permission and no cleanup", async () => {
    const { session, lines, journaled } = await conversing(answers(200));
    await session.send(TOKEN, "A");
    expect([lines, journaled()]).toEqual([["POST /api/oauth/token A"], []]);
  });

  it("throws LostAnswerError if a write on a kept connection is reset", async () => {
    const { session, lines } = await conversing(
      working((request, response) =>
        request.method === "POST" ? request.socket.resetAndDestroy() : answers(200)(request, response),
      ),
      { target: writing },
    );
    await session.send(READ, "A");
    const lost = session.send(ODD, "A");
    await expect(lost).rejects.toThrow(LostAnswerError);
    await expect(lost).rejects.toThrow(/^the connection broke, and the run judges nothing by that: .*; run it again$/);
    expect(lines).toEqual(["GET /alertConfigs A", "POST /alertConfigs A", "GET /alertConfigs pulse"]);
  });

  it("returns the reset of a write on a new connection, once the target is seen to work", async () => {
    const { session, lines } = await conversing(
      working((request) => void request.socket.resetAndDestroy()),
      { target: writing },
    );
    expect((await session.send(ODD, "A")).response).toMatchObject({ fault: "reset" });
    expect(lines.at(-1)).toBe("GET / pulse");
  });
});

describe("Session.send, for trouble", () => {
  it("shows the exchange to watchers once the target is seen to work", async () => {
    const { session, lines } = await conversing(working(answers(502)));
    const watched: number[] = [];
    session.watch(({ answer }) => watched.push(answer.status));
    expect((await session.send(READ, "A")).response).toMatchObject({ status: 502 });
    expect(watched).toEqual([502]);
    expect(lines).toEqual(Array.from({ length: 6 }, () => ["GET /alertConfigs A", "GET / pulse"]).flat());
  });

  it("does not show a single error of an intermediary to watchers", async () => {
    let asked = 0;
    const { session } = await conversing(
      working((request, response) => {
        asked += 1;
        if (asked === 2) response.writeHead(503, { "content-type": "text/html" }).end("<h1>Busy</h1>");
        else project()(request, response);
      }),
      { target: writing },
    );
    const watched: number[] = [];
    session.watch(({ answer }) => watched.push(answer.status));
    await session.send(READ, "A");
    expect((await session.send({ ...READ, send: "again" }, "A")).response).toMatchObject({ status: 200 });
    expect(watched).toEqual([200, 200]);
  });

  it("returns the 429 that the caller wants, without a look at the target", async () => {
    const { session, lines } = await conversing(answers(429));
    const call: Call = { ...READ, send: "to-the-limit" };
    expect((await session.send(call, "A")).response).toMatchObject({ status: 429 });
    expect([lines, session.stopped]).toEqual([["GET /alertConfigs A"], undefined]);
    const other = await conversing(working(answers(503)));
    await other.session.send(call, "A");
    expect(other.lines).toEqual(["GET /alertConfigs A", "GET / pulse"]);
  });

  it("ends the session if the target stops, and states the number of earlier requests", async () => {
    let asked = 0;
    const { session } = await conversing(
      (request, response) => {
        asked += 1;
        answers(asked > 2 ? 429 : 200, { "retry-after": "9" })(request, response);
      },
      { parts: { patience: 1_000 } },
    );
    expect(session.everAnswered).toBe(false);
    for (const _time of [1, 2]) await session.send({ ...READ, send: "again" }, "A");
    expect([session.everAnswered, session.stopped]).toEqual([true, undefined]);
    const why =
      "The target stopped working after 2 requests: it answers 429 and asks for a pause of 9 seconds (to wait longer, use --patience)";
    await expect(session.send({ ...READ, send: "again" }, "A")).rejects.toThrow(new NotSentError(why));
    expect(session.stopped).toBe(why);
    // A stopped target ends every wait.
    expect(await isOver(session.wait(3_600_000))).toBe(true);
  });

  it("reports a record as left if trouble stops its cleanup", async () => {
    let dead = false;
    const stored = project();
    const { session } = await conversing(
      (request, response) => (dead ? answers(429)(request, response) : stored(request, response)),
      { target: writing, parts: { patience: 500 } },
    );
    await session.send(CREATE, "A");
    dead = true;
    await session.custody.release("A");
    expect(session.custody.changes).toMatchObject([{ id: NEW, state: "left" }]);
    expect(session.stopped).toContain("stopped working");
  });

  it("removes its records from a target that only limited it for too long", async () => {
    let limited = 0;
    const stored = project();
    const { session } = await conversing(
      (request, response) => {
        if (limited === 0) return stored(request, response);
        limited -= 1;
        return answers(429, { "retry-after": "1" })(request, response);
      },
      { target: writing, parts: { patience: 1_500 } },
    );
    await session.send(CREATE, "A");
    // The run gives up after the first pause; the cleanup meets the limit once more.
    limited = 4;
    await expect(session.send({ ...READ, send: "again" }, "A")).rejects.toThrow(NotSentError);
    expect([session.stopped, limited]).toEqual([expect.stringContaining("answers 429"), 1]);
    await session.custody.release("A");
    expect(session.custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });
});

describe("Session, for time", () => {
  it("moves the target's clock if it can, also for a rate limiter, and announces the pause", async () => {
    const [moved, told]: [number[], string[]] = [[], []];
    let asked = 0;
    const { session } = await conversing(
      working((request, response) => {
        asked += 1;
        answers(asked === 1 ? 429 : 200, { "retry-after": "60" })(request, response);
      }),
      {
        target: { advanceClock: (milliseconds) => moved.push(milliseconds) },
        parts: { onWait: (text) => told.push(text) },
      },
    );
    await session.pass(7);
    expect((await session.send(READ, "A")).response).toMatchObject({ status: 200 });
    expect([moved, told]).toEqual([[7, 60_000], ["waiting 60 s: the target answers 429"]]);
  });

  it("waits by this machine's clock otherwise, until the run is interrupted", async () => {
    const { session, interrupt } = await conversing();
    const passed = Promise.all([session.pass(3_600_000), session.wait(3_600_000)]);
    expect(await isOver(passed)).toBe(false);
    interrupt();
    expect(await isOver(passed)).toBe(true);
    expect(await isOver(session.pass(3_600_000))).toBe(true);
    expect(session.signal.aborted).toBe(true);
  });

  it("waits before the eleventh token request, less on a faster target", async () => {
    const moved: number[] = [];
    const { session, lines } = await conversing(answers(200), {
      target: { speed: 10, advanceClock: (milliseconds) => moved.push(milliseconds) },
    });
    for (let number = 1; number <= 11; number += 1) await session.send(TOKEN, "A");
    expect([moved, lines.length]).toEqual([[6_000], 11]);
  });

  it.each([
    [2, undefined, [50, 100]],
    [99, 1, [50, 100, 200, 400, 800, 1_600, 250]],
  ])("waits while a removed record is shown %s more times, for %s rounds at most", async (reads, rounds, pauses) => {
    const moved: number[] = [];
    const stored = project();
    let [removed, late] = [false, reads];
    const { session } = await conversing(
      (request, response) => {
        removed ||= request.method === "DELETE";
        const isLate = removed && request.url?.includes(NEW) && request.method === "GET" && late > 0;
        if (isLate) late -= 1;
        if (isLate) response.end(JSON.stringify({ id: NEW }));
        else stored(request, response);
      },
      {
        target: { ...writing, advanceClock: (milliseconds) => moved.push(milliseconds) },
        ...(rounds === undefined ? {} : { parts: { rounds } }),
      },
    );
    await session.send(CREATE, "A");
    await session.custody.release("A");
    expect(moved).toEqual(pauses);
  });
});

describe("Session, for the evidence of a check", () => {
  it("contains each exchange once, with the challenge before it", async () => {
    const { session, recorder } = await conversing(challenging, { target: keyed });
    const evidence: string[] = [];
    const exchange = await session.sendFor(READ, "A", evidence);
    session.show(exchange, evidence);
    expect(recorder.exchanges.map(({ id }) => id)).toEqual(evidence);
    expect(evidence).toHaveLength(2);
    expect(evidence[1]).toBe(exchange.id);
  });

  it("keeps an exchange of a search with its challenge, however many follow", async () => {
    const { session, recorder } = await conversing(challenging, {
      target: keyed,
      searched: { is: () => true, most: 1 },
    });
    const first = await session.send({ ...READ, send: "again" }, "A");
    session.keep(first.id);
    for (let number = 1; number <= 6; number += 1) await session.send({ ...READ, send: "again" }, "B");
    expect(recorder.exchanges.slice(0, 2).map(({ check }) => check)).toEqual(["A", "A"]);
  });

  it("masks secrets that the run knows", async () => {
    const { session, redactor } = await conversing();
    redactor.learn("canary-private-key");
    expect(session.redacted("a canary-private-key")).toBe("a ***");
  });

  it("leaves a record to the owner named in keptFor", async () => {
    const { session } = await conversing(project(), { target: writing });
    await session.sendFor({ ...CREATE, keptFor: "a lane" }, "A", []);
    await session.custody.release("A");
    expect(session.custody.changes).toEqual([]);
    await session.custody.release("a lane");
    expect(session.custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });
});

describe("Session.turn", () => {
  it("creates a lock record with the mark, and removes it on release", async () => {
    const { session, lines } = await conversing(project(), { target: writing });
    expect(await session.turn.take()).toBeUndefined();
    expect(lines).toContain("POST /alertConfigs turn");
    expect(lines.at(-1)).toBe("GET /alertConfigs?itemsPerPage=500 turn");
    await session.turn.release();
    expect(session.custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });

  it("waits for another run's lock record until the patience is used up", async () => {
    const other = { emailAddress: "plumbline-aaaaaaaaaaaa-turn@example.com" };
    const list = JSON.stringify({ results: [{ id: GROUP, notifications: [other] }], totalCount: 1 });
    const stored = project();
    const { session, lines } = await conversing(
      (request, response) => {
        const isTurn = request.headers["x-plumbline-check"] === "turn" && request.url?.includes("itemsPerPage=500");
        if (isTurn && request.method === "GET") response.end(list);
        else stored(request, response);
      },
      { target: { ...writing, credentials: {} }, parts: { patience: 10 } },
    );
    expect(await session.turn.take()).toContain(
      "another run is at work here, and its records bear plumbline-aaaaaaaaaaaa",
    );
    expect(lines).toContain(`DELETE /alertConfigs/${NEW} custody`);
  });

  it("sends nothing for a mock, or for a server that was started for the run", async () => {
    for (const change of [{ mock: true }, { kind: "reference" }, { kind: "prism" }] as const) {
      const { session, lines } = await conversing(project(), { target: { ...writing, ...change } });
      expect(await session.turn.take()).toBeUndefined();
      expect(lines).toEqual([]);
    }
  });

  it("uses a version that has every operation it needs, or none", async () => {
    const versions = async (routes: Parameters<typeof bindContract>[0]["routes"]) => {
      const contract = bindContract({ ...neutral, routes });
      const { session, lines } = await conversing(project(), { target: { ...writing, contract } });
      await session.turn.take();
      return lines.length > 0;
    };
    expect(await versions({ deleteAlertConfig: { "2": null } })).toBe(true);
    expect(await versions({ deleteAlertConfig: { "1.0": null, "2": null } })).toBe(false);
  });
});

it("Session waits for pending requests after an interrupt, and for nothing else", async () => {
  const { session, server, interrupt } = await conversing(() => undefined);
  const asked = once(server, "request");
  const sent = expect(session.send(READ, "A")).rejects.toThrow(new NotSentError("the run was interrupted"));
  await asked;
  interrupt();
  await sent;
});
