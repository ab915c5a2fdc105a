import type { Exchange } from "@plumbline/client";
import { type OperationId, type RouteVersion, versionLabel } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { lossIn } from "../../oracles/loss.ts";
import { shapeOf } from "../../oracles/shape.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { at, configBody, createConfig } from "../alert-configs/config-steps.ts";
import { borrowAlert } from "../alerts/alert-steps.ts";
import { scheduleMembers } from "../backup/schedule-steps.ts";
import { nextLeapDay } from "../shared/next-leap-day.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { writeRisk } from "../shared/subjects.ts";

/** A write with two possible bodies, each of which undoes the other. */
interface Change {
  readonly read: OperationId;
  /** The address of a record, and two bodies in neutral words. */
  readonly prepare: (story: Story) => Promise<{ readonly path: Path; readonly bodies: readonly [Fields, Fields] }>;
  /** The first body without values that servers easily misread. A target that accepts this must accept the first. */
  readonly plain?: () => Fields;
  /** Sent after all others; the contract does not say whether the target accepts it. */
  readonly optional?: () => Fields;
  /** Members that make a body faulty, so that the target must not carry it out. */
  readonly wrong?: Fields;
  /** Members of the bodies that reads show as they were sent. Default: all. */
  readonly shows?: readonly string[];
}

const HOUR = 3_600_000;
const inHours = (hours: number): number => Math.floor(Date.now() / 1_000) * 1_000 + hours * HOUR;

/** A moment in the notation of a clock two hours east of Greenwich. */
const eastOf = (moment: number): string => new Date(moment + 2 * HOUR).toISOString().replace(/\.\d+Z$/, "+02:00");

/** Texts that servers easily escape twice, or cut in the middle of a character. */
const COMMENTS = ["plumbline: \"a\" & <b>'c'</b> \\\\ 100 % {{d}}", "plumbline: größer 東京 👩‍💻 \t é"] as const;

const ownConfig = async (story: Story): Promise<Path> => at((await createConfig(story, { enabled: false })).id).path;

/** Two bodies: the opposite of the current value of one member, and the current value. */
async function flips(story: Story, read: OperationId, name: string): Promise<readonly [Fields, Fields]> {
  const { json } = await story.prepares(read, {}, "reading the setting");
  const now = member(json, story.contract.field(name)) === true;
  return [{ [name]: !now }, { [name]: now }];
}

/** Zero, which servers easily read as not set, and the last hour or minute. */
const TIMES_OF_DAY: readonly [Fields, Fields] = [
  { referenceHourOfDay: 0, referenceMinuteOfHour: 59 },
  { referenceHourOfDay: 23, referenceMinuteOfHour: 0 },
];

const CHANGES: Readonly<Partial<Record<OperationId, Change>>> = {
  setAlertConfigEnabled: {
    read: "getAlertConfig",
    prepare: async (story) => ({ path: await ownConfig(story), bodies: [{ enabled: true }, { enabled: false }] }),
  },
  updateAlertConfig: {
    read: "getAlertConfig",
    prepare: async (story) => ({
      path: await ownConfig(story),
      bodies: [configBody(story, { enabled: true }), configBody(story, { enabled: false })],
    }),
    wrong: { eventTypeName: 5 },
    // Each kind of notification shows other parts of its body.
    shows: ["enabled", "eventTypeName"],
  },
  acknowledgeAlert: {
    read: "getAlert",
    plain: () => ({ acknowledgedUntil: nextLeapDay().replace("-29T", "-28T"), acknowledgementComment: "plumbline" }),
    wrong: { acknowledgementComment: "x".repeat(201) },
    optional: () => ({ acknowledgedUntil: eastOf(inHours(3)), acknowledgementComment: "plumbline" }),
    prepare: async (story) => ({
      path: borrowAlert(story).path.path,
      bodies: [
        { acknowledgedUntil: nextLeapDay(), acknowledgementComment: COMMENTS[0] },
        { acknowledgedUntil: new Date(inHours(2)).toISOString(), acknowledgementComment: COMMENTS[1] },
      ],
    }),
  },
  updateCustomDns: {
    read: "getCustomDns",
    prepare: async (story) => ({ path: {}, bodies: await flips(story, "getCustomDns", "enabled") }),
  },
  updateAuditing: {
    read: "getAuditing",
    wrong: { auditFilter: {} },
    prepare: async (story) => ({ path: {}, bodies: await flips(story, "getAuditing", "auditAuthorizationSuccess") }),
  },
  updateBackupSchedule: {
    read: "getBackupSchedule",
    wrong: { referenceHourOfDay: 24 },
    prepare: async (story) => {
      const before = await scheduleMembers(story);
      // The run could not unset members that are not set now.
      const isSet = Object.keys(TIMES_OF_DAY[0]).every((name) => before[name] !== undefined);
      if (!isSet) return story.cannot("the schedule shows no time of the day that could be put back");
      return { path: {}, bodies: TIMES_OF_DAY };
    },
  },
};

