import { ClientError } from "../client-error.ts";
import type { Exchange, TransportFault, TransportFaultKind } from "../exchange.ts";

/** The client received no complete answer. */
export class TransportError extends ClientError {
  override readonly name = "TransportError";
  readonly fault: TransportFaultKind;
  /** Without secrets. */
  readonly exchange: Exchange;

  constructor(exchange: Exchange, { fault, message }: TransportFault) {
    super(`${exchange.request.method} ${exchange.request.url} got no answer (${fault}): ${message}`);
    this.fault = fault;
    this.exchange = exchange;
  }
}
