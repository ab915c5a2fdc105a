import { once } from "node:events";
import type { RequestListener } from "node:http";
import { InvalidRequestError } from "@plumbline/client";
import { expect, it, onTestFinished } from "vitest";
import { NotSentError } from "../ground/not-sent-error.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { converse, type Reach } from "./outside-runs.ts";
import { bodyOf, served } from "./served.test-support.ts";

const read = { operation: "listAlertConfigs", version: "2" } as const;
const empty: RequestListener = (_request, response) =>
  void response.writeHead(200, { "content-type": "application/json" }).end('{"results":[],"totalCount":0}');

interface Scene {
  readonly listener?: RequestListener;
  readonly reach?: Reach;
  readonly target?: Partial<Target>;
  readonly origins?: readonly string[];
  readonly parts?: Parameters<typeof converse>[3];
}

async function conversing({ listener = empty, reach = {}, target = {}, origins, parts }: Scene = {}) {
  const { url, server } = await served(listener);
  const conversation = converse(testTarget(url, target), origins ?? [url], reach, parts);
  onTestFinished(() => conversation.close());
  return { ...conversation, server };
}

it("converse sends requests to the target, with the given connection settings", async () => {
  const agents: (string | undefined)[] = [];
  const { session } = await conversing({
    listener: (request, response) => {
      agents.push(request.headers["user-agent"]);
      empty(request, response);
    },
    reach: { connection: { userAgent: "somebody" } },
  });
  expect((await session.send(read, "test")).response).toMatchObject({ status: 200, json: { totalCount: 0 } });
  expect(agents).toEqual(["somebody"]);
});

it("converse sends credentials to the named origins only", async () => {
  const { session } = await conversing({ origins: ["http://127.0.0.1:1"] });
  await expect(session.send(read, "test")).rejects.toThrow(InvalidRequestError);
});

it("converse masks secrets that it was given or learned", async () => {
  const source = { token: async () => "canary-token-9", renew: async () => "canary-token-9" };
  const { session, redacted } = await conversing({
    target: {
      credentials: { main: { scheme: "bearer", label: "l", source }, secrets: ["canary-secret-9"] },
    },
  });
  expect(redacted("it says canary-secret-9")).toBe("it says ***");
  await session.send(read, "test");
  expect([redacted("canary-token-9"), session.redacted("canary-token-9")]).toEqual(["***", "***"]);
});

it("converse keeps only as much of an answer as a rule can ask for", async () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`m${at}`, at]));
  const { session } = await conversing({
    listener: (_request, response) => void response.end(JSON.stringify({ results: [], totalCount: 0, ...many })),
    target: { mock: true },
  });
  let members = 0;
  session.watch(({ answer }) => {
    members = Object.keys(answer.json as object).length;
  });
  await session.send(read, "test");
  expect(members).toBe(502);
});

it("converse sends nothing after an interrupt", async () => {
  const { session } = await conversing({ reach: { signal: AbortSignal.abort() } });
  await expect(session.send(read, "test")).rejects.toThrow(new NotSentError("the run was interrupted"));
});

it("converse aborts pending requests when it is closed", async () => {
  const { session, server, close } = await conversing({ listener: () => undefined });
  const asked = once(server, "request");
  const sent = expect(session.send(read, "test")).rejects.toThrow(new NotSentError("the run was interrupted"));
  await asked;
  close();
  await sent;
});

it("converse marks its records with the given mark", async () => {
  const bodies: string[] = [];
  const { session } = await conversing({
    listener: async (request, response) => {
      if (request.method === "GET") return empty(request, response);
      bodies.push(await bodyOf(request));
      response.writeHead(400).end();
    },
    target: { allow: new Set(["read", "create"]), credentials: {} },
    parts: { mark: "plumbline-0123456789ab" },
  });
  // Without a lock record of its own, the run does not look for other runs.
  expect(await session.turn.take()).toBeUndefined();
  expect(bodies).toEqual([expect.stringContaining("plumbline-0123456789ab-turn@example.com")]);
});
