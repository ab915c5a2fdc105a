import { fieldsOf, member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { violated, violatedInRecords } from "../../oracles/violated.ts";
import { type Requirement, story, watch } from "../../rule/requirement.ts";
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
