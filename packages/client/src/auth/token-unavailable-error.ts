import { ClientError } from "../client-error.ts";
import { answered, type Exchange } from "../exchange.ts";

/** The token endpoint issued no token, so the client did not send the request with the bearer credential. */
export class TokenUnavailableError extends ClientError {
  override readonly name = "TokenUnavailableError";
  /** The exchange with the token endpoint. */
  readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    const { response } = exchange;
    const received = answered(exchange)
      ? `status ${exchange.response.status}`
      : "fault" in response
        ? `the fault "${response.fault}"`
        : "nothing";
    super(
      `expected 200 with an access_token from ${exchange.request.url}, received ${received}; check the service account's id and secret and its access list`,
    );
    this.exchange = exchange;
  }
}
