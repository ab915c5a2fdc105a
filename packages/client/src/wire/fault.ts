import type { Reach, TransportFault, TransportFaultKind } from "../exchange.ts";

/** Facts about a transfer at the time of its failure. */
export interface FailureContext {
  readonly origin: string;
  readonly phase: "connect" | "head" | "body";
  /** The connection carried earlier requests, so a reset probably comes from a server that was just closing it. */
  readonly reused: boolean;
  /** The client received at least one byte of an answer. */
  readonly heard: boolean;
}

const KINDS: Readonly<Record<string, TransportFaultKind>> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "refused",
  ENETUNREACH: "refused",
  EADDRNOTAVAIL: "refused",
  EACCES: "refused",
  ENOTFOUND: "unknown-host",
  EAI_AGAIN: "unknown-host",
  ETIMEDOUT: "connect-timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
};

/** Codes with which undici refuses to write a request. */
const REFUSALS = new Set(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED", "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH"]);

/** The code that Node gives an error, such as `ECONNRESET`; empty if it gives none. */
export function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** True if undici refused the request itself, so that nothing was sent. */
export function isRefusal(error: Error): boolean {
  return REFUSALS.has(codeOf(error));
}

/** Maps an error of the network or the parser to the closed set of faults. */
export function faultOf(error: Error, context: FailureContext): TransportFault {
  const fault = kindOf(error, context);
  const code = codeOf(error);
  const detail = error.message || (error instanceof AggregateError ? error.errors.map(String).join("; ") : "no detail");
  const kept = fault === "reset" && context.reused ? " (on a connection kept from an earlier request)" : "";
  const message = `${context.origin}: ${detail}${code === "" ? "" : ` [${code}]`}${kept}`;
  const reach = reachOf(fault, context);
  return { fault, message, ...(reach && { reach }) };
}

function reachOf(fault: TransportFaultKind, { phase, reused, heard }: FailureContext): Reach | undefined {
  if (phase === "connect") return "unsent";
  return fault === "reset" && reused && phase === "head" && !heard ? "unheard" : undefined;
}

function kindOf(error: Error, { phase, origin }: FailureContext): TransportFaultKind {
  const code = codeOf(error);
  const secure = phase === "connect" && origin.startsWith("https:");
  if (code === "UND_ERR_SOCKET") return /bad (response|upgrade)/.test(error.message) ? "protocol" : "reset";
  // After the head, this means an end before the announced length; before that, lengths that contradict each other.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return phase === "body" ? "reset" : "protocol";
  // undici 7 gives parser errors no code, so only the parser's message identifies an early end.
  if (error.message.includes("Invalid EOF state")) return "reset";
  if (secure && code === "ECONNRESET") return "tls";
  // Node has dozens of certificate codes and no list of them, so any other error while a secure connection opens is
  // "tls".
  return KINDS[code] ?? (secure || code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS") ? "tls" : "protocol");
}
