import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { without } from "../../ground/fields.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, observed, upheld } from "../../ground/judgement.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { covers } from "../../oracles/covers.ts";
import { listIn } from "../../oracles/envelope.ts";
import { fixture } from "../../rule/need.ts";
import { notice, type Requirement, type StoryRequirement } from "../../rule/requirement.ts";
import { beyond32Bits } from "../shared/beyond-32-bits.ts";
import { isOwnCluster } from "../shared/own-cluster.ts";
import { preparesPatiently } from "../shared/perform.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { NO_STATE, ON_CLUSTER, ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { backupShape, backupStory, itemShape, OPERATIONS } from "./backup-rules.ts";
import { GENTLY, remembersPolicy } from "./policy-steps.ts";
import { itemsIn, policyWith, readSchedule } from "./schedule-steps.ts";
import { ownSnapshot, snapshotAt } from "./snapshot-steps.ts";

const RESOURCE = "Resources and their fields > Backup compliance policy";
const returnsPolicy = is("getBackupCompliancePolicy", "updateBackupCompliancePolicy");
const inItem = (pointer: string): boolean => /PolicyItems?\/(\d+\/)?[^/]+$/.test(pointer);

type Particulars = Omit<StoryRequirement, "kind" | "level" | "basis" | "stage" | "risk" | "on" | "section"> &
  Partial<Pick<StoryRequirement, "level" | "basis" | "stage" | "section">>;

/** A user cannot simply give up a policy, so every rule about updates needs the permission for irreversible changes. */
const rule = (particulars: Particulars): Requirement =>
  backupStory({
    section: RESOURCE,
    risk: "irreversible",
    needs: ON_PROJECT,
    on: is("updateBackupCompliancePolicy"),
    ...particulars,
  });

const refusals = (
  particulars: Omit<Particulars, "tell" | "requests">,
  faults: Readonly<Record<string, Fields>>,
  takes?: (story: Story, before: Fields) => Promise<void>,
): Requirement =>
  rule({
    ...particulars,
    stage: "refused-writes",
    requests: 8 + Object.keys(faults).length,
    tell: async (story) => {
      const before = await remembersPolicy(story);
      await takes?.(story, before);
      const steps = Object.entries(faults).map(
        ([name, change]) => [name, { body: without({ ...before, ...change }), ...GENTLY }] as const,
      );
      const read = async () => (await story.prepares("getBackupCompliancePolicy")).json;
      return refusesBodies(story, Object.fromEntries(steps), { read });
    },
  });

/** A member that is false if an update omits it. */
const offWhenLeftOut = (id: string, name: string): Requirement =>
  rule({
    id,
    text: `${name} is false when left out.`,
    stage: "refused-writes",
    requests: 6,
    tell: async (story) => {
      const before = await remembersPolicy(story);
      if (before[name] === true)
        return story.cannot(`${name} is on, and an update that leaves it out could turn it off`);
      const body = without({ ...before, [name]: undefined });
      const sent = { body, ...GENTLY };
      const { json } = await story.prepares("updateBackupCompliancePolicy", sent, `an update without ${name}`);
      const shown = member(json, story.contract.field(name));
      // CMP-FIELDS judges a value of another type.
      if (shown !== undefined && typeof shown !== "boolean")
        return story.cannot(`the answer has no ${name} of the right type`);
      story.must(shown !== true, `${name} false`, `${name} true`);
      const wrong: Step = { body: { ...body, [name]: "plumbline" }, ...GENTLY };
      await story.refuses("updateBackupCompliancePolicy", wrong, `${name} as a text`);
      return shown === undefined ? observed(`the answer leaves ${name} out`) : upheld;
    },
  });

/**
 * If the target takes a restore window of two days, it must take one of a single day. The description does not say that
 * a policy may become weaker than before; if the former window was longer, both make it weaker.
 */
