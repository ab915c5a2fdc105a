import { bindContract, LIMITS, neutral, type OperationId, type operations } from "@plumbline/schemas";
import { tokenSource } from "./auth/token.ts";
import { TokenUnavailableError } from "./auth/token-unavailable-error.ts";
import { ApiError } from "./client/api-error.ts";
import type { CallArguments } from "./client/call-types.ts";
import type { ClientOptions } from "./client/client-options.ts";
import { composeCall, type PlainCall, routeOf } from "./client/compose-call.ts";
import { InvalidCallError } from "./client/invalid-call-error.ts";
import { walkPages } from "./client/pages.ts";
import { retryAfterMilliseconds } from "./client/retry-after-milliseconds.ts";
import { TransportError } from "./client/transport-error.ts";
import { type Connection, connect } from "./connect.ts";
import type { Credential } from "./credential.ts";
import { type Answer, answered, type Exchange, headerValue } from "./exchange.ts";
import { Redactor } from "./redact.ts";
import { pause } from "./wire/pause.ts";
import type { WireRequest } from "./wire-request.ts";

type Catalogue = typeof operations;

/**
 * A successful call. `value` is the parsed body. Its type is unknown, because only a validator can say what a server
 * sent.
 */
export interface CallResult {
  readonly status: number;
  readonly value: unknown;
  /** Without secrets. */
  readonly exchange: Exchange;
}

/** The interface as functions, by operation id. */
export interface Client {
  /**
   * Calls one operation.
   * @throws ApiError if the answer is not 2xx, TransportError if no answer came, InvalidCallError if nothing was sent.
   */
  call<Id extends OperationId>(operation: Id, call?: CallArguments<Catalogue[Id]>): Promise<CallResult>;
  /**
   * The records of a paged list from `pageNum` on, fetched page by page as the caller consumes them. Throws the errors
   * of `call`, and ApiError if the list does not end.
   */
  paginate<Id extends OperationId>(operation: Id, call?: CallArguments<Catalogue[Id]>): AsyncGenerator<unknown>;
  close(): void;
}

/** Opens a client, which sends nothing before the first call. */
export function createClient(options: ClientOptions): Client {
  const { profile = neutral, retries = 2, longestWaitMs = 60_000 } = options;
  const base = { service: trimmed(options.baseUrl), metrics: trimmed(options.metricsUrl ?? options.baseUrl) };
  const contract = bindContract(profile);
  const redactor = new Redactor();
  const connection = connect({
    ...options.connection,
    origins: [base.service, base.metrics],
    onAuthorization: (value) => {
      redactor.learnAuthorization(value);
      options.connection?.onAuthorization?.(value);
    },
    onSecret: (secret, username) => {
      redactor.learn(secret, username);
      options.connection?.onSecret?.(secret, username);
    },
  });
  const keys = readKeys(options, base.service, connection);
  const credentials = { ...keys, metrics: options.metricsCredential ?? keys.digest };

  const call = async (id: OperationId, plain: PlainCall): Promise<CallResult> => {
    const operation = contract.operation(id);
    const version = plain.version ?? options.version;
    const versioned = version === undefined ? plain : { ...plain, version };
    const request = composeCall(contract, operation, versioned, base, credentials[operation.authentication]);
    for (let attempt = 0; ; attempt++) {
      const exchange = await sendOrToken(connection, request);
      const shown = redactor.exchange(exchange);
      if ("fault" in exchange.response) throw new TransportError(shown, exchange.response);
      const { status, json } = exchange.response;
      if (status >= 200 && status < 300) return { status, value: json, exchange: shown };
      const wait = waitAsked(exchange.response);
      if (wait === undefined || wait > longestWaitMs || attempt >= retries || plain.signal?.aborted) {
        throw new ApiError(shown, answered(shown) ? shown.response : exchange.response);
      }
      await pause(wait, plain.signal);
    }
  };
  return {
    call: (id, given) => call(id, { ...given }),
    paginate: (id, given) => {
      const plain: PlainCall = { ...given };
      const route = routeOf(contract.operation(id), plain.version ?? options.version);
      if (route.result?.kind !== "paged") throw new InvalidCallError(id, "expected a paged list");
      const pages = pagesOf(id, plain);
      return walkPages(pages, (pageNum) => call(id, { ...plain, query: { ...plain.query, pageNum } }));
    },
    close: () => connection.close(),
  };
}

/** Milliseconds that a 429 or 503 asks the client to wait; `undefined` if it names no time. */
function waitAsked({ status, headers }: Answer): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  return retryAfterMilliseconds(headerValue(headers, "retry-after"), Date.now());
}

/** Where a walk begins, and how many records it asks for at a time. @throws InvalidCallError for an unusable page. */
function pagesOf(id: OperationId, { query }: PlainCall): { itemsPerPage: number; firstPage: number } {
  const firstPage = Number(query?.["pageNum"] ?? LIMITS.pageNum.default);
  if (!Number.isSafeInteger(firstPage) || firstPage < LIMITS.pageNum.minimum) {
    const least = `a whole number of at least ${LIMITS.pageNum.minimum}`;
    throw new InvalidCallError(id, `expected pageNum to be ${least}, received ${String(query?.["pageNum"])}`);
  }
  return { itemsPerPage: Number(query?.["itemsPerPage"] ?? LIMITS.itemsPerPage.default), firstPage };
}

/** Without a token, returns the exchange in which the token endpoint refused it. */
async function sendOrToken(connection: Connection, request: WireRequest): Promise<Exchange> {
  try {
    return await connection.send(request);
  } catch (error) {
    if (error instanceof TokenUnavailableError) return error.exchange;
    throw error;
  }
}

/** The credential for each way of authentication, from keys with the names that the interface uses. */
function readKeys(
  { credential, profile = neutral }: ClientOptions,
  baseUrl: string,
  { send }: Connection,
): Readonly<Record<"digest" | "clientCredentials", Credential>> {
  if ("publicKey" in credential) {
    const { publicKey: username, privateKey: password } = credential;
    return { digest: { scheme: "digest", label: "key", username, password }, clientCredentials: { scheme: "none" } };
  }
  if ("clientId" in credential) {
    const { clientId: username, clientSecret: password } = credential;
    const account = { scheme: "basic", label: "service account", username, password } as const;
    const path = profile.standalonePaths.issueServiceToken;
    const source = tokenSource({ send, baseUrl, account, ...(path && { path }) });
    const bearer = { scheme: "bearer", label: "service account", source, word: profile.tokenScheme } as const;
    return { digest: bearer, clientCredentials: account };
  }
  return { digest: credential, clientCredentials: credential };
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, "");
}
