import { answered, type Exchange } from "@plumbline/client";
import { brief } from "../../expect/cases.ts";
import { wasAccepted } from "../../ground/answers.ts";
import { isUndescribed } from "../../ground/call.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { type Judgement, observed } from "../../ground/judgement.ts";
import { quotedText } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { fixture } from "../../rule/need.ts";
import { notice, type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";
import { at, configBody, createConfig, readConfig, readSettled } from "../alert-configs/config-steps.ts";
import { neededMatcherFields } from "../shared/matcher-fields.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { borrowAlert } from "./alert-steps.ts";

/* Open points about configurations and alerts that only writes show: no rule here can fail. */

const STATES = "States and transitions";
const CONFIGURATION = "Resources and their fields > Alert configuration";

const note = (
  particulars: Pick<StoryRequirement, "id" | "text" | "section" | "on" | "requests" | "tell"> &
    Partial<Pick<StoryRequirement, "risk" | "lane" | "needs">>,
): Requirement =>
  story({
    level: "UNSPECIFIED",
    basis: "not-shown",
    stage: "state",
    risk: "create",
    mock: NO_STATE,
    needs: ON_PROJECT,
    ...particulars,
  });

/** Creates a configuration that the target may refuse; no rule judges the answer. */
function tries(story: Story, change: Fields): Promise<Exchange> {
  return story.ask("createAlertConfig", { body: configBody(story, change), due: "open" });
}

const changed = (name: string, before: unknown, after: unknown): string =>
  member(before, name) === member(after, name) ? `${name} stays` : `${name} changes`;

/** Toggles from one state to the same or the other, and notes what `updated` does. */
async function togglesAndNotes(story: Story, from: boolean, to: boolean): Promise<Judgement> {
  const made = await createConfig(story, { enabled: from });
  const before = await readConfig(story, made.id);
  await story.pass(1_100);
  const step = { ...at(made.id), body: { enabled: to } };
  const toggled = await story.prepares("setAlertConfigEnabled", step, `toggling to ${to}`);
  return observed(changed("updated", before, await readSettled(story, made.id, toggled)));
}

/** The open points of alerts and configurations: each note says how the target behaves, and none can fail. */
export const alertNotes: readonly Requirement[] = [
  note({
    id: "ALC-MATCHER-OPERATORS",
    text: "Matcher operators besides EQUALS are not given.",
    section: CONFIGURATION,
    on: is("createAlertConfig"),
    requests: 6,
    tell: async (story) => {
      const [fieldName] = await neededMatcherFields(story);
      if (fieldName === undefined) return story.cannot("no matcher field name is on offer");
      const said: string[] = [];
      for (const operator of ["NOT_EQUALS", "CONTAINS", "REGEX", "PLUMBLINE_NO_SUCH_OPERATOR"]) {
        said.push(
          `${operator}: ${brief(await tries(story, { matchers: [{ fieldName, operator, value: "plumbline" }] }))}`,
        );
      }
      return observed(said.join("; "));
    },
  }),
  note({
    id: "ALC-RESPONSE-ONLY",
    text: "What happens to created, groupId, id and updated in a request is not given.",
    section: CONFIGURATION,
    on: is("createAlertConfig"),
    requests: 2,
    tell: async (story) => {
      const sent = { id: "fedcba9876543210fedcba98", created: "2001-01-01T00:00:00Z" };
      const exchange = await tries(story, sent);
      if (!wasAccepted(exchange) || !answered(exchange)) return observed(brief(exchange));
      const record = recordIn(exchange.response.json);
      const taken = Object.entries(sent).filter(([name, value]) => member(record, name) === value);
      return observed(`${brief(exchange)}: ${taken.map(([name]) => name).join(", ") || "nothing"} taken over`);
    },
  }),
  notice({
    id: "ALC-NOTIF-OTHER-FIELDS",
    level: "UNSPECIFIED",
    text: "Members of the notification kinds other than the monitoring platform are not given, except typeName.",
    section: CONFIGURATION,
    on: is("listAlertConfigs"),
    notice: ({ answer, call }) => {
      if (!succeeded(answer) || isUndescribed(call) || Object.keys(call.query ?? {}).length > 0) return undefined;
      const kinds = new Map<string, Set<string>>();
      for (const target of (listIn(answer.json) ?? []).flatMap(
        (record) => listIn(member(record, "notifications")) ?? [],
      )) {
        const kind = quotedText(String(member(target, "typeName")), 40);
        const names = kinds.get(kind) ?? new Set<string>();
        for (const name of Object.keys(fieldsOf(target))) if (name !== "typeName") names.add(quotedText(name, 40));
        kinds.set(kind, names);
      }
      const said = [...kinds].sort().map(([kind, names]) => `${kind}: ${[...names].sort().join(" ") || "no more"}`);
      return said.length === 0 ? undefined : said.slice(0, 20).join("; ");
    },
  }),
  note({
    id: "ALC-TOGGLE-OFF-UPDATED",
    text: "Whether disabling moves updated is not given.",
    section: STATES,
    on: is("setAlertConfigEnabled"),
    requests: 5,
    tell: (story) => togglesAndNotes(story, true, false),
  }),
  note({
    id: "ALC-TOGGLE-SAME",
    text: "What toggling to the present state does is not given.",
    section: STATES,
    on: is("setAlertConfigEnabled"),
    requests: 5,
    tell: (story) => togglesAndNotes(story, true, true),
  }),
  note({
    id: "ERR-UNKNOWN-FIELD",
    text: "How members of a request body that are not listed are treated is not given.",
    section: "Errors",
    on: is("createAlertConfig"),
    requests: 2,
    tell: async (story) => {
      const exchange = await tries(story, { plumblineUnknown: 1 });
      const shown = answered(exchange) && "plumblineUnknown" in fieldsOf(recordIn(exchange.response.json));
      return observed(`${brief(exchange)}${shown ? ", and the member is shown" : ""}`);
    },
  }),
  note({
    id: "ALT-ACK-STATUS",
    text: "Which status an acknowledged alert has is not given.",
    section: STATES,
    risk: "update",
    lane: "alert",
    needs: [fixture("alertId")],
    on: is("acknowledgeAlert"),
    requests: 4,
    tell: async (story) => {
      const { path } = borrowAlert(story);
      const before = recordIn((await story.prepares("getAlert", path, "reading the alert")).json);
      const body = { acknowledgedUntil: new Date(Date.now() + 3_600_000).toISOString() };
      const after = recordIn((await story.prepares("acknowledgeAlert", { ...path, body }, "acknowledging")).json);
      return observed(`${String(member(before, "status"))} becomes ${String(member(after, "status"))}`);
    },
  }),
  note({
    id: "ALT-ACK-PAST",
    text: "A moment in the past, a comment without a moment, and a second acknowledgement are not described.",
    section: "Endpoints > Alerts (may change; under revision)",
    risk: "update",
    lane: "alert",
    needs: [fixture("alertId")],
    on: is("acknowledgeAlert"),
    requests: 6,
    tell: async (story) => {
      const { path } = borrowAlert(story);
      const until = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
      const said: string[] = [];
      for (const [name, body] of Object.entries({
        "a moment in the past": { acknowledgedUntil: until(-24) },
        "a comment alone": { acknowledgementComment: "plumbline" },
        "a moment": { acknowledgedUntil: until(1) },
        "another moment": { acknowledgedUntil: until(2) },
      }))
        said.push(`${name}: ${brief(await story.ask("acknowledgeAlert", { ...path, body, due: "open" }))}`);
      return observed(said.join("; "));
    },
  }),
  notice({
    id: "ALT-TRANSITIONS",
    level: "UNSPECIFIED",
    text: "How the status of an alert moves is not given.",
    section: STATES,
    on: is("listAlerts"),
    notice: ({ answer, call }) => {
      if (!succeeded(answer) || isUndescribed(call) || Object.keys(call.query ?? {}).length > 0) return undefined;
      const seen = new Set(
        (listIn(answer.json) ?? []).map((record) => quotedText(String(member(record, "status")), 40)),
      );
      return seen.size === 0 ? undefined : `seen: ${[...seen].sort().join(", ")}`;
    },
  }),
];