async function takesShortest(story: Story, before: Fields): Promise<void> {
  const window = before[story.contract.field("restoreWindowDays")];
  if (typeof window === "number" && window <= 2) return;
  const asks = (restoreWindowDays: number) =>
    story.ask("updateBackupCompliancePolicy", { body: { ...before, restoreWindowDays }, ...GENTLY });
  const shortest = await asks(1);
  if (wasAccepted(shortest)) return;
  story.must(!wasAccepted(await asks(2)), "2xx for restoreWindowDays 1, as for 2", received(shortest));
}

/** Whether a policy protects copies and its state, if shown, is ACTIVE. */
const isInForce = (policy: unknown, { contract }: Story): boolean =>
  member(policy, contract.field("copyProtectionEnabled")) === true &&
  ["ACTIVE", undefined, null].some((state) => state === member(policy, "state"));

const HOURLY = { frequencyInterval: 6, frequencyType: "hourly", retentionUnit: "days", retentionValue: 3 };

const DAILY = { frequencyInterval: 1, frequencyType: "daily", retentionUnit: "days", retentionValue: 7 };

/** Whether a value occurs once. */
const isAlone = (value: unknown, all: readonly unknown[]): boolean => all.filter((one) => one === value).length === 1;

/** The schedule of the cluster. If an earlier rule emptied that of a cluster of the run, it gets an item again. */
async function scheduleWithItems(story: Story): Promise<unknown> {
  const schedule = await readSchedule(story);
  if (itemsIn(schedule).length > 0 || !isOwnCluster(story)) return schedule;
  await story.ask("updateBackupSchedule", { body: { policies: policyWith(schedule, [DAILY]) } });
  return readSchedule(story);
}

/** The retention of the first item with a frequency. */
const retentionOf = (items: readonly unknown[], frequencyType: string): unknown =>
  member(
    items.find((one) => member(one, "frequencyType") === frequencyType),
    "retentionValue",
  );

/**
 * Sends a policy that is stricter than the schedule: it must leave the schedule alone if the query says so, and
 * overwrite it otherwise.
 */
async function overwritesSchedules(story: Story): Promise<Judgement> {
  const before = await remembersPolicy(story);
  const plain = { body: before, ...GENTLY };
  await story.prepares("updateBackupCompliancePolicy", plain, "the policy as it was");
  const abc: Step = { body: before, query: { overwriteBackupPolicies: "abc" }, due: "refusal" };
  const refused = await story.ask("updateBackupCompliancePolicy", abc);
  const items = itemsIn(await scheduleWithItems(story));
  const types = items.map((one) => member(one, "frequencyType"));
  // Of two items with one frequency, a read does not tell which is which.
  const item = items.findLast((_, at) => isAlone(types[at], types));
  const [kept, frequencyType] = [member(item, "retentionValue"), member(item, "frequencyType")];
  if (typeof kept !== "number" || typeof frequencyType !== "string")
    return story.cannot("the schedule has no item that a policy could be stricter than");
  const { id: _id, ...stricter }: Fields = { ...fieldsOf(item), retentionValue: kept + 1 };
  const body = { ...without({ ...before, restoreWindowDays: undefined }), scheduledPolicyItems: [stricter] };
  const retention = async () => retentionOf(itemsIn(await readSchedule(story)), frequencyType);
  // The target may keep this policy next to other schedules, or refuse it because of them: the description does not
  // say.
  const gentle = await story.ask("updateBackupCompliancePolicy", { body, ...GENTLY });
  if (!wasAccepted(gentle) && !wasRefused(gentle))
    return story.cannot(`a policy that leaves schedules alone is answered ${received(gentle)}`);
  const left = await retention();
  story.must(left === kept, `retentionValue ${kept} still, with overwriteBackupPolicies=false`, quoted(left));
  const plainly = await story.ask("updateBackupCompliancePolicy", { body });
  if (!wasAccepted(plainly)) {
    const explicit = { body, query: { overwriteBackupPolicies: "true" } };
    await story.prepares("updateBackupCompliancePolicy", explicit, "a policy that overwrites schedules");
    return broken("2xx without overwriteBackupPolicies, as with true", received(plainly));
  }
  const now = await story.untilOver(retention, (value) => value === kept + 1);
  if (now !== kept + 1) {
    const late = broken(`retentionValue ${kept + 1} in the schedule, as the policy says`, quoted(now));
    await story.ask("updateBackupCompliancePolicy", { body, query: { overwriteBackupPolicies: "true" } });
    // The description does not say how soon the target overwrites schedules. If it does so with true, it must do so
    // without the parameter.
    return (await story.untilOver(retention, (value) => value === kept + 1)) === kept + 1 ? late : mild(late);
  }
  return wasRefused(refused) ? upheld : mild(broken("4xx for overwriteBackupPolicies=abc", received(refused)));
}

