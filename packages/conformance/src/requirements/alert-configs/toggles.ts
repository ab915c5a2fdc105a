import { isDeepStrictEqual } from "node:util";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { fieldsOf, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { difference } from "../../oracles/difference.ts";
import { recordIn } from "../../oracles/envelope.ts";
import type { Requirement } from "../../rule/requirement.ts";
import { looksOn } from "../shared/round-trip.ts";
import { is } from "../shared/subjects.ts";
import { rule } from "./config-rule.ts";
import {
  at,
  createConfig,
  createMatched,
  createsConfig,
  type Made,
  otherEvent,
  readConfig,
  readSettled,
} from "./config-steps.ts";

const RESOURCE = "Resources and their fields > Alert configuration";
const OPERATIONS = "Endpoints > Alert configurations (may change; under revision)";

/** The two operations that enable or disable a configuration. */
const WAYS = { toggle: "setAlertConfigEnabled", update: "updateAlertConfig" } as const;
type Way = keyof typeof WAYS;

/** A configuration before and after a write. */
interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** Toggles or updates a configuration from the opposite state to `enabled`, and reads the result. */
async function switches(story: Story, way: Way, made: Made, enabled: boolean): Promise<Change> {
  const before = await story.eventually(
    () => readConfig(story, made.id),
    (read) => member(read, "enabled") === !enabled,
  );
  story.must(
    member(before, "enabled") === !enabled,
    `enabled ${!enabled} as before`,
    `enabled ${JSON.stringify(member(before, "enabled"))}`,
  );
  // Some forms of a moment show whole seconds only (possibly with zeros as fraction), so a change needs a full second.
  if (/:\d\d(\.0+)?(Z|[+-]\d\d:\d\d)$/.test(String(member(before, "updated")))) await story.pass(1_100);
  const body = way === "toggle" ? { enabled } : { ...made.sent, enabled };
  const words = `${way === "toggle" ? "toggling to" : "updating to enabled"} ${enabled}`;
  const answer = await story.does(WAYS[way], { ...at(made.id), body }, words);
  story.must(
    member(recordIn(answer.json), "enabled") === enabled,
    `enabled ${enabled} in the answer`,
    JSON.stringify(member(recordIn(answer.json), "enabled")) ?? "nothing",
  );
  const after = await story.eventually(
    () => readConfig(story, made.id),
    // A late read may still show the value before that of `before`.
    (read) => member(read, "enabled") === enabled && (!enabled || hasMoved({ before, after: read })),
  );
  story.must(
    member(after, "enabled") === enabled,
    `enabled ${enabled} when read back`,
    `enabled ${JSON.stringify(member(after, "enabled"))}`,
  );
  return { before, after };
}

const disabling = (id: string, text: string, way: Way): Requirement =>
  rule({
    id,
    text,
    on: is(WAYS[way]),
    requests: 5,
    tell: async (story) => {
      await switches(story, way, await createConfig(story, { enabled: true }), false);
      return upheld;
    },
  });

/**
 * Enables a configuration, disables it and enables it again: a faulty server may change `updated` only the first time.
 */
const enabling = (id: string, text: string, way: Way): Requirement =>
  rule({
    id,
    text,
    on: is(WAYS[way]),
    requests: 12,
    tell: async (story) => {
      const made = await createConfig(story, { enabled: false });
      const first = movesUpdated(await switches(story, way, made, true));
      if (first.kind !== "holds") return first;
      // Another rule judges disabling.
      let isDisabled = false;
      await looksOn(async () => {
        await switches(story, way, made, false);
        isDisabled = true;
      });
      return isDisabled ? movesUpdated(await switches(story, way, made, true)) : upheld;
    },
  });

/** Whether `updated` changed, which the description says of enabling only; true if the target does not return it. */
const hasMoved = ({ before, after }: Change): boolean =>
  typeof member(before, "updated") !== "string" || member(after, "updated") !== member(before, "updated");

const movesUpdated = (change: Change): Judgement =>
  expects(
    hasMoved(change),
    "another value of updated than before",
    () => `updated still ${quoted(member(change.after, "updated"))}`,
  );

const except = (record: unknown, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fieldsOf(record)).filter(([name]) => !names.includes(name)));

