import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type ConnectOptions, type Credential, connect, type Exchange, TokenUnavailableError } from "@plumbline/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { Habits } from "../ground/habits.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Credentials } from "../target/target.ts";
import { compose } from "./compose.ts";
import { HeavyAnswers } from "./heavy-answers.ts";
import { Pulse } from "./pulse.ts";
import { Sender } from "./sender.ts";
import { served } from "./served.test-support.ts";

const ID = "32b6e34b3d91647abb20e7b9";
const READ: Call = { operation: "listAlertConfigs", version: "2" };
const WRITE: Call = { operation: "createAlertConfig", version: "2", body: { enabled: false } };
const TOKEN: Call = { operation: "issueServiceToken", version: "standalone", body: {}, send: "once" };
const TIDY: Call = { operation: "deleteAlertConfig", version: "2", path: { alertConfigId: ID }, send: "to-tidy" };
const page = (number: number): Call => ({ ...READ, query: { pageNum: `${number}` } });
const INTERRUPTED = new NotSentError("the run was interrupted");

const ok: RequestListener = (_request, response) => void response.end("{}");
const resets: RequestListener = (request) => void request.socket.resetAndDestroy();

interface Scene {
  readonly limits?: ConnectOptions["limits"];
  readonly credentials?: Credentials;
  readonly patience?: number;
  readonly waits?: () => unknown;
  readonly tokenTurn?: () => void;
  readonly sees?: (exchange: Exchange) => void;
}

/** A request as the server received it. */
interface Met {
  readonly line: string;
  readonly check: string | undefined;
  /** The number of its connection, in the order of their first requests. */
  readonly socket: number;
}

/**
 * Sends to a server whose answers follow a list. After its end, and to every look of the pulse, it answers 200; waits
 * are only recorded.
 */
async function sending(answers: readonly RequestListener[] | RequestListener, scene: Scene = {}) {
  const { limits, credentials = {}, patience = 100_000, waits, tokenTurn, sees } = scene;
  const met: Met[] = [];
  const sockets = new Map<IncomingMessage["socket"], number>();
  let dead = false;
  let looks = 0;
  const { url, server } = await served((request, response) => {
    const check = request.headers["x-plumbline-check"]?.toString();
    if (!sockets.has(request.socket)) sockets.set(request.socket, sockets.size + 1);
    const { method, url: path = "" } = request;
    const isLook = check === "pulse";
    if (isLook) looks += 1;
    else met.push({ line: `${method} ${path.split("/").at(-1)}`, check, socket: sockets.get(request.socket) ?? 0 });
    const own = typeof answers === "function" ? answers : (answers[met.length - 1] ?? ok);
    const answer = isLook ? ok : own;
    (dead ? resets : answer)(request, response);
  });
  const connection = connect({ origins: [url], ...(limits === undefined ? {} : { limits }) });
  onTestFinished(() => connection.close());
  const interrupt = new AbortController();
  const events: string[] = [];
  const seen: (readonly [Exchange, Call])[] = [];
  const waiting = (what: string) => async (milliseconds: number) => {
    events.push(`${what} ${milliseconds}`);
    await waits?.();
  };
  const pulse = new Pulse({
    send: (request) => connection.send(request),
    greeting: { method: "GET", url: `${url}/` },
    pass: waiting("pass"),
    wait: waiting("look"),
    rest: waiting("rest"),
    interrupted: () => interrupt.signal.aborted,
    patience,
    requests: () => seen.length,
    onWait: () => undefined,
  });
  const target = testTarget(url, { credentials });
  const sender = new Sender({
    connection,
    compose: (call) => compose(call, target, emptyWorld(target)),
    seen: (exchange, call) => {
      seen.push([exchange, call]);
      sees?.(exchange);
    },
    begins: () => () => undefined,
    pulse,
    habits: new Habits(),
    heavy: new HeavyAnswers(patience),
    wait: waiting("breath"),
    tokenTurn: async () => {
      events.push("turn");
      tokenTurn?.();
    },
    signal: interrupt.signal,
  });
  const lines = (): readonly string[] => met.map(({ line }) => line);
  const die = (): void => {
    dead = true;
  };
  const revive = (): void => {
    dead = false;
  };
  return {
    sender,
    pulse,
    server,
    url,
    met,
    lines,
    events,
    seen,
    die,
    revive,
    looks: () => looks,
    interrupt: () => interrupt.abort(),
  };
}

