import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { decidedBy, expects } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Onlooker } from "./onlooker.ts";

const RULE = "OUT-START";

/** The answer to the start of a simulation must show the first state. */
export const outageStarts = (): Onlooker => ({
  decides: [RULE],
  see: (passed) => {
    const { call, exchange } = passed;
    const isStart = call.operation === "startOutageSimulation" && call.due === undefined;
    const state = member(jsonOf(exchange), "state");
    // OUT-FIELDS judges a state of another type, and an envelope has another layout.
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
