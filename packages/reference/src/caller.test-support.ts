import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { fillPath, type OperationId } from "@plumbline/schemas";
import type { Challenge, ProbeCall, ProbeReply } from "./faults/probe.ts";
import { memberIn } from "./json.test-support.ts";
import type { Reference } from "./reference.ts";
import type { KeyPair } from "./secrets.ts";

/*
 * A caller for the tests of this package only: small, based on node:http, and with its own digest, so that the server
 * is not judged by its own code.
 */

export interface Reply extends ProbeReply {
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
  readonly reasonPhrase: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Call extends Ask, Omit<ProbeCall, "body"> {
  readonly key?: KeyPair;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export function send(url: string, { method = "GET", headers = {}, body }: Ask = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    // Node adds a length by itself only for methods that usually have a body.
    const length =
      body === undefined || "Transfer-Encoding" in headers ? {} : { "Content-Length": Buffer.byteLength(body) };
    const sent = request(url, { method, headers: { ...headers, ...length }, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const { statusCode: status = 0, headers, rawHeaders, statusMessage: reasonPhrase = "" } = response;
        resolve({ status, headers, rawHeaders, reasonPhrase, text, json: parse(text) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readChallenge(reply: Reply): Challenge & { readonly stale: string } {
  const header = reply.headers["www-authenticate"] ?? "";
  const get = (name: string): string => new RegExp(`${name}="?([^",]*)`).exec(header)?.[1] ?? "";
  return { realm: get("realm"), nonce: get("nonce"), stale: get("stale") };
}

export interface DigestParts {
  readonly method: string;
  readonly uri: string;
  readonly nc?: string;
  readonly qop?: string;
  readonly algorithm?: string;
  readonly cnonce?: string;
}

/** An Authorization header by RFC 7616, section 3.4.1. */
export function digest(key: KeyPair, { realm, nonce }: Challenge, parts: DigestParts): string {
  const { method, uri, nc = "00000001", qop = "auth", algorithm = "MD5", cnonce = "0a4f113b" } = parts;
  const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
  const secret = md5(`${key.publicKey}:${realm}:${key.privateKey}`);
  const response = md5(`${secret}:${nonce}:${nc}:${cnonce}:${qop}:${md5(`${method}:${uri}`)}`);
  return `Digest username="${key.publicKey}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=${qop}, nc=${nc}, cnonce="${cnonce}", response="${response}"`;
}

export const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

/** The parts of a server that a caller needs; the server may run in another process. */
export type Callee = Pick<
  Reference,
  "url" | "metricsUrl" | "contract" | "world" | "keys" | "serviceAccount" | "metrics"
>;

/** Calls operations of one reference. It answers a challenge once and then reuses the nonce with rising counts. */
export class Caller<R extends Callee = Reference> {
  readonly reference: R;
  #challenge: Challenge | undefined;
  #count = 0;

  constructor(reference: R) {
    this.reference = reference;
  }

  url(id: OperationId, { version, path = {}, query }: Call = {}): string {
    const { contract, url, metricsUrl, world } = this.reference;
    const routes = contract.operation(id).routes;
    const route = routes.find((one) => one.version === (version ?? "2")) ?? routes[0];
    const { projectId: groupId, clusterName, busiestAlertConfigId: alertConfigId } = world;
    const known = {
      groupId,
      clusterName,
      alertConfigId,
      hostname: world.hostnames[0] ?? "",
      alertId: world.alertIds[0] ?? "",
      databaseName: world.searchIndexes[0]?.database ?? "",
      collectionName: world.searchIndexes[0]?.collectionName ?? "",
      indexName: world.searchIndexes[0]?.name ?? "",
      indexId: world.searchIndexes[0]?.id ?? "",
      roleId: world.accessRoleIds[0] ?? "",
      orgId: world.orgId,
      liveMigrationId: world.migrationIds[0] ?? "",
      validationId: world.validationIds[0] ?? "",
      exportBucketId: world.backup.exportBucketIds[0] ?? "",
      exportId: world.backup.exportIds[0] ?? "",
      restoreJobId: world.backup.restoreJobIds[0] ?? "",
      snapshotId: world.backup.snapshotIds[0] ?? "",
    };
    const filled = fillPath(route?.path ?? "", { ...known, ...path });
    return `${route?.base === "metrics" ? metricsUrl : url}${filled}${query === undefined || query === "" ? "" : `?${query}`}`;
  }

  async call(id: OperationId, call: Call = {}): Promise<Reply> {
    const operation = this.reference.contract.operation(id);
    const route = operation.routes.find((one) => one.version === (call.version ?? "2")) ?? operation.routes[0];
    const method = call.method ?? route?.method ?? "GET";
    const url = this.url(id, call);
    const key = call.key ?? this.reference.keys[call.as ?? "all"];
    const body = call.json === undefined ? call.body : JSON.stringify(call.json);
    const attempt = async (): Promise<Reply> => {
      const headers = {
        Accept: route?.accept ?? "application/json",
        ...(body !== undefined && { "Content-Type": route?.body?.mediaType ?? "application/json" }),
        ...(await this.#authorization(operation.authentication, key, method, url)),
        ...call.headers,
      };
      return send(url, { method, headers, ...(body !== undefined && { body }) });
    };
    const first = await attempt();
    if (readChallenge(first).stale !== "true") return first;
    this.#challenge = readChallenge(first);
    this.#count = 0;
    return attempt();
  }

  /** Fetches a challenge, like a first request without credentials. */
  async challenge(): Promise<Challenge> {
    return readChallenge(await send(this.url("listMatcherFieldNames")));
  }

  async #authorization(kind: string, key: KeyPair, method: string, url: string): Promise<Record<string, string>> {
    const { metrics, serviceAccount, url: base } = this.reference;
    if (kind === "metrics") return { Authorization: basic(metrics.username, metrics.password) };
    if (kind === "clientCredentials")
      return { Authorization: basic(serviceAccount.clientId, serviceAccount.clientSecret) };
    this.#challenge ??= await this.challenge();
    this.#count += 1;
    const nc = this.#count.toString(16).padStart(8, "0");
    return { Authorization: digest(key, this.#challenge, { method, uri: url.slice(base.length), nc }) };
  }
}

/** The ids of the records on a page. */
export function idsOf(reply: Reply): readonly string[] {
  const results = memberIn(reply.json, "results");
  return Array.isArray(results) ? results.map((record) => String(memberIn(record, "id"))) : [];
}
