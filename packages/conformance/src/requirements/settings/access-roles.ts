import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { fieldsOf, member } from "../../ground/json.ts";
import { broken, inconclusive, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { violated, violatedInRecords } from "../../oracles/violated.ts";
import { type Case, type Context, probe, type Requirement, story, watch } from "../../rule/requirement.ts";
import { ROLE } from "../../writes/clusters.ts";
import { appears } from "../shared/appears.ts";
import { sameTexts } from "../shared/as-sent.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

const RESOURCE = "Resources and their fields > Cloud provider access roles";
const listed = /^\/[A-Za-z]+IamRoles\/\d+\//;
const listedOther = /^\/[A-Za-z]+ServicePrincipals\/\d+\//;
const isType = ({ keyword }: { readonly keyword: string }): boolean => keyword === "type" || keyword === "required";
const ofRecord = is("createCloudAccessRole", "getCloudAccessRole");

/** Creates a role, and checks that the answer, the read and the list show it. */
async function createdRole(story: Story): Promise<Judgement> {
  const { json } = await story.prepares("createCloudAccessRole", { body: ROLE });
  const roleId = member(json, "roleId");
  if (typeof roleId !== "string") return story.cannot("the created role has no roleId");
  const read = await appears(story, "getCloudAccessRole", { path: { roleId } }, "2xx for reading the created role");
  const own = member(read, "roleId");
  story.must(own === roleId, `roleId ${roleId} in the read`, quoted(own));
  const field = story.contract.field("providerAIamRoles");
  const inList = async () => {
    const roles = listIn(member((await story.prepares("listCloudAccessRoles")).json, field)) ?? [];
    return roles.find((role) => member(role, "roleId") === roleId);
  };
  const found = await story.untilOver(inList, (role) => role !== undefined);
  if (found === undefined) return broken("the created role in the list", "a list without it");
  // CPA-KIND-A judges members of another type.
  const whole = { ...fieldsOf(story.contract.wire(ROLE)), createdDate: member(read, "createdDate") };
  for (const name of Object.keys(whole))
    for (const [where, role] of Object.entries({ "the answer": json, "the read": read, "the list": found }))
      sameTexts(story, role, whole, [name], ` in ${where}`);
  return upheld;
}

/** The members of the list, in neutral words, and the member of their roles that holds the id. */
const KINDS = { providerAIamRoles: "roleId", providerBServicePrincipals: "_id" };

/** Reads the last listed role of each kind by its id. */
const readsListed = (context: Context): Case =>
  asks("the last role of each kind in the list, by its id", 4, async (ask) => {
    const list = { ...context, operation: context.contract.operation("listCloudAccessRoles", context.version) };
    const listed = await ask(callOf(list));
    if (!wasAccepted(listed)) return inconclusive(`the list of roles is not to be had (${received(listed)})`);
    for (const [kind, idName] of Object.entries(KINDS)) {
      const idsIn = (exchange: Exchange): readonly unknown[] =>
        (listIn(member(jsonOf(exchange), context.contract.field(kind))) ?? []).map((role) => member(role, idName));
      const roleId = idsIn(listed).at(-1);
      if (typeof roleId !== "string") continue;
      const read = await ask(callOf(context, { path: { roleId }, send: "again" }));
      if (wasAccepted(read)) continue;
      if (!wasRefused(read)) return inconclusive(received(read));
      if (!idsIn(await ask({ ...callOf(list), send: "again" })).includes(roleId)) continue;
      return broken(`role ${roleId}, which the list shows in ${context.contract.field(kind)}`, received(read));
    }
    return upheld;
  });

/** The rules on access roles. A created role is permanent, because no operation removes one. */
export const accessRoles: readonly Requirement[] = [
  watch({
    id: "CPA-LIST",
    level: "MUST",
    basis: "stated",
    text: "The list of roles is an object with one array for each of the two kinds.",
    section: RESOURCE,
    on: is("listCloudAccessRoles"),
    examine: violated(({ pointer, keyword }) => isType({ keyword }) && /^\/[^/]+$/.test(pointer)),
  }),
  watch({
    id: "CPA-KIND-A",
    level: "MUST",
    basis: "stated",
    text: "Members of a role of the first kind have the listed types.",
    section: RESOURCE,
    on: is("listCloudAccessRoles", "createCloudAccessRole", "getCloudAccessRole"),
    examine: (watched) => {
      const { json } = watched.answer;
      // The next rule judges records of the second kind.
      if (ofRecord(watched) && member(json, "_id") !== undefined) return undefined;
      return violatedInRecords(
        (violation) =>
          isType(violation) && (ofRecord(watched) ? violation.pointer !== "" : listed.test(violation.pointer)),
        (shown) =>
          ofRecord(watched) ? [shown] : (listIn(member(shown, watched.contract.field("providerAIamRoles"))) ?? []),
      )(watched);
    },
  }),
  watch({
    id: "CPA-KIND-B",
    level: "MUST",
    basis: "stated",
    text: "Members of a role of the second kind have the listed types.",
    section: RESOURCE,
    on: is("listCloudAccessRoles", "createCloudAccessRole", "getCloudAccessRole"),
    examine: (watched) => {
      const { json } = watched.answer;
      if (ofRecord(watched) && member(json, "_id") === undefined) return undefined;
      const field = watched.contract.field("providerBServicePrincipals");
      const roles = member(json, field);
      if (!ofRecord(watched) && !(Array.isArray(roles) && roles.length > 0)) return undefined;
      return violated(
        (violation) =>
          isType(violation) && (ofRecord(watched) ? violation.pointer !== "" : listedOther.test(violation.pointer)),
      )(watched);
    },
    conditional: true,
  }),
  probe({
    id: "CPA-READ",
    level: "MUST",
    basis: "derived:D5",
    text: "A role that the list shows is read by its id, whichever kind it is of.",
    section: "Endpoints > Cloud provider access",
    mock: "its list and its role are examples that know nothing of each other",
    stage: "read",
    on: is("getCloudAccessRole"),
    needs: ON_PROJECT,
    cases: (context) => [readsListed(context)],
  }),
  story({
    id: "CPA-PROVIDERNAME",
    level: "MUST",
    basis: "stated",
    text: "Creating a role needs providerName, a text.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "irreversible",
    on: is("createCloudAccessRole"),
    requests: 3,
    needs: ON_PROJECT,
    tell: (story) =>
      refusesBodies(story, {
        "a body without providerName": { body: {} },
        "providerName as a number": { body: { providerName: 5 } },
      }),
  }),
  story({
    id: "CPA-CREATE-READ",
    level: "MUST",
    basis: "derived:D6",
    text: "Get and list return a created role, with the provider that was sent and the moment of its creation.",
    section: "Endpoints > Cloud provider access",
    stage: "state",
    risk: "irreversible",
    on: is("createCloudAccessRole"),
    requests: 3,
    needs: ON_PROJECT,
    mock: NO_STATE,
    tell: createdRole,
  }),
];
