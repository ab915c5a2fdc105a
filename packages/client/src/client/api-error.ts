import { ClientError } from "../client-error.ts";
import type { Answer, Exchange } from "../exchange.ts";

/** The service answered with a status that is not 2xx, or with a body that the client cannot use. */
export class ApiError extends ClientError {
  override readonly name = "ApiError";
  readonly status: number;
  /** `errorCode` of the standard error body, or `error` of the token endpoint's error body. */
  readonly errorCode: string | undefined;
  readonly detail: string | undefined;
  /** Without secrets. */
  readonly exchange: Exchange;

  constructor(exchange: Exchange, { status, json }: Answer, reason?: string) {
    const errorCode = text(json, "errorCode") ?? text(json, "error");
    const detail = reason ?? text(json, "detail") ?? text(json, "error_description");
    const { method, url } = exchange.request;
    super(
      `${method} ${url} was answered ${[status, errorCode].filter((part) => part !== undefined).join(" ")}${detail === undefined ? "" : `: ${detail}`}`,
    );
    this.status = status;
    this.errorCode = errorCode;
    this.detail = detail;
    this.exchange = exchange;
  }
}

function text(json: unknown, name: string): string | undefined {
  if (typeof json !== "object" || json === null || !Object.hasOwn(json, name)) return undefined;
  const value: unknown = Reflect.get(json, name);
  return typeof value === "string" ? value : undefined;
}
