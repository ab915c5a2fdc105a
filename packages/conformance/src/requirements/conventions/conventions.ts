import { recordId } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { accepts, brief, callOf, compares, refuses } from "../../expect/cases.ts";
import { received, wasAccepted } from "../../ground/answers.ts";
import { broken, decidedBy, expects, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { isInfrastructure, isOfNoForm } from "../../ground/watched-exchange.ts";
import { unknownMembers } from "../../oracles/drift.ts";
import { groupIdMismatch } from "../../oracles/group-id.ts";
import { READ_BY_ADDRESS, recordAddressed } from "../../oracles/record-addressed.ts";
import { sameRead } from "../../oracles/same.ts";
import { violatedInRecords } from "../../oracles/violated.ts";
import { type Case, type Context, notice, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { brokenIds, type RejectedId } from "../shared/broken-ids.ts";
import { accessHistory, addressedBy, is, mainApi, reads, readsAddressedBy } from "../shared/subjects.ts";
import { listsElsewhere, listsOfAPlace } from "./lists-elsewhere.ts";
import { placesElsewhere } from "./places-elsewhere.ts";
import { ofAnotherKind, ofOthers, underTheirs } from "./records-of-others.ts";

const CONVENTIONS = "Resources and their fields > Conventions";

const elsewhereCases = (context: Context): Case[] => [
  ...placesElsewhere(context).map(({ name, path }) => refuses(context, name, { path })),
  ...ofOthers(context),
  ...underTheirs(context),
  ...ofAnotherKind(context),
];

const idRefusal = (name: RejectedId): Requirement =>
  probe({
    id: `GEN-ID-REJECT-${name}`,
    level: "MUST",
    basis: "derived:D1",
    text: `A path ${name} that is not 24 lower-case hexadecimal characters is not processed.`,
    section: CONVENTIONS,
    stage: "refused-reads",
    on: readsAddressedBy(name),
    cases: (context) => brokenIds(context, name),
  });

/**
 * Names that the pattern allows must get the same answer as any other unknown name, not a refusal of their form. Where
 * a cluster has such a name, another answer is right, so only the answer to a malformed name counts against it.
 */
export function edgeNames(context: Context): Case[] {
  const named = (clusterName: string) => callOf(context, { path: { clusterName } });
  const names = ["a", "0a", "a-b", "a--b", "A9-z", `a${"-".repeat(62)}z`];
  return names.map((name) =>
    asks(
      name.length > 10 ? "clusterName of 64 characters" : `clusterName "${name}"`,
      3,
      async (ask): Promise<Judgement> => {
        const [usual, edge] = [await ask(named("plumbline-no-such-cluster")), await ask(named(name))];
        if (wasAccepted(edge) || brief(usual) === brief(edge)) return upheld;
        if (brief(edge) !== brief(await ask(named("-plumbline")))) return upheld;
        return broken(
          `the same answer as for any cluster name that is free (${received(usual)}): "${name}" is well formed`,
          received(edge),
        );
      },
    ),
  );
}

function brokenNames(context: Context): Case[] {
  const name = context.world.fixtures.clusterName ?? "";
  return [
    refuses(context, "clusterName of 65 characters", { path: { clusterName: name.padEnd(65, "a") } }),
    refuses(context, "clusterName that starts with a hyphen", { path: { clusterName: `-${name}` } }),
    refuses(context, "clusterName that ends in a hyphen", { path: { clusterName: `${name}-` } }),
    refuses(context, "clusterName with an underscore", { path: { clusterName: `${name}_` } }),
    refuses(context, "clusterName with a space", { path: { clusterName: `${name} ` }, due: "any" }),
    refuses(context, "clusterName followed by a line break", { rawPath: { clusterName: `${name}%0A` }, due: "any" }),
    refuses(context, "clusterName with a letter outside ASCII", { path: { clusterName: `${name}\u00e4` }, due: "any" }),
  ];
}

const ID_PATTERN = recordId.pattern ?? "";

/** The rules on ids, names, timestamps and bodies of all operations. */
export const conventions: readonly Requirement[] = [
  watch({
    id: "GEN-JSON-BODIES",
    level: "MUST",
    basis: "stated",
    text: "Every body that an answer carries is JSON in UTF-8.",
    section: "What the service does",
    on: () => true,
    examine: ({ answer, call, operation }) => {
      if (call.due === "any" || answer.body === "" || isInfrastructure(answer) || isOfNoForm(operation, answer))
        return undefined;
      if (answer.invalidUtf8) return decidedBy(broken("a body in UTF-8", "bytes that are not"), "");
      return expects(
        answer.json !== undefined,
        "a JSON body",
        () => `${answer.status} with ${quoted(answer.body, 80)}`,
        "",
      );
    },
  }),
  watch({
    id: "GEN-GROUP-IS-PROJECT",
    level: "MUST",
    basis: "stated",
    text: "The group id and the project id in a record are those of the project that the path addresses.",
    section: "What the service does",
    // A record may omit both members.
    conditional: true,
    mock: "its answers are examples, not records of the addressed project",
    on: (subject) => mainApi(subject) && addressedBy("groupId")(subject),
    examine: groupIdMismatch,
  }),
  watch({
    id: "GEN-RECORD-ADDRESSED",
    level: "MUST",
    basis: "derived:D5",
    text: "A record that is read by its id or its names is the one that they address.",
    section: CONVENTIONS,
    mock: "its answers are examples, not the addressed records",
    on: is(...READ_BY_ADDRESS),
    examine: recordAddressed,
  }),
  probe({
    id: "GEN-RECORD-ELSEWHERE",
    level: "MUST",
    basis: "derived:D5",
    text: "A record is neither returned nor listed under a project or a cluster that it does not belong to.",
    section: CONVENTIONS,
    mock: "its answers are examples, not the addressed records",
    stage: "refused-reads",
    on: (subject) =>
      (listsOfAPlace(subject) || (is(...READ_BY_ADDRESS)(subject) && !is("getSearchIndexByName")(subject))) &&
      readsAddressedBy("groupId")(subject),
    cases: (context) => (listsOfAPlace(context) ? listsElsewhere(context) : elsewhereCases(context)),
  }),
  watch({
    id: "GEN-ID-VALID",
    level: "MUST",
    basis: "stated",
    text: "Ids in answers are 24 lower-case hexadecimal characters.",
    section: CONVENTIONS,
    on: mainApi,
    examine: violatedInRecords(({ keyword, expected }) => keyword === "pattern" && expected.includes(ID_PATTERN)),
  }),
  idRefusal("groupId"),
  idRefusal("orgId"),
  idRefusal("alertConfigId"),
  idRefusal("alertId"),
  idRefusal("roleId"),
  idRefusal("indexId"),
  idRefusal("liveMigrationId"),
  idRefusal("validationId"),
  idRefusal("exportBucketId"),
  idRefusal("exportId"),
  idRefusal("restoreJobId"),
  idRefusal("snapshotId"),
  probe({
    id: "GEN-CLUSTERNAME-ACCEPT",
    level: "MUST",
    basis: "stated",
    text: "A clusterName of 1 to 64 characters that matches the pattern is not refused for its form.",
    section: CONVENTIONS,
    stage: "read",
    on: readsAddressedBy("clusterName"),
    cases: edgeNames,
  }),
  probe({
    id: "GEN-CLUSTERNAME-REJECT",
    level: "MUST",
    basis: "derived:D1",
    text: "A clusterName that is too long or breaks the pattern is not processed.",
    section: CONVENTIONS,
    stage: "refused-reads",
    on: readsAddressedBy("clusterName"),
    cases: brokenNames,
  }),
  probe({
    id: "GEN-HOSTNAME",
    level: "MUST",
    basis: "stated",
    text: "The hostname in a path is the host's full domain name or its IP address.",
    section: "Endpoints > Access history",
    stage: "read",
    on: is("getAccessLogsByHost"),
    cases: (context) => [
      accepts(context, "a host of the project", {}),
      asks("an IPv4 address", 2, async (ask) => {
        const unknown = await ask(callOf(context, { path: { hostname: "no-such-host.example.net" } }));
        const address = await ask(callOf(context, { path: { hostname: "192.0.2.1" } }));
        if (wasAccepted(address) || brief(address) === brief(unknown)) return upheld;
        return broken(`the same answer as for an unknown domain name (${received(unknown)})`, received(address));
      }),
    ],
  }),
  watch({
    id: "GEN-TIMESTAMPS",
    level: "MUST",
    basis: "stated",
    text: "Date-time members of answers are ISO 8601 in UTC.",
    section: CONVENTIONS,
    on: mainApi,
    examine: violatedInRecords(({ keyword, expected }) => keyword === "format" && expected.includes("date-time")),
  }),
  probe({
    id: "GEN-IDEMPOTENT-GET",
    level: "SHOULD",
    basis: "derived:D5",
    text: "Reading the same record twice with no write in between gives the same record.",
    section: "Endpoints",
    stage: "read",
    on: (subject) => reads(subject) && !accessHistory(subject),
    cases: (context) => [
      compares(context, "the same read twice", [{}, { send: "again" }], (first, second) =>
        sameRead(first, second, "two equal answers"),
      ),
    ],
  }),
  notice({
    id: "GEN-EXTRA-FIELDS",
    level: "UNSPECIFIED",
    text: "Answers may carry members beyond those listed.",
    section: "Resources and their fields",
    on: () => true,
    notice: unknownMembers,
  }),
];
