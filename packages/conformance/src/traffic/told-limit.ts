import { answered } from "@plumbline/client";
import { jsonOf } from "../ground/answers.ts";
import { member } from "../ground/json.ts";
import type { Passed } from "./passed.ts";

/** Whether the token endpoint itself reports its rate limit; a gateway before it would use another error code. */
export const isToldLimit = ({ call, exchange }: Passed): boolean =>
  call.operation === "issueServiceToken" &&
  answered(exchange) &&
  exchange.response.status === 429 &&
  member(jsonOf(exchange), "error") === "rate_limited";
