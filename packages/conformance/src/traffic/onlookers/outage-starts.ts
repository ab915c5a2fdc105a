import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { decidedBy, expects } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Onlooker } from "./onlooker.ts";

const RULE = "OUT-START";

/** The answer to the start of a simulation shows by itself the state in which one begins. */
export const outageStarts = (): Onlooker => ({
  decides: [RULE],
  see: (passed) => {
    const { call, exchange } = passed;
    const isStart = call.operation === "startOutageSimulation" && call.due === undefined;
    const state = member(jsonOf(exchange), "state");
    // One of another type is the business of OUT-FIELDS, and an envelope has its own layout.
    if (!isStart || !wasAccepted(exchange) || call.query?.["envelope"] === "true" || typeof state !== "string")
      return [];
    const judgement = expects(
      state === "START_REQUESTED",
      "state START_REQUESTED in the answer to the start",
      quoted(state),
    );
    return [{ requirement: RULE, judgement: decidedBy(judgement, "/state", exchange), passed }];
  },
});
