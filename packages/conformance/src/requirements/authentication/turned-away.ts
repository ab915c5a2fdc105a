import { answered, type Exchange } from "@plumbline/client";
import { byStatus } from "../../ground/answers.ts";
import type { Judgement } from "../../ground/judgement.ts";

/** Whether the answer is a 401; AUTH-CHALLENGE-SCHEME and AUTH-CHALLENGE-AGAIN judge its challenge. */
export const isRefusedKey = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 401;

/** Broken by any answer but 401. */
export const turnedAway = (exchange: Exchange, expected: string): Judgement =>
  byStatus(exchange, isRefusedKey(exchange), expected);
