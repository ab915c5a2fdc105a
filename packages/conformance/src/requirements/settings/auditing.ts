import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { fieldsOf, member } from "../../ground/json.ts";
import { expects, inconclusive, type Judgement, observed, upheld } from "../../ground/judgement.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { isJson, sameDocument } from "../../oracles/same-document.ts";
import { ofShape, violated } from "../../oracles/violated.ts";
import { fixture } from "../../rule/need.ts";
import { type Case, type Context, notice, probe, type Requirement, story, watch } from "../../rule/requirement.ts";
import { ofRightType } from "../shared/as-sent.ts";
import { isNot } from "../shared/clusters-of.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

const AUDITING_SECTION = "Resources and their fields > Project auditing configuration";
const OPERATIONS = "Endpoints > Auditing, DNS, private IP mode";
const NO_RULES = "it knows nothing of the clusters of a project";
const shape = violated((violation) => ofShape(violation) && violation.pointer !== "");

/** The setting as a read shows it. */
const readAuditing = (story: Story) => async () =>
  (await story.prepares("getAuditing", {}, "reading the setting back")).json;

/** Changes each member, and checks the answer and a read of each version. */
async function auditingReturns(story: Story): Promise<Judgement> {
  const before = fieldsOf(await story.records.restorableState("updateAuditing"));
  const other = {
    auditAuthorizationSuccess: before["auditAuthorizationSuccess"] !== true,
    auditFilter: before["auditFilter"] === FILTER ? OTHER_FILTER : FILTER,
    enabled: before["enabled"] !== true,
  };
  await auditingKeeps(story, other);
  // The recording of successes belongs to the configuration even if auditing is off.
  const off = { ...other, auditAuthorizationSuccess: true, auditFilter: ESCAPED_FILTER, enabled: false };
  const long = { ...off, auditFilter: LONG_FILTER };
  // The contract does not limit the length of a filter.
  await auditingKeeps(story, wasAccepted(await story.ask("updateAuditing", { body: long })) ? long : off);
  // A configuration that selects nothing has a type as well.
  const nothing = await story.ask("updateAuditing", { body: NO_AUDITING });
  if (wasAccepted(nothing)) saysItsType(story, story.answer(nothing));
  return upheld;
}

const NO_AUDITING = { auditAuthorizationSuccess: false, auditFilter: "{}", enabled: false };

const saysItsType = (story: Story, { json }: { readonly json: unknown }): void =>
  story.must(
    typeof member(json, "configurationType") === "string",
    "configurationType as a text in the answer",
    quoted(member(json, "configurationType")),
  );

interface Auditing {
  readonly auditAuthorizationSuccess: boolean;
  readonly auditFilter: string;
  readonly enabled: boolean;
}

/** Sends a configuration, and checks the answer and a read of each version. */
async function auditingKeeps(story: Story, sent: Auditing): Promise<void> {
  const updated = await story.does("updateAuditing", { body: sent }, "an auditing configuration");
  saysItsType(story, updated);
  const shown: [where: string, json: unknown][] = [["the answer", updated.json]];
  for (const [index, version] of story.addresses.servedIn("getAuditing").entries()) {
    const read = await story.eventually(
      () => story.prepares("getAuditing", { version }, "reading the configuration back"),
      ({ json }) =>
        member(json, "enabled") === sent.enabled && sameDocument(member(json, "auditFilter"), sent.auditFilter),
    );
    shown.push([index === 0 ? "the next read" : `the next read in version ${version}`, read.json]);
  }
  for (const [where, json] of shown)
    for (const [name, value] of Object.entries(sent)) {
      const got = member(json, name);
      // AUD-FIELDS judges a value of another type.
      if (got !== undefined) ofRightType(story, where, json, name, value);
      const same = name === "auditFilter" ? sameDocument(got, value) : got === value;
      story.must(same, `${name} ${quoted(value)} in ${where}`, quoted(got));
    }
}

const untouchedAuditing = (context: Context): Case =>
  asks("a project whose auditing nobody has touched", 1, async (ask) => {
    const exchange = await ask(callOf(context, { path: { groupId: context.world.fixtures.oldEngineGroupId ?? "" } }));
    // Auditing is unavailable on shared tiers, and that project may have no others.
    if (!wasAccepted(exchange))
      return inconclusive(`the auditing configuration of that project is not to be had (${received(exchange)})`);
    const json = jsonOf(exchange);
    const touched = ["enabled", "auditAuthorizationSuccess"].filter((name) => member(json, name) === true);
    // Another client may have changed it: only a configuration with its first filter shows a default.
    const fresh = ["", "{}", undefined, null].includes(member(json, "auditFilter") as never);
    if (!fresh) return inconclusive("the auditing configuration of that project has been changed by somebody");
    return expects(touched.length === 0, "false where nothing was set", () => `${touched.join(", ")} true`);
  });

const auditingOnSharedTiers = (context: Context): Case =>
  asks("a project that has only clusters of shared tiers", 7, async (ask) => {
    const { contract, operation, version } = context;
    const plain = await ask({ operation: "getAuditing", version });
    if (!wasAccepted(plain)) return inconclusive(`the plain request is not accepted (${received(plain)})`);
    const path = { groupId: context.world.fixtures.sharedGroupId ?? "" };
    const read = await ask({ operation: "getAuditing", version, path });
    const other = await isNot("sharedGroupId", { contract, ...path }, (step) =>
      ask({ operation: "listClusters", ...step }),
    );
    if (other !== undefined) return inconclusive(other);
    // Without a read of the configuration, the run could not restore it.
    if (operation.id === "getAuditing" || !wasAccepted(read)) return withoutAuditing(read);
    return withoutAuditing(await ask(callOf(context, { path, body: { enabled: true } })));
  });

