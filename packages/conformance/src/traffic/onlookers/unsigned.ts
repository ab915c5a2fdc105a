import { isWriteId } from "@plumbline/schemas";
import { refused, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Target } from "../../target/target.ts";
import { type Passed, withoutAnswer } from "../passed.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const RULE = "AUTH-DIGEST-REQUIRED-WRITES";

/**
 * The server must refuse writes without a credential. A recorder may drop the Authorization field from all requests, so
 * a success counts only if another request shows a credential.
 */
export function unsigned({ contract }: Target): Onlooker {
  const carried: Found[] = [];
  let isShown = false;
  return {
    decides: [RULE],
    see: (passed) => {
      const { asker, call, exchange } = passed;
      isShown ||= asker !== "none" && asker !== "hidden";
      const { authentication, id } = contract.operation(call.operation, call.version);
      if (asker !== "none" || authentication !== "digest" || !isWriteId(id)) return [];
      if (wasRefused(exchange)) return [found(passed)];
      if (!wasAccepted(exchange)) return [];
      if (carried.length < MOST) carried.push(found(passed));
      return [];
    },
    finish: () => (isShown ? carried : []),
  };
}

const MOST = 100;

const found = (passed: Passed): Found => ({
  requirement: RULE,
  judgement: refused(passed.exchange, "a write without an Authorization header"),
  passed: withoutAnswer(passed),
});
