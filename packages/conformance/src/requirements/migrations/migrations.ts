import { isDeepStrictEqual } from "node:util";
import { answered, type Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { brief, callOf } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { isUndescribed } from "../../ground/call.ts";
import { ROUNDS, secondsOf } from "../../ground/eventually.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, observed, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Subject } from "../../ground/subject.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { ofOtherRules } from "../../oracles/of-other-rules.ts";
import { violatedInRecords } from "../../oracles/violated.ts";
import { fixture } from "../../rule/need.ts";
import { notice, type ProbeRequirement, probe, type Requirement, story, watch } from "../../rule/requirement.ts";
import type { World } from "../../target/world.ts";
import { migrationBody, SHARDING_ENTRY, shardingBody } from "../../writes/migrations.ts";
import { appears } from "../shared/appears.ts";
import { carried } from "../shared/carrier.ts";
import { performs } from "../shared/perform.ts";
import { NO_STATE, ON_CLUSTER } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { refusesBody } from "../shared/twin.ts";
import { migrationId, migrationTwin, ofMigration, readyMigration } from "./migration-steps.ts";

const RESOURCE = "Resources and their fields > Migration";
const OPERATIONS = "Endpoints > Live migration";
const risk = ({ operation }: Subject) => operation.risk;

/** A rule with bodies that both create and validate must refuse. */
const refuses = (
  rule: Pick<ProbeRequirement, "id" | "text" | "basis">,
  bodies: Readonly<Record<string, (world: World) => Fields>>,
): Requirement =>
  probe({
    ...rule,
    level: "MUST",
    section: RESOURCE,
    needs: ON_CLUSTER,
    stage: "refused-writes",
    risk,
    on: is("createMigration", "validateMigration"),
    cases: (context) =>
      Object.entries(bodies).map(([name, body]) =>
        refusesBody(context, migrationTwin, name, ({ world }) => body(world)),
      ),
  });

/** Bodies that differ from an accepted one in some members. */
const refusals = (rule: Pick<ProbeRequirement, "id" | "text">, faults: Readonly<Record<string, Fields>>): Requirement =>
  refuses(
    { ...rule, basis: "stated" },
    Object.fromEntries(
      Object.entries(faults).map(([name, change]) => [name, (world: World) => migrationBody(world, change)]),
    ),
  );

/** Bodies in which one member of a part has another type; the same part with the right type is the positive control. */
const inParts = (faults: readonly (readonly [part: "destination" | "source", name: string, value: unknown])[]) =>
  refuses(
    {
      id: "MIG-TYPES",
      basis: "derived:D1",
      text: "destination and source of a migration are objects of members of the listed types.",
    },
    Object.fromEntries(
      faults.map(([part, name, value]) => [
        `${part}.${name} ${JSON.stringify(value)}`,
        (world: World): Fields => {
          const body = migrationBody(world);
          return { ...body, [part]: { ...fieldsOf(body[part]), [name]: value } };
        },
      ]),
    ),
  );

/** Members of an answer, except ids and dates, which other rules judge. */
const members = violatedInRecords((violation) => violation.pointer !== "" && !ofOtherRules(violation));

/** A validation with a valid entry of shardingEntries; without its acceptance, refusals say nothing. */
const takesEntries = (story: Story): Promise<Exchange> => carried(story, "validateMigration", "body");

/** Cuts a migration over, and waits until it shows its end. */
async function cutsOver(story: Story): Promise<Judgement> {
  const path = ofMigration(await readyMigration(story));
  const before = (await story.prepares("getMigration", path)).json;
  await story.does("cutOverMigration", path, "cutting over a migration that is ready");
  // The contract does not name the values that show the end, so any change counts. A removed migration has ended too.
  const moved = (read: Exchange): boolean =>
    ["status", "readyForCutover"].some((name) => member(jsonOf(read), name) !== member(before, name));
  const last = await story.untilOver(
    () => story.ask("getMigration", path),
    (read) => !wasAccepted(read) || moved(read),
  );
  if (wasRefused(last)) return upheld;
  if (wasAccepted(last) && moved(last)) return staysOver(story, path, moved);
  if (!wasAccepted(last)) return broken("the migration, over", received(last));
  // The contract also states no time limit for a cutover.
  return mild(
    broken(
      "another status than before, or no longer ready",
      `status ${quoted(member(before, "status"))} as before, ${secondsOf(ROUNDS, story.speed)} seconds after it was cut over`,
    ),
  );
}

/** Milliseconds after which a migration that was cut over must still be over. */
const LATER = 6_000;

/** Reads a migration some seconds after its end: it must not go on as it did before it was cut over. */
async function staysOver(story: Story, path: Step, moved: (read: Exchange) => boolean): Promise<Judgement> {
  await story.pass(LATER / story.speed);
  const isOver = (read: Exchange): boolean => !wasAccepted(read) || moved(read);
  // A single late read shows the state from before the cut-over.
  const read = await story.eventually(() => story.ask("getMigration", path), isOver);
  return expects(
    isOver(read),
    "a migration that stays over",
    () => `status ${quoted(member(jsonOf(read), "status"))} as before it was cut over, some seconds after it was over`,
  );
}

/** A validation and the body that asked for it: that with sharding entries, whose source is another, where it is taken. */
async function validated(story: Story): Promise<readonly [validation: unknown, body: unknown]> {
  const withEntries = await takesEntries(story);
  if (wasAccepted(withEntries)) return [jsonOf(withEntries), JSON.parse(withEntries.request.body ?? "null")];
  const body = migrationBody(story.world);
  return [(await story.prepares("validateMigration", { body }, "validating")).json, body];
}

/** A validation that shows the project of its source must show the one that was sent. */
async function showsSource(story: Story, sent: unknown, validation: unknown): Promise<Judgement> {
  const shown = member(validation, "sourceGroupId") ?? member(member(validation, "content"), "sourceGroupId");
  if (typeof sent !== "string" || typeof shown !== "string") return upheld;
  story.must(shown === sent, `sourceGroupId ${sent}, as it was sent`, `sourceGroupId ${shown}`);
  return upheld;
}

async function linksByToken(story: Story): Promise<Judgement> {
  const made = await performs(story, "createLinkToken", {});
  if (!wasAccepted(made) || !answered(made)) return story.cannot(`no link token can be created (${received(made)})`);
  const token = member(made.response.json, "linkToken");
  story.must(typeof token === "string" && token !== "", "a text in linkToken", quoted(token));
  // With the link, the list shows the members of migratable projects.
  await story.ask("listMigratableProjects");
  // While a link exists, the target may refuse a further one for that reason.
  await story.ask("deleteLinkToken");
  for (const accessListIps of ["203.0.113.7", [5]])
    await story.refuses(
      "createLinkToken",
      { body: { accessListIps } },
      `accessListIps ${JSON.stringify(accessListIps)}`,
    );
  return upheld;
}

/** The rules on migrations, validations and link tokens. */
export const migrations: readonly Requirement[] = [
  refusals(
    { id: "MIG-REQUIRED", text: "Creating and validating a migration needs destination, dropEnabled and source." },
    {
      "a body without destination": { destination: undefined },
      "a body without dropEnabled": { dropEnabled: undefined },
      "a body without source": { source: undefined },
      "dropEnabled as a number": { dropEnabled: 0 },
      "destination as a text": { destination: "plumbline" },
      "source as an array": { source: [] },
    },
  ),
  inParts([
    ["destination", "groupId", "plumbline"],
    ["destination", "clusterName", "-bad"],
    ["source", "ssl", "plumbline"],
    ["source", "managedAuthentication", "plumbline"],
  ]),
  refusals(
    { id: "MIG-HOSTS", text: "migrationHosts names one host, no more and no fewer." },
    {
      "no migration host": { migrationHosts: [] },
      "two migration hosts": { migrationHosts: ["host0.example.net", "host1.example.net"] },
      "one migration host twice": { migrationHosts: ["host0.example.net", "host0.example.net"] },
      "a number as migration host": { migrationHosts: [5] },
    },
  ),
  refusals(
    {
      id: "MIG-SHARDING",
      text: "sharding holds the boolean createSupportingIndexes and an array shardingEntries of its listed form.",
    },
    {
      "createSupportingIndexes as a text": { sharding: { createSupportingIndexes: "plumbline" } },
      "shardingEntries as an object": { sharding: { shardingEntries: {} } },
    },
  ),
  story({
    id: "MIG-SHARDING-ENTRIES",
    level: "SHOULD",
    basis: "derived:D1",
    text: "An entry of shardingEntries has the texts collection and database, and a shardCollection whose key is an array.",
    section: RESOURCE,
    needs: ON_CLUSTER,
    stage: "refused-writes",
    risk,
    // A created migration would stay as well, and accepts the same entries.
    on: is("validateMigration"),
    requests: 6,
    tell: async (story) => {
      const good = await takesEntries(story);
      if (!wasAccepted(good)) return story.cannot(`a good entry is not accepted (${received(good)})`);
      for (const [name, entry] of Object.entries({
        "a text as an entry": "plumbline",
        "an object as collection": { ...SHARDING_ENTRY, collection: {} },
        "an object as database": { ...SHARDING_ENTRY, database: {} },
        "a text as key": { ...SHARDING_ENTRY, shardCollection: { key: "plumbline" } },
      }))
        await story.refuses("validateMigration", { body: shardingBody(story.world, entry) }, name);
      return upheld;
    },
  }),
  story({
    id: "MIG-SHARDING-SCOPE",
    level: "UNSPECIFIED",
    basis: "not-shown",
    text: "sharding is meant for a replica set that moves to a sharded destination of engine 6.0 or newer; what it does otherwise is not given.",
    section: RESOURCE,
    needs: ON_CLUSTER,
    stage: "refused-writes",
    risk,
    on: is("validateMigration"),
    requests: 2,
    tell: async (story) => observed(`sharding for the known cluster: ${brief(await takesEntries(story))}`),
  }),
  watch({
    id: "MIG-RECORD",
    level: "MUST",
    basis: "stated",
    text: "Members of a migration have the listed types.",
    section: RESOURCE,
    on: is("createMigration", "getMigration"),
    examine: members,
  }),
  watch({
    id: "MIG-VALIDATION-RECORD",
    level: "MUST",
    basis: "stated",
    text: "Members of a validation have the listed types.",
    section: RESOURCE,
    on: is("validateMigration", "getMigrationValidation"),
    examine: members,
  }),
  watch({
    id: "MIG-MIGRATABLE",
    level: "MUST",
    basis: "stated",
    text: "Members of a migratable project have the listed types.",
    section: RESOURCE,
    // A link brings projects into the list, so the rule is about its token as well.
    on: is("listMigratableProjects", "createLinkToken"),
    shownBy: ["MIG-LINKTOKEN"],
    madeBy: ["createLinkToken", "deleteLinkToken"],
    // An organization that is linked to nothing has an empty list, which shows no members.
    examine: (watched) =>
      Array.isArray(watched.answer.json) && watched.answer.json.length > 0 ? members(watched) : undefined,
  }),
  story({
    id: "MIG-LINKTOKEN",
    level: "MUST",
    basis: "stated",
    text: "A link token is asked for with accessListIps, an array of texts, and returned as the text linkToken.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "create",
    on: is("createLinkToken"),
    requests: 8,
    needs: [fixture("orgId")],
    tell: linksByToken,
  }),
  notice({
    id: "MIG-CUTOVER-NOT-READY",
    level: "UNSPECIFIED",
    text: "What cutting over does before readyForCutover is not given.",
    section: "States and transitions",
    on: is("cutOverMigration"),
    notice: ({ answer, authorized }) =>
      authorized && answer.status >= 400 && ![401, 403, 404, 406].includes(answer.status)
        ? `cutting over was answered ${answer.status}`
        : undefined,
  }),
  probe({
    id: "MIG-VALIDATE-FIRST",
    level: "UNSPECIFIED",
    basis: "not-shown",
    text: "A caller should validate before creating; whether create refuses what was not validated is not given.",
    section: OPERATIONS,
    needs: ON_CLUSTER,
    stage: "refused-writes",
    risk,
    on: is("createMigration"),
    cases: (context) => [
      asks("a migration that was not validated", 1, async (ask) => {
        const exchange = await ask(callOf(context, { body: migrationBody(context.world), send: "once" }));
        return observed(`a migration that was not validated: ${brief(exchange)}`);
      }),
    ],
  }),
  watch({
    id: "MIG-ONE-HOST",
    level: "MUST",
    basis: "derived:D7",
    text: "The migration that is returned has a single migration host: the one that was asked for.",
    section: OPERATIONS,
    mock: "its migrations are examples",
    on: is("getMigration", "createMigration"),
    examine: ({ answer, call }) => {
      const hosts = member(answer.json, "migrationHosts");
      if (!succeeded(answer) || isUndescribed(call) || !Array.isArray(hosts)) return undefined;
      const asked = member(call.body, "migrationHosts");
      if (asked !== undefined && call.due !== "refusal")
        return expects(isDeepStrictEqual(hosts, asked), quoted(asked), () => quoted(hosts), "/migrationHosts");
      return expects(
        hosts.length === 1,
        "one migration host",
        () => `${hosts.length} migration hosts`,
        "/migrationHosts",
      );
    },
  }),
  story({
    id: "MIG-VALIDATION-READ",
    level: "MUST",
    basis: "derived:D6",
    text: "A validation is returned under the id that validating gave.",
    section: OPERATIONS,
    stage: "state",
    risk: "irreversible",
    mock: NO_STATE,
    on: is("validateMigration"),
    requests: 4,
    needs: ON_CLUSTER,
    tell: async (story) => {
      const [made, body] = await validated(story);
      const id = migrationId(made);
      if (id === undefined) return story.cannot("the validation has no id, so it cannot be read");
      const path = { path: { validationId: id } };
      const read = await appears(story, "getMigrationValidation", path, `the validation ${id}`);
      const shown = migrationId(read);
      story.must(shown === id, `_id ${id}`, `_id ${quoted(shown)}`);
      // The description names sourceGroupId without a sentence on what it is.
      return story.mildly(() => showsSource(story, member(member(body, "source"), "groupId"), read));
    },
  }),
  story({
    id: "MIG-CREATE-READ",
    level: "MUST",
    basis: "derived:D6",
    text: "A created migration is returned under its id, with the host that it was created with.",
    section: OPERATIONS,
    stage: "state",
    risk: "irreversible",
    mock: NO_STATE,
    on: is("createMigration"),
    requests: 4,
    needs: ON_CLUSTER,
    tell: async (story) => {
      const created = await performs(story, "createMigration");
      if (!wasAccepted(created)) return story.cannot(`no migration can be created (${received(created)})`);
      const id = migrationId(jsonOf(created));
      if (id === undefined) return story.cannot("the created migration has no id, so it cannot be read");
      const read = await story.eventually(() => story.ask("getMigration", ofMigration(id)), wasAccepted);
      if (!wasAccepted(read)) return broken(`the migration ${id}`, received(read));
      const shown = migrationId(jsonOf(read));
      story.must(shown === id, `_id ${id}`, `_id ${quoted(shown)}`);
      const [told, now] = [jsonOf(created), jsonOf(read)].map((json) => member(json, "migrationHosts"));
      const isSame = told === undefined || now === undefined || isDeepStrictEqual(told, now);
      return expects(isSame, `migrationHosts ${quoted(told)}, as when it was created`, quoted(now));
    },
  }),
  story({
    id: "MIG-CUTOVER",
    level: "MUST",
    basis: "stated",
    text: "Cutting over ends the migration, and data of the source no longer reaches the destination.",
    section: OPERATIONS,
    stage: "state",
    risk: "irreversible",
    mock: NO_STATE,
    on: is("cutOverMigration"),
    requests: 12,
    needs: ON_CLUSTER,
    tell: cutsOver,
  }),
];
