import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WRITES, writeOf } from "@plumbline/conformance";
import {
  type BoundOperation,
  bindContract,
  type Contract,
  exampleOf,
  isOperationId,
  neutral,
  type OperationId,
  readText,
} from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";

export const GROUP = "32b6e34b3d91647abb20e7b8";
export const CONFIG = "a2b6e34b3d91647abb20e7b9";
export const ALERT = "b2b6e34b3d91647abb20e7ba";

/** One request as the small server sees it. */
export interface Seen {
  readonly operation: string;
  readonly version: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

export interface SmallServer {
  readonly url: string;
  readonly contract: Contract;
  readonly seen: readonly Seen[];
  /** Bodies of the stored alert configurations, by id. */
  readonly configurations: ReadonlyMap<string, unknown>;
  /** Bodies that acknowledged its alert, in order. */
  readonly acknowledged: readonly unknown[];
  close(): void;
}

/** Replaces the status of the answer to a request, to simulate a defect. */
export type Twist = (seen: Seen, status: number) => number;

const validator = createValidator();

/**
 * Validates by the contract and stores what it receives. It checks no credentials and no order, and implements only
 * what the fuzzer needs.
 */
export async function smallServer(twist: Twist = (_seen, status) => status): Promise<SmallServer> {
  const contract = bindContract(neutral);
  const seen: Seen[] = [];
  const configurations = new Map<string, unknown>([[CONFIG, { id: CONFIG }]]);
  const others = new Map<string, unknown>();
  const settings = new Map<OperationId, unknown>();
  const acknowledged: unknown[] = [];
  const server: Server = createServer(async (request, response) => {
    const body = await textOf(request);
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const route = find(contract, request.method ?? "", url.pathname);
    const one: Seen = {
      operation: route?.operation.id ?? "none",
      version: route?.version ?? "none",
      query: url.searchParams,
      body,
    };
    seen.push(one);
    const right = route === undefined ? 404 : statusFor(route.operation, route.path, url.searchParams, body);
    const status = twist(one, right);
    const answer = status === 200 && route !== undefined ? carryOut(route.operation, route.path, body) : {};
    response.writeHead(answer === undefined ? 404 : status, { "content-type": "application/json" });
    const page = status === 200 ? inPages(answer ?? {}, url.searchParams) : answer;
    response.end(inForm(page ?? {}, status, url.searchParams));
  });

  const shelf = (create: OperationId) => (create === "createAlertConfig" ? configurations : others);
  /** The content of the answer; `undefined` if there is no such record. */
  const carryOut = (operation: BoundOperation, path: Readonly<Record<string, string>>, body: string): unknown => {
    const write = writeOf(operation.id);
    // Deeply nested bodies are accepted and not stored.
    const sent = body.includes("[[[[") ? {} : jsonIn(body);
    switch (write?.effect.kind) {
      case "makes": {
        const id = `c${seen.length.toString(16).padStart(23, "0")}`;
        const record = { ...Object(sent), [write.effect.id]: id };
        shelf(operation.id).set(id, record);
        return record;
      }
      case "owned": {
        const records = shelf(write.on?.create ?? "createAlertConfig");
        const id = path[write.effect.parameter] ?? "";
        const addressed = [...records].find(([key, one]) => key === id || Object(one).name === id);
        if (addressed === undefined) return undefined;
        const [key, known] = addressed;
        if (write.effect.removes) records.delete(key);
        else records.set(key, { ...Object(known), ...Object(sent) });
        return write.effect.removes ? {} : records.get(key);
      }
      case "changes": {
        if (operation.id === "acknowledgeAlert") acknowledged.push(sent);
        const state = Array.isArray(sent) ? sent : { id: ALERT, ...Object(sent) };
        settings.set(write.effect.read, state);
        return state;
      }
      default:
        return shown(operation, path);
    }
  };
  const shown = ({ id, result }: BoundOperation, path: Readonly<Record<string, string>>): unknown => {
    const example = result.kind === "record" ? exampleOf(result.schema) : result.kind === "array" ? [] : {};
    if (id === "listMatcherFieldNames") return ["TYPE_NAME", "CLUSTER_NAME"];
    if (id === "getAlert") return settings.get(id) ?? { id: ALERT };
    for (const [create, { effect }] of Object.entries(WRITES)) {
      if (effect.kind === "changes" && effect.read === id) return settings.get(id) ?? example;
      if (effect.kind !== "makes" || !isOperationId(create)) continue;
      const records = shelf(create);
      if (effect.read === id) return records.get(path[effect.parameter] ?? "");
      const all = [...records.values()].filter((record) => Object(record)[effect.id] !== undefined);
      if (effect.list === id) return result.kind === "array" ? all : { results: all, totalCount: all.length };
    }
    return result.kind === "paged" ? { results: [], totalCount: 0 } : example;
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    contract,
    seen,
    configurations,
    acknowledged,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Splits lists into pages, and leaves other answers unchanged. */
function inPages(answer: unknown, query: URLSearchParams): unknown {
  if (typeof answer !== "object" || answer === null || !("results" in answer) || !Array.isArray(answer.results))
    return answer;
  const size = Number(query.get("itemsPerPage") ?? 100);
  const first = size * (Number(query.get("pageNum") ?? 1) - 1);
  const { totalCount: _count, ...rest } = { totalCount: 0, ...answer };
  return {
    ...rest,
    results: answer.results.slice(first, first + size),
    ...(query.get("includeCount") === "false" ? {} : { totalCount: answer.results.length }),
  };
}

function inForm(answer: unknown, status: number, query: URLSearchParams): string {
  const said = query.get("envelope") === "true" ? { status, content: answer } : answer;
  return JSON.stringify(said, null, query.get("pretty") === "true" ? 2 : undefined);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function find(contract: Contract, method: string, pathname: string) {
  for (const { id, routes } of contract.operations) {
    for (const { path: template, version, ...route } of routes) {
      if (route.method !== method) continue;
      const pattern = template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
      const match = new RegExp(`^${pattern}$`).exec(pathname);
      if (match)
        return {
          operation: contract.operation(id, version),
          version,
          path: Object.fromEntries(Object.entries(match.groups ?? {})),
        };
    }
  }
  return undefined;
}

function statusFor(
  operation: BoundOperation,
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
  body: string,
): number {
  const broken = [
    ...operation.pathParameters.map(({ name, schema }) => readText(schema, decodeURIComponent(path[name] ?? ""))),
    ...operation.query.flatMap(({ name, schema }) => query.getAll(name).map((text) => readText(schema, text))),
  ].some(({ kind }) => kind !== "value");
  const alone = operation.together?.some((group) => new Set(group.map((name) => query.has(name))).size > 1);
  if (broken || alone) return 400;
  if (operation.body === undefined) return 200;
  try {
    return validator.accepts(operation.body.schema, JSON.parse(body)) ? 200 : 400;
  } catch {
    return 400;
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