// Both contain text that a careless JSON reader takes for the end of a string and the next member.
const FILTER = '{"atype":"authenticate","param.user":"team: auditors"}';
const OTHER_FILTER = '{"atype":"createCollection","param.ns":"shop: orders"}';

const NAMESPACES = ["shop\\.orders", 'a "b" c', "größe"];
const filterOf = (namespaces: readonly string[]): string =>
  JSON.stringify({ atype: "authCheck", "param.ns": { $in: namespaces } });

/** Contains characters that get lost if the text is escaped or unescaped once too often. */
const ESCAPED_FILTER = filterOf(NAMESPACES);

/** A filter with many namespaces, for its length. */
const LONG_FILTER = filterOf([
  ...NAMESPACES,
  ...Array.from({ length: 24 }, (_none, index) => `shop.of-${2000 + index}`),
]);

/** The sentence is about clusters. A project without auditing may instead answer with a disabled configuration. */
const withoutAuditing = (exchange: Exchange): Judgement =>
  wasAccepted(exchange) && member(jsonOf(exchange), "enabled") === false
    ? observed("a configuration is shown that is not enabled")
    : expects(wasRefused(exchange), "4xx for a project that has only clusters of shared tiers", () =>
        received(exchange),
      );

/** The rules on the auditing configuration of a project. */
export const auditing: readonly Requirement[] = [
  watch({
    id: "AUD-FIELDS",
    level: "MUST",
    basis: "stated",
    text: "Members of the auditing configuration have the listed types.",
    section: AUDITING_SECTION,
    on: is("getAuditing", "updateAuditing"),
    examine: shape,
  }),
  story({
    id: "AUD-TYPES-REJECT",
    level: "MUST",
    basis: "derived:D1",
    text: "An auditing member of another type than the listed one is not processed.",
    section: AUDITING_SECTION,
    stage: "refused-writes",
    risk: "update",
    on: is("updateAuditing"),
    requests: 9,
    needs: ON_PROJECT,
    tell: async (story) => {
      const shown = member((await story.prepares("getAuditing")).json, "auditAuthorizationSuccess");
      // A server that stores member by member may keep the right change of a body that it refuses.
      const other = typeof shown === "boolean" ? { auditAuthorizationSuccess: !shown } : {};
      const faults = {
        "enabled as a text": { body: { ...other, enabled: "x" } },
        "auditAuthorizationSuccess as a number": { body: { auditAuthorizationSuccess: 1 } },
        "auditFilter as an object": { body: { ...other, auditFilter: {} } },
      };
      return refusesBodies(story, faults, { read: readAuditing(story) });
    },
  }),
  story({
    id: "AUD-FILTER-JSON",
    level: "SHOULD",
    basis: "derived:D1",
    text: "The text in auditFilter is a JSON document; other text is refused.",
    section: AUDITING_SECTION,
    stage: "refused-writes",
    risk: "update",
    on: is("updateAuditing"),
    requests: 6,
    needs: ON_PROJECT,
    mock: "it does not look inside texts",
    tell: async (story) => {
      const shown = member((await story.prepares("getAuditing")).json, "auditFilter");
      if (typeof shown === "string" && shown !== "") story.must(isJson(shown), "JSON in auditFilter", quoted(shown));
      return refusesBodies(story, { "auditFilter that is no JSON": { body: { auditFilter: "{not json" } } });
    },
  }),
  story({
    id: "AUD-ROUNDTRIP",
    level: "MUST",
    basis: "stated",
    text: "An update returns the configuration with configurationType, and the next read shows what was sent.",
    section: OPERATIONS,
    stage: "state",
    risk: "update",
    on: is("updateAuditing"),
    requests: 10,
    needs: ON_PROJECT,
    mock: NO_STATE,
    tell: auditingReturns,
  }),
  probe({
    id: "AUD-DEFAULTS",
    level: "SHOULD",
    basis: "derived:D4",
    text: "enabled and auditAuthorizationSuccess are false when left out.",
    section: AUDITING_SECTION,
    stage: "read",
    on: is("getAuditing"),
    needs: [...ON_PROJECT, fixture("oldEngineGroupId")],
    mock: "it shows examples",
    cases: (context) => [untouchedAuditing(context)],
  }),
  notice({
    id: "AUD-CONFIGTYPE-READONLY",
    level: "UNSPECIFIED",
    text: "What sending configurationType does, and its values besides NONE, are not given.",
    section: AUDITING_SECTION,
    on: is("getAuditing", "updateAuditing"),
    notice: ({ answer }) => {
      const type = member(answer.json, "configurationType");
      return typeof type === "string" ? `configurationType ${quotedText(type, 40)}` : undefined;
    },
  }),
  probe({
    id: "AUD-UNAVAILABLE",
    level: "SHOULD",
    basis: "derived:D8",
    text: "There is no auditing for serverless clusters and for the tiers M0, M2 and M5.",
    section: OPERATIONS,
    stage: ({ operation }) => (operation.id === "getAuditing" ? "refused-reads" : "refused-writes"),
    risk: ({ operation }) => (operation.id === "getAuditing" ? "read" : "update"),
    lane: "auditing",
    on: is("getAuditing", "updateAuditing"),
    needs: [...ON_PROJECT, fixture("sharedGroupId")],
    mock: NO_RULES,
    cases: (context) => [auditingOnSharedTiers(context)],
  }),
];
