import { fixture } from "../../rule/need.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { borrowAlert, inAnHour } from "../alerts/alert-steps.ts";
import { nextLeapDay } from "../shared/next-leap-day.ts";
import { keepsInTurn } from "../shared/round-trip.ts";
import { NO_STATE } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

/** The rule that an alert keeps the comment and the time of its acknowledgement. */
export const keptAlerts: Requirement = story({
  id: "ALT-KEPT",
  level: "MUST",
  basis: "derived:D6",
  text: "The answer, get and the list show the values that an alert was acknowledged with.",
  section: "Resources and their fields > Alert",
  stage: "state",
  risk: "update",
  lane: "alert",
  needs: [fixture("alertId")],
  on: is("acknowledgeAlert"),
  mock: NO_STATE,
  requests: 18,
  tell: (story) => {
    const { path } = borrowAlert(story).path;
    return keepsInTurn(story, (turn) => ({
      operation: "acknowledgeAlert",
      groups: [
        {
          acknowledgedUntil: turn === 0 ? inAnHour() : nextLeapDay(),
          acknowledgementComment: `plumbline ${turn}: größer 東京 🗄️ <b>a</b> & "b" \\ 100% %41 1+1 {{c}}\nnext line`,
        },
      ],
      body: (members) => members,
      path,
    }));
  },
});