/** The target must accept a window as long as the retention of hourly backups, and refuse a longer one. */
async function limitsWindow(story: Story): Promise<Judgement> {
  const before = await remembersPolicy(story);
  const policy = (restoreWindowDays?: number, scheduledPolicyItems: readonly Fields[] = [HOURLY]) => ({
    body: without({
      ...before,
      [story.contract.field("restoreWindowDays")]: restoreWindowDays,
      scheduledPolicyItems,
    }),
    ...GENTLY,
  });
  const days = HOURLY.retentionValue;
  const windowless = await story.ask("updateBackupCompliancePolicy", policy());
  await story.prepares("updateBackupCompliancePolicy", policy(days - 1), "a window that is short enough");
  const same = await story.ask("updateBackupCompliancePolicy", policy(days));
  const beside = `beside hourly backups of ${days} days`;
  story.must(wasAccepted(same), `2xx for a window of ${days} days ${beside}`, received(same));
  // A target that compares the window with the policy in force would now do the opposite, twice.
  const more = [{ ...HOURLY, retentionValue: days + 1 }];
  const both = await story.ask("updateBackupCompliancePolicy", policy(days + 1, more));
  story.must(
    wasAccepted(both),
    `2xx for a window of ${days + 1} days beside hourly backups of ${days + 1} days`,
    received(both),
  );
  const kept = async () => {
    const { json } = await story.prepares("getBackupCompliancePolicy", {}, "reading the policy back");
    return retentionOf(listIn(member(json, "scheduledPolicyItems")) ?? [], HOURLY.frequencyType);
  };
  const isKept = (value: unknown): boolean => value === days + 1;
  const held = await story.eventually(kept, isKept);
  const exchange = await story.ask("updateBackupCompliancePolicy", { ...policy(days + 1), due: "refused" });
  story.must(wasRefused(exchange), `4xx for a window of ${days + 1} days ${beside}`, received(exchange));
  const left = isKept(held) ? await story.eventually(kept, isKept) : held;
  story.must(left === held, `retentionValue ${days + 1} still, because the other was refused`, quoted(left));
  // The description does not say whether hourly backups may have a retention in weeks. If they may, the window's limit
  // is those weeks in days.
  const weekly = [{ ...HOURLY, retentionUnit: "weeks", retentionValue: 2 }];
  if (wasAccepted(await story.ask("updateBackupCompliancePolicy", { ...policy(1, weekly), due: "open" }))) {
    const longer = await story.ask("updateBackupCompliancePolicy", policy(10, weekly));
    story.must(wasAccepted(longer), "2xx for a window of 10 days beside hourly backups of 2 weeks", received(longer));
  }
  const { retentionUnit: _unit, ...unitless } = HOURLY;
  // The description does not say whether an item needs a unit.
  const odd = await story.ask("updateBackupCompliancePolicy", { ...policy(undefined, [unitless]), due: "open" });
  if (!wasAccepted(odd) && !wasRefused(odd))
    return mild(broken("2xx or 4xx for an item without retentionUnit", received(odd)));
  // The target may keep an omitted member, and restores to points in time may need a window: both are open.
  const [window = 0, pit] = ["restoreWindowDays", "pitEnabled"].map((name) => before[story.contract.field(name)]);
  if (typeof window !== "number" || window > days || pit === true) return upheld;
  return mild(expects(wasAccepted(windowless), `2xx without a window ${beside}`, () => received(windowless)));
}