/** The members that a toggle may change. */
const TOGGLED = ["enabled", "updated"];

async function offWhenCreated(story: Story): Promise<Judgement> {
  const { answer } = await createsConfig(story, "a configuration without enabled", { enabled: undefined });
  return isOff(answer.json);
}

/** An update takes the body of a create, so the same default is meant; that is not said of the update itself. */
async function offWhenUpdated(story: Story): Promise<Judgement> {
  const made = await createConfig(story, { enabled: true });
  const body = { ...made.sent, enabled: undefined };
  const exchange = await story.ask("updateAlertConfig", { ...at(made.id), body });
  if (!wasAccepted(exchange)) return story.cannot(`an update without enabled is not accepted (${received(exchange)})`);
  return mild(isOff(jsonOf(exchange)));
}

function isOff(json: unknown): Judgement {
  const enabled = member(recordIn(json), "enabled");
  return expects(enabled === false, "enabled false", `enabled ${JSON.stringify(enabled)}`);
}

/** The rules on `enabled` and the writes that change it. */
export const alertConfigToggles: readonly Requirement[] = [
  rule({
    id: "ALC-ENABLED-DEFAULT",
    text: "A configuration created without enabled is disabled; one that is updated without it should be as well.",
    section: RESOURCE,
    on: is("createAlertConfig", "updateAlertConfig"),
    requests: 3,
    tell: async (story) =>
      (story.subject.operation.id === "createAlertConfig" ? offWhenCreated : offWhenUpdated)(story),
  }),
  enabling("ALC-TOGGLE-ON", "Toggling to true enables a configuration and changes updated.", "toggle"),
  enabling("ALC-UPDATE-ON", "Updating with enabled true enables a configuration and changes updated.", "update"),
  disabling("ALC-TOGGLE-OFF", "Toggling to false disables a configuration.", "toggle"),
  disabling("ALC-UPDATE-OFF", "Updating with enabled false disables a configuration.", "update"),
  rule({
    id: "ALC-TOGGLE-ONLY",
    text: "Toggling changes enabled and updated, and nothing else.",
    section: OPERATIONS,
    on: is("setAlertConfigEnabled"),
    requests: 12,
    tell: async (story) => {
      const { made } = await createMatched(story, { enabled: false }, { twice: true });
      const before = except(await readConfig(story, made.id), TOGGLED);
      // To the other state, to the same state again, and back.
      for (const enabled of [true, true, false]) {
        const step = { ...at(made.id), body: { enabled } };
        const toggled = await story.does("setAlertConfigEnabled", step, `toggling to ${enabled}`);
        const after = except(await readSettled(story, made.id, toggled), TOGGLED);
        story.must(isDeepStrictEqual(before, after), "every other member as before", difference(before, after));
      }
      return upheld;
    },
  }),
  rule({
    id: "ALC-TOGGLE-MORE",
    level: "SHOULD",
    text: "Toggling with further members in the body changes none of them, or is refused.",
    section: OPERATIONS,
    on: is("setAlertConfigEnabled"),
    requests: 5,
    tell: async (story) => {
      const made = await createConfig(story, { enabled: false });
      const before = except(await readConfig(story, made.id), TOGGLED);
      const eventTypeName = otherEvent(made);
      const body = {
        enabled: true,
        eventTypeName,
        notifications: [{ typeName: "GROUP", delayMin: 5, intervalMin: 55 }],
      };
      const exchange = await story.ask("setAlertConfigEnabled", { ...at(made.id), body, due: "refused" });
      if (wasRefused(exchange)) return upheld;
      if (!wasAccepted(exchange)) return broken("the toggle carried out, or refused", received(exchange));
      const after = except(await readSettled(story, made.id, story.answer(exchange)), TOGGLED);
      return expects(isDeepStrictEqual(before, after), "every other member as before", () => difference(before, after));
    },
  }),
];