/** A sent body, its version, and its name for the reader of the report. */
interface Turn {
  readonly body: Fields;
  readonly version: RouteVersion;
  readonly name: string;
  readonly isOptional?: true;
}

function turnsOf(
  story: Story,
  operation: OperationId,
  { optional }: Change,
  [one, other]: readonly [Fields, Fields],
): readonly Turn[] {
  const [own = story.subject.version, second = own] = story.addresses.servedIn(operation);
  return [
    { body: one, version: own, name: "the first write" },
    { body: other, version: second, name: "a write in turn" },
    { body: one, version: own, name: "the first write, sent again after another one" },
    { body: one, version: second, name: "a write that says what is so already" },
    ...(optional === undefined
      ? []
      : [{ body: optional(), version: own, name: "a write in another form", isOptional: true as const }]),
  ];
}

async function lastHolds(story: Story): Promise<Judgement> {
  const operation = story.subject.operation.id;
  const change = CHANGES[operation];
  if (change === undefined) return story.cannot(`${operation} changes nothing there and back`);
  const { path, bodies } = await change.prepare(story);
  let last: Turn | undefined;
  for (const [index, turn] of turnsOf(story, operation, change, bodies).entries()) {
    const exchange = await story.ask(operation, { body: turn.body, version: turn.version, path });
    if (!wasAccepted(exchange) && turn.isOptional) break;
    if (!wasAccepted(exchange)) return notTaken(story, change, turn, path, exchange, index === 0);
    const judgement = await isShown(story, change, turn, path);
    if (judgement.kind !== "holds") return judgement;
    last = turn;
  }
  return last === undefined || change.wrong === undefined ? upheld : standsAfter(story, change, last, path, bodies[1]);
}

/** After a refused write with other values, the last accepted write still holds. */
async function standsAfter(story: Story, change: Change, last: Turn, path: Path, other: Fields): Promise<Judgement> {
  const operation = story.subject.operation.id;
  const { version } = last;
  const body = { ...other, ...change.wrong };
  const exchange = await story.ask(operation, { body, version, path, due: "refusal" });
  // Another rule judges whether the target refuses it.
  if (!wasRefused(exchange)) return upheld;
  return isShown(story, change, { ...last, name: `${last.name} and a write that was refused` }, path);
}

/**
 * If the target accepts a plain body, it must not refuse the first body for its values. Other rules judge other
 * refusals.
 */
async function notTaken(
  story: Story,
  { plain }: Change,
  { name, version }: Turn,
  path: Path,
  exchange: Exchange,
  isFirst: boolean,
): Promise<Judgement> {
  const operation = story.subject.operation.id;
  const body = isFirst ? plain?.() : undefined;
  const twin = body && (await story.ask(operation, { body, version, path }));
  if (twin !== undefined && wasAccepted(twin)) return broken(`2xx, as for ${JSON.stringify(body)}`, received(exchange));
  return notApplicable(`${name} is not accepted (${received(exchange)}), so nothing can be said of its effect`);
}

/** Whether every version shows the values of a write. */
async function isShown(story: Story, { read, shows }: Change, turn: Turn, path: Path): Promise<Judgement> {
  const { contract } = story;
  const sent = Object.fromEntries(Object.entries(turn.body).filter(([name]) => shows?.includes(name) !== false));
  const wire = contract.wire(sent);
  for (const version of story.addresses.servedIn(read)) {
    const { result } = contract.operation(read, version);
    const shape = "schema" in result ? shapeOf([result.schema]) : undefined;
    const lossOf = (json: unknown) => lossIn(wire, json, shape);
    const exchange = await story.eventually(
      () => story.ask(read, { version, path }),
      (one) => !wasAccepted(one) || lossOf(jsonOf(one)) === undefined,
    );
    if (!wasAccepted(exchange)) continue;
    const loss = lossOf(jsonOf(exchange));
    if (loss === undefined) continue;
    const expected = `${loss.expected} at ${loss.pointer} of ${read} in version ${versionLabel(version)}, after ${turn.name} in version ${versionLabel(turn.version)}`;
    return decidedBy(broken(expected, loss.received), loss.pointer);
  }
  return upheld;
}

/** The rule runs once, in the newest version that has the operation; its story writes and reads in both. */
const isNewest = (operation: OperationId, version: RouteVersion, versions: readonly RouteVersion[]): boolean =>
  Object.hasOwn(CHANGES, operation) && version === (versions.includes("2") ? "2" : versions[0]);

/** The rule that the last of several writes to a record holds, also between the two versions. */
export const turns: readonly Requirement[] = [
  story({
    id: "REC-TURNS",
    level: "MUST",
    basis: "derived:D6",
    text: "After several writes to one record, the last one that was carried out holds, whichever versions the writes were sent in, and however often.",
    section: "Resources and their fields > Conventions",
    stage: "state",
    risk: writeRisk,
    needs: ON_PROJECT,
    mock: NO_STATE,
    on: ({ operation: { id, routes }, version }) =>
      isNewest(
        id,
        version,
        routes.map((route) => route.version),
      ),
    requests: 24,
    tell: lastHolds,
  }),
];