/** Deletes a snapshot without copies, and tries to delete a copied one. */
async function protectsCopies(story: Story): Promise<Judgement> {
  const before = await remembersPolicy(story);
  const body = { ...before, copyProtectionEnabled: true };
  await story.prepares("updateBackupCompliancePolicy", { body, ...GENTLY }, "a policy that protects copies");
  const policy = await story.untilOver(
    async () => (await story.prepares("getBackupCompliancePolicy", {}, "reading the policy back")).json,
    (shown) => isInForce(shown, story),
  );
  if (!isInForce(policy, story)) return story.cannot("the policy does not come to show that it protects copies");
  // The target deletes a snapshot without copies, so it does not refuse every deletion.
  const { id } = await ownSnapshot(story);
  const deletes = story.addresses.servedAs("deleteSnapshot");
  const own = { ...deletes, ...snapshotAt(id) };
  await preparesPatiently(story, "deleteSnapshot", own, "deleting a snapshot without copies");
  const copied = snapshotAt(story.world.fixtures.copiedSnapshotId ?? "");
  const reads = { ...story.addresses.servedAs("getSnapshot"), ...copied };
  await story.prepares("getSnapshot", reads, "reading the copied snapshot");
  const exchange = await story.ask("deleteSnapshot", { ...deletes, ...copied, due: "refused" });
  if (!wasRefused(exchange)) return broken("4xx for deleting a snapshot that was copied", received(exchange));
  const read = await story.ask("getSnapshot", reads);
  return expects(wasAccepted(read), "the copied snapshot, still there", () => received(read));
}

async function keepsPolicy(story: Story): Promise<Judgement> {
  const before = await remembersPolicy(story);
  const marks = { authorizedUserFirstName: "Plumbline", authorizedUserLastName: "Check" };
  const sent = { ...before, ...marks };
  await story.prepares("updateBackupCompliancePolicy", { body: sent, ...GENTLY }, "updating the policy");
  const wire = story.contract.wire(sent);
  const { json } = await story.eventually(
    () => story.prepares("getBackupCompliancePolicy", {}, "reading the policy back"),
    (read) => covers(read.json, wire),
  );
  const odd = Object.entries(fieldsOf(wire)).find(([name, value]) => !covers(member(json, name), value));
  // CMP-FIELDS judges a value of another type.
  if (odd && typeof member(json, odd[0]) === typeof odd[1])
    return broken(`${odd[0]} as sent: ${quoted(odd[1])}`, quoted(member(json, odd[0])));
  if (odd) return story.cannot(`the policy has no ${odd[0]} of the right type`);
  const absent = ["updatedDate", "updatedUser"].find((name) => member(json, name) === undefined);
  return expects(absent === undefined, "updatedDate and updatedUser", `no ${absent}`);
}

