import { isUndescribed } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { upheld } from "../../ground/judgement.ts";
import { quotedText } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import { listIn } from "../../oracles/envelope.ts";
import { notice, type Requirement, story } from "../../rule/requirement.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { bodyFaults } from "./body-faults.ts";
import { createsConfig } from "./config-steps.ts";

/** The rules on event types; the description does not give their full list. */
export const events: readonly Requirement[] = [
  bodyFaults({
    id: "EVT-FAMILIES",
    level: "SHOULD",
    basis: "derived:D1",
    text: "An event type of none of the families is refused.",
    section: "Events",
    mock: "its document leaves the set of event types open",
    operations: ["createAlertConfig", "updateAlertConfig"],
    faults: {
      "an event type that is none": { change: { eventTypeName: "PLUMBLINE_NO_SUCH_EVENT_TYPE" } },
      "no letter at all": { change: { eventTypeName: "" } },
    },
  }),
  story({
    id: "EVT-EXAMPLES",
    level: "SHOULD",
    basis: "derived:D2",
    text: "The two event types that the description names can be used.",
    section: "Events",
    stage: "state",
    risk: "create",
    needs: ON_PROJECT,
    on: is("createAlertConfig"),
    requests: 4,
    tell: async (story) => {
      for (const eventTypeName of ["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE"]) {
        await createsConfig(story, `the event type ${eventTypeName}`, { eventTypeName });
      }
      return upheld;
    },
  }),
  notice({
    id: "EVT-LIST",
    level: "UNSPECIFIED",
    text: "The names of the event types are not listed.",
    section: "Events",
    on: is("listAlertConfigs"),
    notice: ({ answer, call }) => {
      if (!succeeded(answer) || isUndescribed(call) || Object.keys(call.query ?? {}).length > 0) return undefined;
      const names = (listIn(answer.json) ?? []).map((record) =>
        quotedText(String(member(record, "eventTypeName")), 60),
      );
      return names.length === 0 ? undefined : [...new Set(names)].sort().slice(0, 30).join(", ");
    },
  }),
];