const statusOf = ({ response }: Exchange): unknown => ("fault" in response ? response.fault : response.status);
/** Opens this many connections and keeps them open. */
const keeps = async (sender: Sender, count: number): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_none, at) => sender.send(page(100 + at), "before")));
};
const answersOf =
  (status: number, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(status, headers).end();

describe("Sender.send, for equal reads", () => {
  it("shares one exchange, concurrently and later, under the label of the first check", async () => {
    const { sender, met } = await sending([]);
    const [one, other] = await Promise.all([sender.send(READ, "A"), sender.send(READ, "B")]);
    expect(other).toBe(one);
    expect(await sender.send(READ, "C")).toBe(one);
    expect(met).toEqual([{ line: "GET alertConfigs", check: "A", socket: 1 }]);
  });

  it("shares only if method, URL, headers, body and credentials are equal", async () => {
    const key = { scheme: "basic", username: "u", password: "p" } as const;
    const { sender, met } = await sending([], {
      credentials: { main: { ...key, label: "main" }, noRole: { ...key, label: "no role" } },
    });
    const different: readonly Call[] = [
      READ,
      { ...READ, who: "none" },
      { ...READ, who: "noRole" },
      { ...READ, who: { header: "Basic a" } },
      { ...READ, who: { header: "Basic b" } },
      { ...READ, accept: "text/html" },
      { ...READ, rawBody: "a" },
      { ...READ, rawBody: "" },
      { ...READ, version: "1.0" },
      page(1),
      { ...WRITE, send: "once" },
      { ...WRITE, send: "once", body: { enabled: true } },
    ];
    for (const _time of [1, 2]) for (const call of different) await sender.send(call, "A");
    expect(met).toHaveLength(different.length);
  });

  it("sends each request on its own if the call asks for that, and each write", async () => {
    const { sender, lines } = await sending([]);
    const again: readonly Call[] = [{ ...READ, send: "again" }, WRITE, { ...READ, method: "HEAD" }, TIDY];
    for (const call of again) for (const _time of [1, 2]) await sender.send(call, "A");
    expect(lines()).toHaveLength(2 * again.length);
  });

  it("sends the read again after forget(), but not a token request", async () => {
    const { sender, lines } = await sending([]);
    for (const _time of [1, 2]) {
      for (const call of [READ, TOKEN]) await sender.send(call, "A");
      sender.forget();
    }
    expect(lines()).toEqual(["GET alertConfigs", "POST token", "GET alertConfigs"]);
  });

  it("does not share an exchange without an answer", async () => {
    const { sender, lines } = await sending([(_request, response) => void response.end("a".repeat(100))], {
      limits: { bodyBytes: 50 },
    });
    expect(statusOf(await sender.send(READ, "A"))).toBe("body-too-large");
    expect(statusOf(await sender.send(READ, "B"))).toBe(200);
    expect(lines()).toHaveLength(2);
  });
});

describe("Sender, for shared answers", () => {
  const sized =
    (bytes: number): RequestListener =>
    (_request, response) =>
      void response.end("a".repeat(bytes));
  const fields = (count: number, length: number): RequestListener => {
    const text = "a".repeat(length);
    const head = Array.from({ length: count }, (_none, at) => [`${text}${at}`, text]).flat();
    return (_request, response) => void response.writeHead(200, head).end();
  };
  const MEGABYTES_8 = 8 * 1_024 * 1_024;
  /** Almost all of the space for large answers. */
  const FULL = [sized(MEGABYTES_8), sized(MEGABYTES_8 - 10_000)];

  /** How often the server was asked for each answer if it is requested twice in a row. */
  async function timesAsked(answers: readonly RequestListener[]): Promise<readonly number[]> {
    const { sender, lines } = await sending((request, response) =>
      answers[Number(request.url?.split("=").at(-1))]?.(request, response),
    );
    for (const _time of [1, 2]) for (const number of answers.keys()) await sender.send(page(number), "A");
    return answers.map((_answer, number) => lines().filter((line) => line.endsWith(`=${number}`)).length);
  }

  it("keeps large answers up to 16 MB in total, and small ones besides", async () => {
    expect(await timesAsked([...FULL, sized(100_000), sized(1_000)])).toEqual([1, 1, 2, 1]);
    expect(await timesAsked([sized(100_000), sized(100_000)])).toEqual([1, 1]);
  });

  it("counts body and headers together as the size of an answer", async () => {
    const large = [sized(65_400), fields(640, 1), fields(31, 1_000)];
    const small = [sized(64_000), fields(560, 1), fields(28, 1_000)];
    expect(await timesAsked([...FULL, ...large, ...small])).toEqual([1, 1, 2, 2, 2, 1, 1, 1]);
  });

  /** The bytes that the headers of the answer count for. */
  const headOf = ({ response }: Exchange): number => {
    const fields = "headers" in response ? response.headers : [];
    return fields.flat().join("").length + 100 * fields.length;
  };
  /** Sends to a server that answers with as many bytes as the test wants at that moment. */
  const sizing = async () => {
    let answer = sized(0);
    const { sender, lines } = await sending((request, response) => answer(request, response));
    const wants = async (number: number, bytes: number): Promise<Exchange> => {
      answer = sized(bytes);
      return sender.send(page(number), "A");
    };
    const times = (number: number): number => lines().filter((line) => line.endsWith(`=${number}`)).length;
    return { wants, times };
  };

  it("counts an answer as large from 64 KB on", async () => {
    const { wants, times } = await sizing();
    for (const number of [0, 1]) await wants(number, MEGABYTES_8 - 10_000 * number);
    const head = headOf(await wants(2, 65_000));
    for (const _time of [1, 2]) for (const number of [3, 4]) await wants(number, 65_536 - head - 4 + number);
    expect([times(3), times(4)]).toEqual([1, 2]);
  });

  it("keeps an answer that fills the space exactly, but not one byte more", async () => {
    for (const [more, asked] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const { wants, times } = await sizing();
      const head = headOf(await wants(0, MEGABYTES_8));
      for (const _time of [1, 2]) await wants(1, MEGABYTES_8 - 2 * head + more);
      expect(times(1)).toBe(asked);
    }
  });

  it("has all its space again after forget()", async () => {
    const { sender, lines } = await sending([...FULL, sized(100_000)]);
    for (const number of FULL.keys()) await sender.send(page(number), "before");
    sender.forget();
    for (const _time of [1, 2]) await sender.send(READ, "A");
    expect(lines()).toHaveLength(3);
  });
});

describe("Sender.send, for the answer of a rate limiter", () => {
  const limited = answersOf(429, { "retry-after": "2" });

  it("waits and sends again, and reports each exchange", async () => {
    const { sender, lines, events, seen } = await sending([limited, limited, limited]);
    const call = { ...WRITE };
    expect(statusOf(await sender.send(call, "A"))).toBe(200);
    expect([lines().length, events]).toEqual([4, ["pass 2000", "pass 2000", "pass 2000"]]);
    expect(seen.map(([exchange, cause]) => [statusOf(exchange), cause === call])).toEqual([
      [429, true],
      [429, true],
      [429, true],
      [200, true],
    ]);
  });

  it("returns the 429 after the sixth in a row", async () => {
    const { sender, lines } = await sending(Array.from({ length: 6 }, () => limited));
    expect(statusOf(await sender.send(READ, "A"))).toBe(429);
    expect(lines()).toHaveLength(6);
  });

  it("returns the 429 if the caller asked for it, or if Retry-After exceeds the patience", async () => {
    const wanted = await sending([limited]);
    expect(statusOf(await wanted.sender.send({ ...READ, send: "to-the-limit" }, "A"))).toBe(429);
    const hasty = await sending([limited], { patience: 1_000 });
    expect(statusOf(await hasty.sender.send(READ, "A"))).toBe(429);
    expect([wanted.lines().length, wanted.events, hasty.lines().length, hasty.events]).toEqual([1, [], 1, []]);
  });

  it("does not wait for any other answer", async () => {
    const { sender, lines, events } = await sending([answersOf(503)]);
    expect(statusOf(await sender.send(WRITE, "A"))).toBe(503);
    expect([lines().length, events]).toEqual([1, []]);
  });
});

describe("Sender.send, for an answer that an intermediary may have given", () => {
  const page: RequestListener = (_request, response) =>
    void response.writeHead(403, { "content-type": "text/html" }).end("<h1>Forbidden</h1>");
  const half: RequestListener = (_request, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"results": [');

  it.each([
    ["a gateway's status", answersOf(503)],
    ["an HTML page", page],
    ["a truncated body", half],
  ])("sends a read again after %s", async (_what, listener) => {
    const { sender, lines } = await sending([listener]);
    expect(statusOf(await sender.send(READ, "A"))).toBe(200);
    expect(lines()).toHaveLength(2);
  });

  it("believes an answer that comes twice, and the same answer at once from then on", async () => {
    const { sender, lines } = await sending(page);
    expect(statusOf(await sender.send(READ, "A"))).toBe(403);
    expect(statusOf(await sender.send({ ...READ, send: "again" }, "B"))).toBe(403);
    expect(lines()).toHaveLength(3);
  });

  it("does not send again if the caller looks for the limit, or for a write", async () => {
    const { sender, lines } = await sending(answersOf(503));
    await sender.send({ ...READ, send: "to-the-limit" }, "A");
    await sender.send(WRITE, "A");
    expect(lines()).toHaveLength(2);
  });
});

describe("Sender.send, for a token request", () => {
  it("waits for its turn, unless the method is another one or the caller looks for the limit", async () => {
    const { sender, events, lines } = await sending([]);
    await sender.send(TOKEN, "A");
    expect(events).toEqual(["turn"]);
    for (const change of [{ method: "GET" }, { send: "to-the-limit" }] as const)
      await sender.send({ ...TOKEN, ...change }, "A");
    await sender.send(WRITE, "A");
    expect([events, lines().length]).toEqual([["turn"], 4]);
  });

  it("is not sent if the run was interrupted while it waited", async () => {
    const scene = await sending([], { tokenTurn: () => scene.interrupt() });
    await expect(scene.sender.send(TOKEN, "A")).rejects.toEqual(INTERRUPTED);
    expect(scene.lines()).toEqual([]);
  });

  it("is sent again after a lost connection, because an additional token does no harm", async () => {
    const { sender, lines } = await sending([resets]);
    expect(statusOf(await sender.send(TOKEN, "A"))).toBe(200);
    const limit = await sending([resets]);
    expect(statusOf(await limit.sender.send({ ...TOKEN, send: "to-the-limit" }, "A"))).toBe("reset");
    expect([lines().length, limit.lines().length]).toEqual([2, 1]);
  });

  it("throws NotSentError if no token is available", async () => {
    const unavailable = (error: Error): Credential => ({
      scheme: "bearer",
      label: "l",
      source: { token: () => Promise.reject(error), renew: () => Promise.reject(error) },
    });
    const sent = async (error: Error) => {
      const { sender } = await sending([], { credentials: { main: unavailable(error) } });
      return sender.send(READ, "A").catch((thrown: unknown) => thrown);
    };
    const none = new TokenUnavailableError(exchangeOf(500));
    expect(await sent(none)).toEqual(new NotSentError(`the run got no token to send it with: ${none.message}`));
    const ours = new TypeError("ours");
    expect(await sent(ours)).toBe(ours);
  });
});

describe("Sender.send, after an interrupt", () => {
  it("sends only cleanup requests", async () => {
    const { sender, lines, interrupt } = await sending([]);
    interrupt();
    await expect(sender.send(READ, "A")).rejects.toEqual(INTERRUPTED);
    expect(statusOf(await sender.send(TIDY, "A"))).toBe(200);
    expect(lines()).toEqual([`DELETE ${ID}`]);
  });

  it("aborts a read, but waits for the answer to a write", async () => {
    for (const [call, status] of [
      [READ, "aborted"],
      [WRITE, 200],
      [{ ...READ, send: "to-tidy" }, 200],
    ] as const) {
      let answer = (): void => undefined;
      const { sender, server, interrupt } = await sending([
        (_request, response) => {
          answer = () => void response.end();
        },
      ]);
      const asked = once(server, "request");
      const sent = sender.send(call, "A");
      await asked;
      interrupt();
      answer();
      expect(statusOf(await sent)).toBe(status);
    }
  });

  it("repeats no lost request, except for cleanup", async () => {
    const scene = await sending([
      (request, response) => {
        scene.interrupt();
        resets(request, response);
      },
    ]);
    expect(statusOf(await scene.sender.send({ ...TOKEN, send: "again" }, "A"))).toBe("reset");
    const tidy = await sending([
      (request, response) => {
        tidy.interrupt();
        resets(request, response);
      },
    ]);
    expect(statusOf(await tidy.sender.send(TIDY, "A"))).toBe(200);
    expect([scene.lines().length, tidy.lines().length]).toEqual([1, 2]);
  });
});

describe("Sender.send, for a lost connection", () => {
  it("repeats a safe request, and reports each attempt", async () => {
    const { sender, events, seen } = await sending([resets, resets]);
    expect(statusOf(await sender.send(READ, "A"))).toBe(200);
    expect(seen.map(([exchange]) => statusOf(exchange))).toEqual(["reset", "reset", 200]);
    expect(events).toEqual(["breath 100"]);
  });

  it("makes six attempts, with longer and longer pauses", async () => {
    const { sender, lines, events } = await sending(Array(9).fill(resets));
    expect(statusOf(await sender.send(READ, "A"))).toBe("reset");
    expect([lines().length, events]).toEqual([6, ["breath 100", "breath 200", "breath 400", "breath 800"]]);
  });

  it("does not repeat a write, because it may have had an effect", async () => {
    const { sender, lines } = await sending([resets]);
    expect(statusOf(await sender.send(WRITE, "A"))).toBe("reset");
    expect(lines()).toHaveLength(1);
    // If a kept connection closes while a write is sent, its outcome is unknown.
    const kept = await sending([ok, resets]);
    await keeps(kept.sender, 1);
    expect((await kept.sender.send(WRITE, "A")).response).toMatchObject({ fault: "reset", reach: "unheard" });
    expect(kept.lines()).toHaveLength(2);
  });

  it("rethrows internal errors", async () => {
    const scene = await sending([], {
      waits: () => {
        throw new TypeError("ours");
      },
    });
    scene.die();
    await expect(scene.sender.send(READ, "A")).rejects.toThrow("ours");
  });

  it("repeats any request that never left", async () => {
    const limits = { connectMs: 5_000 };
    const scene = await sending([], {
      limits,
      waits: () => scene.server.listen(Number(new URL(scene.url).port), "127.0.0.1"),
    });
    scene.server.close();
    await once(scene.server, "close");
    expect(statusOf(await scene.sender.send(WRITE, "A"))).toBe(200);
    expect([scene.lines(), scene.events]).toEqual([["POST alertConfigs"], ["look 300"]]);
  });

  it("does not repeat a request once the target has stopped, except for cleanup", async () => {
    const scene = await sending([]);
    scene.die();
    expect(statusOf(await scene.sender.send(READ, "A"))).toBe("reset");
    expect([scene.lines().length, scene.pulse.stopped === undefined]).toEqual([1, false]);
    await expect(scene.sender.send(page(2), "A")).rejects.toThrow(NotSentError);
    // Cleanup requests are sent in case the target works again.
    scene.revive();
    expect(statusOf(await scene.sender.send(TIDY, "A"))).toBe(200);
  });

  it("repeats a read once after a timeout, and a write never", async () => {
    const hangs: RequestListener = () => undefined;
    const limits = { headMs: 40 };
    const once_ = await sending([hangs], { limits });
    expect(statusOf(await once_.sender.send(READ, "A"))).toBe(200);
    const twice = await sending([hangs, hangs], { limits });
    expect(statusOf(await twice.sender.send(READ, "A"))).toBe("head-timeout");
    const write = await sending([hangs], { limits });
    expect(statusOf(await write.sender.send(WRITE, "A"))).toBe("head-timeout");
    expect([once_, twice, write].map(({ lines }) => lines().length)).toEqual([2, 2, 1]);
  });

  it("repeats at once on a new connection if a kept one was closed", async () => {
    const { sender, met, events, pulse } = await sending([ok, resets]);
    await keeps(sender, 1);
    expect(statusOf(await sender.send(READ, "A"))).toBe(200);
    expect(met.map(({ socket }) => socket)).toEqual([1, 1, 2]);
    expect([events, pulse.everAnswered]).toEqual([[], true]);
  });

  it("makes the second attempt on a new connection and the third on a kept one", async () => {
    const held: RequestListener = (_request, response) => void scene.server.once("enough", () => response.end());
    const scene = await sending([ok, ok, resets, resets, held, resets], {
      waits: async () => {
        if (scene.events.length > 1) return;
        // Uses up the lost connection, so that the next request gets a kept one.
        const arrived = once(scene.server, "request");
        void scene.sender.send(page(1), "beside");
        await arrived;
      },
    });
    await keeps(scene.sender, 2);
    expect(statusOf(await scene.sender.send(READ, "A"))).toBe(200);
    scene.server.emit("enough");
    const [kept = 0, other = 0] = scene.met.map(({ socket }) => socket);
    const [first = 0, second, third, last = 0] = scene.met.flatMap(({ check, socket }) =>
      check === "A" ? [socket] : [],
    );
    expect([kept, other]).toContain(first);
    expect([second, third]).toEqual([3, kept + other - first]);
    expect(last).toBeGreaterThan(3);
    // The pulse looked at the target before each try but the second.
    expect(scene.looks()).toBe(2);
  });
});

describe("Sender.send, for connections", () => {
  it("keeps the connection for the next request, unless the caller wants a new one", async () => {
    const { sender, met } = await sending([]);
    await sender.send(READ, "A");
    await sender.send(WRITE, "B");
    await sender.send(WRITE, "C", true);
    expect(met.map(({ check, socket }) => [check, socket])).toEqual([
      ["A", 1],
      ["B", 1],
      ["C", 2],
    ]);
  });

  it("uses a new connection for each write once the target has closed kept ones", async () => {
    const { sender, met } = await sending([ok, resets]);
    await keeps(sender, 1);
    await sender.send(READ, "A");
    for (const check of ["B", "C"]) await sender.send({ ...READ, send: "again" }, check);
    for (const call of [WRITE, TIDY]) await sender.send(call, "D");
    expect(met.map(({ check, socket }) => `${check} ${socket}`)).toEqual([
      "before 1",
      "A 1",
      "A 2",
      "B 3",
      "C 3",
      "D 4",
      "D 5",
    ]);
  });
});

it("Sender halves concurrency after a rejected connection", async () => {
  const held: ServerResponse[] = [];
  let [turnsAway, now, most] = [2, 0, 0];
  const { sender } = await sending(
    Array.from(
      { length: 40 },
      (): RequestListener => (request, response) => {
        const { searchParams } = new URL(request.url ?? "", "http://x");
        const number = Number(searchParams.get("pageNum"));
        if (number === 0 && turnsAway > 0) {
          turnsAway -= 1;
          request.socket.resetAndDestroy();
        } else if (number < 8) {
          held.push(response);
          if (held.length === 8) for (const one of held) one.end();
        } else {
          now += 1;
          most = Math.max(most, now);
          setImmediate(() => {
            now -= 1;
            response.end();
          });
        }
      },
    ),
  );
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((number) => sender.send(page(number), "A")));
  await Promise.all([8, 9, 10, 11, 12, 13, 14, 15].map((number) => sender.send(page(number), "A")));
  expect(most).toBeLessThanOrEqual(3);
});

it("Sender keeps its concurrency if the target was unavailable for a while", async () => {
  const held: ServerResponse[] = [];
  const hear = () => scene.server.listen(Number(new URL(scene.url).port), "127.0.0.1");
  let refusals = 0;
  const scene = await sending(
    (request, response) => {
      if (!request.url?.includes("pageNum")) return void response.end();
      held.push(response);
      if (held.length === 4) for (const one of held) one.end();
    },
    {
      limits: { headMs: 2_000 },
      waits: () => (scene.server.listening ? undefined : hear()),
      sees: ({ response }) => {
        refusals += "fault" in response ? 1 : 0;
        if (refusals === 1) scene.server.close();
      },
    },
  );
  scene.server.close();
  expect(statusOf(await scene.sender.send(READ, "A"))).toBe(200);
  expect(refusals).toBe(2);
  const all = await Promise.all([1, 2, 3, 4].map((number) => scene.sender.send(page(number), "A")));
  expect(all.map(statusOf)).toEqual([200, 200, 200, 200]);
});

describe("Sender.send, for heavy answers", () => {
  const large: RequestListener = (_request, response) => void response.end("a".repeat(100));
  const silent: RequestListener = () => undefined;
  const limits = { bodyBytes: 50, headMs: 1_500, totalMs: 3_000 };

  it("stops calling the operation, but still shares the answers that it has", async () => {
    const { sender, lines } = await sending(large, { limits });
    for (const number of [1, 2, 3]) await sender.send(page(number), `CHECK-${number}`);
    expect(lines()).toHaveLength(3);
    expect(statusOf(await sender.send(page(2), "OTHER"))).toBe("body-too-large");
    await expect(sender.send(page(4), "OTHER")).rejects.toThrow("the run stopped calling listAlertConfigs version 2");
    expect(statusOf(await sender.send({ ...page(4), send: "to-tidy" }, "custody"))).toBe("body-too-large");
    expect(lines()).toHaveLength(4);
  });

  it("judges the plain read by heavy answers to queries, unless another answer came before", async () => {
    const heavyOnly = await sending(large, { limits });
    for (const number of [1, 2, 3]) await heavyOnly.sender.send(page(number), `CHECK-${number}`);
    const judged = await heavyOnly.sender.send(READ, "OTHER");
    expect(statusOf(judged)).toBe("body-too-large");
    expect(judged.request.url).toMatch(/pageNum=1$/);
    await expect(heavyOnly.sender.send({ ...READ, version: "1.0" }, "OTHER")).resolves.toBeDefined();
    await expect(heavyOnly.sender.send({ ...READ, who: { header: "Basic x" } }, "OTHER")).rejects.toThrow(
      "the run stopped calling",
    );

    const mixed = await sending([ok, large, large, large], { limits });
    for (const number of [1, 2, 3, 4]) await mixed.sender.send(page(number), `CHECK-${number}`);
    await expect(mixed.sender.send(READ, "OTHER")).rejects.toThrow("the run stopped calling");
  });

  it("gives the second attempt less time, but returns the exchange that had all of it", async () => {
    const { sender, lines, seen } = await sending(silent, { limits, patience: 1_000 });
    const exchange = await sender.send(READ, "A");
    expect(statusOf(exchange)).toBe("head-timeout");
    expect(lines()).toHaveLength(2);
    expect(seen.map(([one]) => statusOf(one))).toEqual(["head-timeout", "total-timeout"]);
    await expect(sender.send(page(4), "B")).rejects.toThrow("the run stopped calling");
  });

  it("does not shorten the time for a write", async () => {
    const slow: RequestListener = (_request, response) => void setTimeout(() => response.end("{}"), 1_200);
    const { sender } = await sending([silent, silent, slow], { limits, patience: 1_000 });
    await sender.send(READ, "A");
    expect(statusOf(await sender.send(WRITE, "B"))).toBe(200);
  });
});
