import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { ROUNDS, secondsOf } from "../../ground/eventually.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, mild, observed, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { quoted } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { idsIn } from "../../oracles/same.ts";
import { type Case, type Context, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { appears } from "../shared/appears.ts";
import { listed } from "../shared/listed.ts";
import { needsRemoval } from "../shared/needs-removal.ts";
import { NO_STATE } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { rule } from "./config-rule.ts";
import {
  at,
  configBody,
  createConfig,
  createMatched,
  createsConfig,
  type Made,
  madeFrom,
  needsMatcher,
  otherEvent,
  readConfig,
} from "./config-steps.ts";

const RESOURCE = "Resources and their fields > Alert configuration";
const OPERATIONS = "Endpoints > Alert configurations (may change; under revision)";
const OTHER_VALUE = "plumbline2";

const MONITORED = {
  typeName: "MONITORING_PLATFORM",
  monitoringApiKey: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
  monitoringRegion: "US",
  delayMin: 0,
  intervalMin: 60,
} as const;

/** The notification of the monitoring platform in the target file: the target may look up its key. */
const ownTarget = ({ world }: Story): Fields | undefined =>
  (listIn(world.alertConfiguration["notifications"]) ?? [])
    .map((one): Fields => fieldsOf(one))
    .find((one) => one["typeName"] === MONITORED.typeName && typeof one["monitoringApiKey"] === "string");

/**
 * Updates event type and kind of notification, if the target accepts that: the description does not list all that it
 * knows.
 */
async function updatesTheRest(story: Story, made: Made, before: unknown): Promise<Judgement> {
  const eventTypeName = otherEvent(made);
  const notifications = [{ typeName: "GROUP", delayMin: 0, intervalMin: 60 }];
  const body = { ...made.sent, eventTypeName, notifications };
  const exchange = await story.ask("updateAlertConfig", { ...at(made.id), body });
  if (!wasAccepted(exchange)) return upheld;
  const sent: readonly unknown[] = story.contract.wire([eventTypeName, "GROUP"]);
  const shown = (record: unknown) => [
    member(record, "eventTypeName"),
    ...(listIn(member(record, "notifications")) ?? []).map((one) => member(one, "typeName")),
  ];
  const isShown = (record: unknown): boolean => isDeepStrictEqual(shown(record), sent);
  const after = await story.eventually(() => readConfig(story, made.id), isShown);
  story.must(
    isShown(after),
    `event type and notifications as they were sent: ${quoted(sent)}`,
    quoted(shown(after)),
    shown(after)[0] === sent[0] ? "/notifications/0/typeName" : "/eventTypeName",
  );
  const created = member(before, "created");
  return expects(member(after, "created") === created, `created ${quoted(created)}, as before`, () =>
    quoted(member(after, "created")),
  );
}

/**
 * Creates a configuration with the event type and matchers of a listed one, because these are known to fit together.
 */
async function takesListed(story: Story): Promise<Judgement> {
  const { json } = await story.prepares("listAlertConfigs", { query: ONE_LARGE_PAGE });
  const known = (listIn(json) ?? []).find((one) => (listIn(member(one, "matchers")) ?? []).length > 0);
  if (known === undefined) return needsMatcher(story);
  const { eventTypeName, matchers } = fieldsOf(known);
  await createConfig(story, { eventTypeName, matchers: undefined });
  const exchange = await story.ask("createAlertConfig", { body: configBody(story, { eventTypeName, matchers }) });
  return expects(wasAccepted(exchange), `2xx for matchers that are listed: ${quoted(matchers)}`, () =>
    received(exchange),
  );
}

/** Creates a configuration, and looks for the sent values in the answer, in a read by id and in the list. */
async function echoesCreated(story: Story): Promise<Judgement> {
  const { made, matcher } = await createMatched(story, { enabled: true });
  const created = recordIn(made.answer.json);
  const project = story.world.fixtures.groupId;
  story.must(
    (member(created, "groupId") ?? project) === project,
    `groupId ${project}`,
    `groupId ${String(member(created, "groupId"))}`,
    "/groupId",
  );
  for (const name of ["eventTypeName", "enabled"]) {
    story.must(
      member(created, name) === made.sent[name],
      `${name} as sent: ${JSON.stringify(made.sent[name])}`,
      JSON.stringify(member(created, name)) ?? "nothing",
    );
  }
  const echoed = member(created, "matchers");
  if (matcher !== undefined && (echoed === undefined || Array.isArray(echoed))) {
    const kept = (listIn(echoed) ?? []).some(
      (one) => member(one, "fieldName") === matcher.fieldName && member(one, "value") === matcher.value,
    );
    story.must(kept, `the matcher on ${matcher.fieldName} as sent`, quoted(echoed));
  }
  const read = recordIn(await appears(story, "getAlertConfig", at(made.id), "the created record when read by its id"));
  story.must(
    member(read, "id") === made.id && member(read, "eventTypeName") === made.sent["eventTypeName"],
    "the created record when read by its id",
    quoted(read),
  );
  const shown = await listed(story, "shown", "listAlertConfigs", made.id);
  return shown ? upheld : broken("the created record in the list", "a list without it");
}

/** Updates the matcher, if the target accepts one, and the rest, and looks for both in the answer and in a read. */
async function echoesUpdated(story: Story): Promise<Judgement> {
  const { made, matcher } = await createMatched(story);
  if (matcher === undefined) {
    story.requires(await updatesTheRest(story, made, await readConfig(story, made.id)));
    return needsMatcher(story);
  }
  const { fieldName } = matcher;
  const matchers = [{ ...matcher, value: OTHER_VALUE }];
  const updated = await story.does(
    "updateAlertConfig",
    { ...at(made.id), body: { ...made.sent, matchers } },
    `an update with a matcher on ${fieldName}`,
  );
  const shows = (record: unknown): boolean =>
    (listIn(member(record, "matchers")) ?? []).some(
      (one) => member(one, "fieldName") === fieldName && member(one, "value") === OTHER_VALUE,
    );
  const record = recordIn(updated.json);
  const wanted = `the matcher on ${fieldName} as sent`;
  // ALC-FIELDS judges a value that is no list.
  if (Array.isArray(member(record, "matchers")))
    story.must(shows(record), `${wanted}, in the answer`, quoted(member(record, "matchers")), "/matchers");
  const read = await story.eventually(() => readConfig(story, made.id), shows);
  const kept = member(read, "matchers");
  if (kept !== undefined && !Array.isArray(kept)) return story.cannot(`matchers is no list (${quoted(kept)})`);
  story.must(shows(read), `${wanted}, when read`, quoted(member(read, "matchers")), "/matchers");
  return updatesTheRest(story, made, read);
}

/** Sends a key and looks for it in every answer that shows the configuration. */
async function masksKey(story: Story): Promise<Judgement> {
  await createConfig(story);
  const target = ownTarget(story) ?? MONITORED;
  const sentKey = String(target["monitoringApiKey"]);
  const sent = configBody(story, { notifications: [target] });
  const exchange = await story.ask("createAlertConfig", { body: sent });
  // The description does not say whether a target asks the monitoring platform for the key.
  if (!wasAccepted(exchange))
    return story.cannot(
      `a notification of the monitoring platform is not accepted (${received(exchange)}): state alertConfiguration in the target file with one whose monitoringApiKey is taken`,
    );
  const made = madeFrom(story, sent, exchange);
  const listed = (listIn((await story.prepares("listAlertConfigs", { query: ONE_LARGE_PAGE })).json) ?? []).filter(
    (one) => member(one, "id") === made.id,
  );
  const [read, toggled] = [await readConfig(story, made.id), await toggledAnswer(story, made.id)];
  for (const record of [recordIn(made.answer.json), read, ...listed, ...toggled]) {
    const [notification] = listIn(member(record, "notifications")) ?? [];
    const key = member(notification, story.contract.field("monitoringApiKey"));
    if (key === undefined || key === null) return broken("the key, masked", "no key");
    const shown = String(key);
    story.must(!shown.includes(sentKey.slice(0, 8)) && shown !== sentKey, "a masked key", "the key as it was sent");
    story.must(
      !shown.endsWith(sentKey.slice(-5)),
      "a masked key of which four characters can be read",
      "more of the key than that",
    );
    story.must(
      shown.endsWith(sentKey.slice(-4)),
      `a masked key ending in ${sentKey.slice(-4)}`,
      `a key ending in ${JSON.stringify(shown.slice(-4))}`,
    );
  }
  return masksShortKey(story, target);
}

/** A key that is hardly longer than what can be read of it. A target may refuse one that is too short for its platform. */
const SHORT_KEY = "q7wz9k";

/** Sends a short key and looks for it in the answer. */
async function masksShortKey(story: Story, target: Fields): Promise<Judgement> {
  const sent = configBody(story, { notifications: [{ ...target, monitoringApiKey: SHORT_KEY }] });
  const exchange = await story.ask("createAlertConfig", { body: sent });
  if (!wasAccepted(exchange)) return upheld;
  const [notification] = listIn(member(recordIn(jsonOf(exchange)), "notifications")) ?? [];
  const shown = String(member(notification, story.contract.field("monitoringApiKey")));
  return expects(
    !shown.endsWith(SHORT_KEY.slice(-5)),
    `a masked key, also for one of ${SHORT_KEY.length} characters`,
    () => "more of the key than four characters",
  );
}

/** The answer to a toggle of a configuration with a key; another rule judges whether the target accepts the toggle. */
async function toggledAnswer(story: Story, id: string): Promise<readonly unknown[]> {
  const answer = await story.ask("setAlertConfigEnabled", { ...at(id), body: { enabled: true } });
  return wasAccepted(answer) ? [recordIn(jsonOf(answer))] : [];
}

const configsOfAlert = (context: Context): Case =>
  asks("the alert, then its configurations", 3, async (ask) => {
    const alert = await ask(callOf({ ...context, operation: context.contract.operation("getAlert", context.version) }));
    const named = member(jsonOf(alert), "alertConfigId");
    if (typeof named !== "string") return observed("the alert names no configuration");
    const configurations = await ask(callOf(context));
    // Another rule judges whether the operation exists.
    if (!wasAccepted(configurations))
      return inconclusive(`the configurations of the alert are not to be had (${received(configurations)})`);
    if (idsIn(configurations).includes(named)) return mild(ofThisAlertAlone(jsonOf(alert), named, configurations));
    // An alert may outlive its configuration.
    const own = { ...context, operation: context.contract.operation("getAlertConfig", context.version) };
    const configuration = await ask(callOf(own, { path: { alertConfigId: named }, send: "again" }));
    if (!wasAccepted(configuration)) return observed("the alert names a configuration that is not there any more");
    return broken(`configuration ${named} among them`, idsIn(configurations).join(", ") || "none");
  });

const STATUSES = ["OPEN", "TRACKING", "CLOSED"] as const;

/** Asks for the configurations of the first alert with this status that names a configuration. */
const configsOfAny = (context: Context, status: (typeof STATUSES)[number]): Case =>
  asks(`an alert that is ${status}, then its configurations`, 3, async (ask) => {
    const { contract, version } = context;
    // Without the list of alerts, the case with the known alert has to do.
    if (contract.route("listAlerts", version) === undefined) return upheld;
    const alerts = { ...context, operation: contract.operation("listAlerts", version) };
    const listed = listIn(jsonOf(await ask(callOf(alerts)))) ?? [];
    const alert = listed.find(
      (one) => member(one, "status") === status && typeof member(one, "alertConfigId") === "string",
    );
    const [alertId, named] = [member(alert, "id"), String(member(alert, "alertConfigId"))];
    if (typeof alertId !== "string") return upheld;
    const configurations = await ask(callOf(context, { path: { alertId } }));
    if (!wasAccepted(configurations) || idsIn(configurations).includes(named)) return upheld;
    const own = { ...context, operation: contract.operation("getAlertConfig", version) };
    // An alert may outlive its configuration.
    if (!wasAccepted(await ask(callOf(own, { path: { alertConfigId: named }, send: "again" })))) return upheld;
    return broken(`configuration ${named}, which the alert names`, idsIn(configurations).join(", ") || "none");
  });

/** The rules on the effects of creating, changing and deleting a configuration. */
export const alertConfigChanges: readonly Requirement[] = [
  rule({
    id: "ALC-MATCHERS-OPTIONAL",
    text: "matchers can be left out, and a matcher with EQUALS on an offered field name is accepted.",
    section: RESOURCE,
    mock: NO_STATE,
    on: is("createAlertConfig"),
    requests: 10,
    tell: async (story) => {
      await createsConfig(story, "a configuration without matchers", { matchers: undefined });
      // The description does not say which names fit which events.
      const { matcher } = await createMatched(story);
      return matcher === undefined ? takesListed(story) : upheld;
    },
  }),
  watch({
    id: "ALC-MATCHERS-NONE",
    level: "MUST",
    basis: "derived:D6",
    text: "A configuration that is created without matchers has none.",
    section: RESOURCE,
    on: is("createAlertConfig"),
    examine: ({ answer, call }) => {
      const sent = listIn(member(call.body, "matchers")) ?? [];
      if (!succeeded(answer) || call.due !== undefined || call.body === undefined || sent.length > 0) return undefined;
      const shown = listIn(member(recordIn(answer.json), "matchers")) ?? [];
      return expects(shown.length === 0, "no matchers", () => quoted(shown));
    },
  }),
  rule({
    id: "ALC-CREATE-ECHO",
    text: "Create returns the configuration with an id of its own and the project's; get and list return it too.",
    section: OPERATIONS,
    on: is("createAlertConfig"),
    requests: 9,
    tell: echoesCreated,
  }),
  rule({
    id: "ALC-UPDATE-ECHO",
    basis: "derived:D6",
    text: "Update returns the matchers, event type and notifications that were sent, and get returns them too; members that only answers carry stay the same.",
    section: OPERATIONS,
    on: is("updateAlertConfig"),
    requests: 11,
    tell: echoesUpdated,
  }),
  rule({
    id: "ALC-DELETE",
    early: true,
    basis: "derived:D6",
    text: "A deleted configuration is returned neither by get nor by list.",
    section: OPERATIONS,
    risk: "delete",
    on: is("deleteAlertConfig"),
    requests: 8,
    tell: async (story) => {
      await needsRemoval(story, "deleteAlertConfig", "no record by the deleted id");
      const { id } = await createConfig(story);
      await story.does("deleteAlertConfig", at(id), "deleting it");
      const last = await story.untilOver(() => story.ask("getAlertConfig", at(id)), wasRefused);
      if (wasAccepted(last))
        return broken(
          "no record by the deleted id",
          `the record, ${secondsOf(ROUNDS, story.speed)} seconds after it was deleted`,
        );
      if (!wasRefused(last)) return broken("4xx by the deleted id", received(last));
      const there = await listed(story, "gone", "listAlertConfigs", id);
      return there ? broken("a list without it", "the deleted record in the list") : upheld;
    },
  }),
  rule({
    id: "ALC-KEY-MASKED",
    text: "monitoringApiKey is returned masked: of the key only its last four characters can be read.",
    section: RESOURCE,
    on: is("createAlertConfig"),
    requests: 7,
    tell: masksKey,
  }),
  probe({
    id: "ALC-LIST-OF-ALERT",
    level: "MUST",
    basis: "derived:D7",
    text: "The configurations of an alert include the one that the alert names, and none of another event.",
    section: OPERATIONS,
    mock: "its alert and its configurations are examples that know nothing of each other",
    stage: "read",
    on: is("listAlertConfigsOfAlert"),
    cases: (context) => [configsOfAlert(context), ...STATUSES.map((status) => configsOfAny(context, status))],
  }),
];

/**
 * Fails if a listed configuration reacts to another event than the alert and the configuration that it names. An alert
 * may have several configurations, but a target that lists those of other events does not filter by alert.
 */
function ofThisAlertAlone(alert: unknown, named: string, own: Exchange): Judgement {
  const event = eventOf(alert);
  const configurations = listIn(jsonOf(own)) ?? [];
  // The event of a configuration may change after it triggered an alert.
  if (!configurations.some((one) => member(one, "id") === named && eventOf(one) === event)) return upheld;
  const foreign = configurations.find((one) => typeof eventOf(one) === "string" && eventOf(one) !== event);
  return expects(
    foreign === undefined,
    `configurations of the event ${String(event)}, which ${named} and the alert have`,
    `configuration ${String(member(foreign, "id"))} too, of the event ${String(eventOf(foreign))}`,
  );
}

const eventOf = (record: unknown): unknown => member(record, "eventTypeName");
