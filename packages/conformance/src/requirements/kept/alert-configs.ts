import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import type { Judgement } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { at, configBody, createConfig, twinOf } from "../alert-configs/config-steps.ts";
import { matcherFields } from "../shared/matcher-fields.ts";
import { keeps, keepsInTurn, type RoundTrip } from "../shared/round-trip.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

/** A notification of the monitoring platform: the description lists the members of no other kind. */
export const MONITORED: Fields = {
  typeName: "MONITORING_PLATFORM",
  monitoringApiKey: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
  monitoringRegion: "EU",
  delayMin: 7,
  intervalMin: 35,
};

/**
 * The sent configuration in the form of an answer. An answer masks a key except for its last four characters. The
 * description does not say which other kinds of notification have a delay and an interval.
 */
export const asDescribed =
  ({ contract }: Pick<Story, "contract">) =>
  (sent: Fields, record: unknown): unknown => {
    const [key, notifications] = [contract.field("monitoringApiKey"), contract.field("notifications")];
    const kinds = [MONITORED["typeName"], member(contract.wire(MONITORED), "typeName")];
    const shown = listIn(member(record, notifications)) ?? [];
    const asShown = (target: unknown): unknown => {
      const own = member(target, key);
      const mask = shown
        .map((one) => member(one, key))
        .find((one) => typeof own === "string" && String(one).endsWith(own.slice(-4)));
      if (mask !== undefined) return { ...fieldsOf(target), [key]: mask };
      if (kinds.includes(member(target, "typeName"))) return target;
      const unsaid = TIMES.filter((name) => shown.every((one) => (member(one, name) ?? undefined) === undefined));
      return Object.fromEntries(Object.entries(fieldsOf(target)).filter(([name]) => !unsaid.includes(name)));
    };
    return { ...sent, [notifications]: (listIn(sent[notifications]) ?? []).map(asShown) };
  };
const TIMES: readonly string[] = ["delayMin", "intervalMin"];

/**
 * A matcher for each turn, on names that the target offers; the description does not say whether they fit the event.
 */
export async function matchers(story: Story, turn: number): Promise<Fields> {
  const names = await matcherFields(story);
  const fieldName = turn === 0 ? names[0] : names.at(-1);
  return fieldName === undefined ? {} : { matchers: [{ fieldName, operator: "EQUALS", value: `2701${turn}` }] };
}

/**
 * Two matchers on one name, and two notifications of one kind: the description does not say whether a target accepts
 * two.
 */
async function twins(story: Story): Promise<readonly Fields[]> {
  const [first] = listIn((await matchers(story, 0))["matchers"]) ?? [];
  const other = {
    ...MONITORED,
    monitoringApiKey: "00f1e2d3c4b5a69788796a5b4c3d2e1f",
    monitoringRegion: "US",
    delayMin: 0,
    intervalMin: 70,
  };
  return [
    ...(first === undefined ? [] : [{ matchers: [first, twinOf(fieldsOf(first))] }]),
    { notifications: [MONITORED, other] },
  ];
}

async function keepsConfig(story: Story): Promise<Judgement> {
  const updates = story.subject.operation.id === "updateAlertConfig";
  const made = updates ? await createConfig(story, { enabled: false }) : undefined;
  // The description does not say which targets know the key of a monitoring platform, and which ask the platform for
  // it.
  const trip = (groups: readonly Fields[], optional: boolean): RoundTrip => ({
    operation: updates ? "updateAlertConfig" : "createAlertConfig",
    groups,
    body: (members) => configBody(story, members),
    ...(made && at(made.id)),
    shownAs: asDescribed(story),
    ...(optional && { optional }),
  });
  const judgement = await keepsInTurn(story, async (turn) => {
    const first = turn === 0 ? { enabled: true } : { enabled: false, notifications: [MONITORED] };
    return trip([first, await matchers(story, turn)], turn === 1);
  });
  if (judgement.kind !== "holds") return judgement;
  const beside = await keeps(story, trip(await twins(story), true));
  // An empty list removes the former matchers.
  return beside.kind === "holds" && updates ? keeps(story, trip([{ matchers: [] }], true)) : beside;
}

/** Sends two bodies in turn, so that each member changes and a server that keeps an old value fails. */
export const keptConfigs: Requirement = story({
  id: "ALC-KEPT",
  level: "MUST",
  basis: "derived:D6",
  text: "The answer, get and list show the values that an alert configuration was created or updated with.",
  section: "Endpoints > Alert configurations (may change; under revision)",
  stage: "state",
  risk: ({ operation }) => (operation.id === "createAlertConfig" ? "create" : "update"),
  needs: ON_PROJECT,
  on: is("createAlertConfig", "updateAlertConfig"),
  mock: NO_STATE,
  requests: 60,
  tell: keepsConfig,
});
