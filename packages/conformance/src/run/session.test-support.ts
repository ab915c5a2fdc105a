import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { OperationId } from "@plumbline/schemas";
import { onTestFinished } from "vitest";
import type { JournalEntry } from "../ground/journal.ts";
import type { Session } from "../kernel/session.ts";
import { type OpenRun, openRun } from "../open-run.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import type { ConductOptions } from "./conduct-options.ts";

/** A request that the server got; `place` is the path behind the ids of project, organization and cluster. */
export interface Request {
  readonly method: string;
  readonly place: string;
  readonly body: unknown;
}
export type Response = readonly [status: number, json?: unknown];
export type Answers = (request: Request) => Response | Promise<Response>;

export interface Conversation {
  readonly session: Session;
  readonly run: OpenRun;
  readonly journal: readonly JournalEntry[];
  /** The requested operations, in order. */
  readonly asked: () => readonly (OperationId | string | undefined)[];
  readonly interrupt: () => void;
}

/** A conversation with a server on its own port that answers by a rule. */
export async function conversation(
  answers: Answers,
  change: Partial<Target> = {},
  options: Partial<ConductOptions> = {},
): Promise<Conversation> {
  const server = createServer(async (incoming, outgoing) => {
    const [status, json] = await answers(await requestOf(incoming));
    outgoing.writeHead(status, { "content-type": "application/json" });
    outgoing.end(json === undefined ? undefined : JSON.stringify(json));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const journal: JournalEntry[] = [];
  const interruption = new AbortController();
  const { port } = server.address() as AddressInfo;
  const run = openRun(testTarget(`http://127.0.0.1:${port}`, change), {
    requirements: [],
    bystanders: "none",
    journal: { append: (entry) => journal.push(entry) },
    signal: interruption.signal,
    command: "test",
    runId: "test",
    toolVersion: "0",
    ...options,
  });
  const interrupt = (): void => interruption.abort();
  onTestFinished(() => {
    // Ends every wait that is still open.
    interrupt();
    run.close();
    server.closeAllConnections();
    server.close();
  });
  const asked = () => journal.flatMap((entry) => (entry.type === "exchange" ? [entry.exchange.operation] : []));
  return { session: run.session, run, journal, asked, interrupt };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const body = await text(incoming);
  const { pathname } = new URL(incoming.url ?? "", "http://127.0.0.1");
  const place = pathname.replace(/^.*?\/(?=alert|backup|auditing|liveMigrations|clusters)/, "");
  return { method: incoming.method ?? "", place, body: body === "" ? undefined : JSON.parse(body) };
}

/** The id of the first record that a project creates; later ones count up. */
export const MADE = "32b6e34b3d91647abb20e7b2";

/** A project whose alert configurations can be created, read, listed and removed; the map holds the records. */
export function project(records = new Map<string, unknown>()): Answers {
  let made = 0n;
  return ({ method, place, body }) => {
    const [, id = ""] = place.split("/");
    if (method === "POST") {
      const next = (BigInt(`0x${MADE}`) + made).toString(16);
      made += 1n;
      records.set(next, { id: next, ...(body as object) });
      return [201, records.get(next)];
    }
    if (method === "DELETE") return [records.delete(id) ? 204 : 404];
    if (id === "") return [200, { results: [...records.values()], totalCount: records.size }];
    return records.has(id) ? [200, records.get(id)] : [404];
  };
}
