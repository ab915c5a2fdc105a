import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type BoundOperation, bindContract, type Contract, exampleOf, neutral, readText } from "@plumbline/schemas";
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
  /** Bodies of the alert configurations that it holds, by id. */
  readonly configurations: ReadonlyMap<string, unknown>;
  /** Bodies that acknowledged its alert, in order. */
  readonly acknowledged: readonly unknown[];
  close(): void;
}

/** A status to answer instead of the right one, for a request that has this fault or none. */
export type Twist = (seen: Seen, status: number) => number;

const validator = createValidator();

/** Validates by the contract and keeps alert configurations; no credentials, no order, no more than the fuzzer needs. */
export async function smallServer(twist: Twist = (_seen, status) => status): Promise<SmallServer> {
  const contract = bindContract(neutral);
  const seen: Seen[] = [];
  const configurations = new Map<string, unknown>([[CONFIG, {}]]);
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
    const status = twist(
      one,
      route === undefined ? 404 : statusFor(route.operation, route.path, url.searchParams, body),
    );
    response.writeHead(status, { "content-type": "application/json" });
    const answer = status === 200 && route !== undefined ? carryOut(route.operation, route.path, body) : {};
    response.end(JSON.stringify(answer));
  });

  const carryOut = (operation: BoundOperation, path: Readonly<Record<string, string>>, body: string): unknown => {
    const id = path["alertConfigId"] ?? "";
    switch (operation.id) {
      case "createAlertConfig": {
        const made = configurations.size.toString(16).padStart(24, "c") + seen.length.toString(16);
        configurations.set(made.slice(-24), body);
        return { id: made.slice(-24) };
      }
      case "deleteAlertConfig":
        configurations.delete(id);
        return {};
      case "acknowledgeAlert":
        acknowledged.push(JSON.parse(body));
        return { id: ALERT };
      case "getAuditing":
      case "getCustomDns":
      case "getBackupSchedule":
        return operation.result && "schema" in operation.result ? exampleOf(operation.result.schema) : {};
      case "listMatcherFieldNames":
        return ["TYPE_NAME", "CLUSTER_NAME"];
      default:
        return operation.result?.kind === "paged"
          ? { results: [], totalCount: 0 }
          : { id: id || ALERT, indexID: ALERT, _id: ALERT };
    }
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
