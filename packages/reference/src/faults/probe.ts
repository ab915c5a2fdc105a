import type { IncomingHttpHeaders } from "node:http";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { KeyLabel } from "../key-labels.ts";
import type { Reference } from "../reference.ts";
import type { KeyPair } from "../secrets.ts";

/**
 * Requests that reveal a fault: a server with the fault answers them differently from an honest server. Usually a list
 * of requests, sent one after another; a function if the list needs ids of the server, or if one request depends on
 * another.
 */
export type Probe = readonly Asked[] | ((prober: Prober) => readonly Asked[] | Promise<readonly ProbeReply[]>);

/** One request: an operation, and the parts of the call that differ from the defaults. */
export type Asked = readonly [OperationId, ProbeCall?];

/** Omitted members come from the seeded world, or are not sent. */
export interface ProbeCall {
  /** @default "2" */
  readonly version?: RouteVersion;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** The label of the key that sends the request. @default the key with every role */
  readonly as?: KeyLabel;
  readonly json?: unknown;
  /** A raw body, for text that is not JSON. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to one request of a probe. The test of the faults compares it with the answer of an honest server. */
export interface ProbeReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

/** The part of a digest challenge that an answer to it repeats. */
export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
}

/** The request that a digest signs, and the parts that differ from the usual ones. */
export interface SignedRequest {
  readonly url: string;
  readonly qop?: string;
  readonly nc?: string;
  readonly cnonce?: string;
}

/**
 * The functions with which a probe sends requests. The tests of this package supply them, because the shipped code
 * sends no request.
 */
export interface Prober {
  readonly reference: Reference;
  ask(...asked: readonly Asked[]): Promise<readonly ProbeReply[]>;
  url(id: OperationId, call?: ProbeCall): string;
  /** Sends exactly this request, without credentials. */
  send(
    url: string,
    bare?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<ProbeReply>;
  /** The challenge in the answer to a request without credentials. @default any operation */
  challenge(id?: OperationId): Promise<Challenge>;
  /** The Authorization header with a digest for a GET of an address. */
  digest(key: KeyPair, challenge: Challenge, request: SignedRequest): string;
  /** The Authorization header with a name and a password (Basic). */
  basic(name: string, password: string): string;
}