/** The rules on the backup compliance policy of a project. */
export const compliancePolicies: readonly Requirement[] = [
  refusals(
    {
      id: "CMP-EMAIL-REQUIRED",
      basis: "derived:D1",
      text: "Updating the compliance policy needs authorizedEmail, an e-mail address.",
    },
    {
      "a body without authorizedEmail": { authorizedEmail: undefined },
      "an authorizedEmail that is no e-mail address": { authorizedEmail: "not-an-email" },
      "a number as authorizedEmail": { authorizedEmail: 5 },
    },
  ),
  backupShape(
    {
      id: "CMP-FIELDS",
      text: "Members of the compliance policy have the listed types.",
      section: RESOURCE,
      on: returnsPolicy,
    },
    ({ pointer }) => !inItem(pointer),
  ),
  itemShape(
    {
      id: "CMP-ITEM-FIELDS",
      text: "Members of a policy item have the listed types, and each item an id of its own.",
      section: RESOURCE,
      on: returnsPolicy,
    },
    ({ pointer }) => inItem(pointer),
    (policy) => [listIn(member(policy, "scheduledPolicyItems")) ?? []],
  ),
  offWhenLeftOut("CMP-DEFAULT-COPYPROTECTIONENABLED", "copyProtectionEnabled"),
  offWhenLeftOut("CMP-DEFAULT-ENCRYPTIONATRESTENABLED", "encryptionAtRestEnabled"),
  offWhenLeftOut("CMP-DEFAULT-PITENABLED", "pitEnabled"),
  refusals(
    {
      id: "CMP-RESTOREWINDOW-POSITIVE",
      basis: "derived:D1",
      text: "restoreWindowDays is a whole number of 32 bits, 1 or more.",
    },
    {
      "restoreWindowDays 0": { restoreWindowDays: 0 },
      "restoreWindowDays -1": { restoreWindowDays: -1 },
      "restoreWindowDays 1.5": { restoreWindowDays: 1.5 },
      "restoreWindowDays 4294967298": { restoreWindowDays: beyond32Bits(2) },
    },
    takesShortest,
  ),
  rule({
    id: "CMP-RESTOREWINDOW-HOURLY",
    text: "restoreWindowDays is no longer than the retention of hourly backups.",
    stage: "refused-writes",
    requests: 10,
    mock: "it does not compare members with one another",
    tell: limitsWindow,
  }),
  rule({
    id: "CMP-OVERWRITE-PARAM",
    text: "overwriteBackupPolicies is a boolean and true when left out: policies that do not comply are overwritten.",
    section: OPERATIONS,
    stage: "refused-writes",
    requests: 24,
    needs: ON_CLUSTER,
    mock: NO_STATE,
    tell: overwritesSchedules,
  }),
  rule({
    id: "CMP-COPY-PROTECTION",
    text: "With copyProtectionEnabled, a backup that was copied to another region is not deleted.",
    stage: "refused-writes",
    requests: 90,
    needs: [...ON_CLUSTER, fixture("copiedSnapshotId")],
    mock: NO_STATE,
    tell: protectsCopies,
  }),
  notice({
    id: "CMP-STATE",
    level: "UNSPECIFIED",
    text: "States of the policy other than ACTIVE, and the moves between them, are not given.",
    section: RESOURCE,
    on: returnsPolicy,
    notice: ({ answer }) => {
      const state = member(answer.json, "state");
      return succeeded(answer) && typeof state === "string" ? `state ${quotedText(state, 40)}` : undefined;
    },
  }),
  rule({
    id: "CMP-DEFAULT-FROM-TRUE",
    level: "SHOULD",
    basis: "derived:D4",
    text: "If pitEnabled was true, an update without it sets it to false.",
    stage: "refused-writes",
    requests: 12,
    mock: NO_STATE,
    tell: async (story) => {
      const before = await remembersPolicy(story);
      const isOn = (policy: unknown): boolean => member(policy, story.contract.field("pitEnabled")) === true;
      if (isOn(before)) return story.cannot("pitEnabled is on, and an update that leaves it out could turn it off");
      const reads = async () => (await story.prepares("getBackupCompliancePolicy", {}, "reading the policy back")).json;
      const on = { body: { ...before, pitEnabled: true }, ...GENTLY };
      await story.prepares("updateBackupCompliancePolicy", on, "a policy with pitEnabled");
      if (!isOn(await story.untilOver(reads, isOn)))
        return story.cannot("the policy does not come to show pitEnabled true");
      const off = { body: without({ ...before, pitEnabled: undefined }), ...GENTLY };
      await story.prepares("updateBackupCompliancePolicy", off, "an update without pitEnabled");
      const last = await story.untilOver(reads, (policy) => !isOn(policy));
      return expects(!isOn(last), "pitEnabled false", "pitEnabled true");
    },
  }),
  rule({
    id: "CMP-ROUNDTRIP",
    level: "SHOULD",
    basis: "derived:D6",
    text: "The policy returned holds what was sent, with updatedDate and updatedUser.",
    section: OPERATIONS,
    requests: 12,
    mock: NO_STATE,
    tell: keepsPolicy,
  }),
];
