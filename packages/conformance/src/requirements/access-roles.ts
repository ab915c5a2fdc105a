import { preview } from "@plumbline/schemas/validate";
import { member } from "../expect/answers.ts";
import { expects, holds } from "../judgement.ts";
import { violated } from "../oracles/violated.ts";
import { type Requirement, story, watch } from "../requirement.ts";
import { ROLE } from "../writes/clusters.ts";
import { refusesBodies } from "./refused-writes.ts";
import { is } from "./subjects.ts";

const RESOURCE = "Resources and their fields > Cloud provider access roles";
const needsProject = [{ kind: "fixture", name: "groupId" }] as const;
const listed = /^\/[A-Za-z]+IamRoles\/\d+\//;
const listedOther = /^\/[A-Za-z]+ServicePrincipals\/\d+\//;
const isType = ({ keyword }: { readonly keyword: string }): boolean => keyword === "type" || keyword === "required";
const ofRecord = is("createCloudAccessRole", "getCloudAccessRole");

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
    examine: (sight) => {
      const { json } = sight.answer;
      // A record of the second kind is the business of the next rule.
      if (ofRecord(sight) && member(json, "_id") !== undefined) return undefined;
      return violated(
        (violation) =>
          isType(violation) && (ofRecord(sight) ? violation.pointer !== "" : listed.test(violation.pointer)),
      )(sight);
    },
  }),
  watch({
    id: "CPA-KIND-B",
    level: "MUST",
    basis: "stated",
    text: "Members of a role of the second kind have the listed types.",
    section: RESOURCE,
    on: is("listCloudAccessRoles", "createCloudAccessRole", "getCloudAccessRole"),
    examine: (sight) => {
      const { json } = sight.answer;
      if (ofRecord(sight) && member(json, "_id") === undefined) return undefined;
      const field = sight.contract.field("providerBServicePrincipals");
      const roles = member(json, field);
      if (!ofRecord(sight) && !(Array.isArray(roles) && roles.length > 0)) return undefined;
      return violated(
        (violation) =>
          isType(violation) && (ofRecord(sight) ? violation.pointer !== "" : listedOther.test(violation.pointer)),
      )(sight);
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
    needs: needsProject,
    tell: async (told) => {
      await refusesBodies(told, {
        "a body without providerName": { body: {} },
        "providerName as a number": { body: { providerName: 5 } },
      });
      return holds;
    },
  }),
  story({
    id: "CPA-CREATE-READ",
    level: "SHOULD",
    basis: "derived:D6",
    text: "A role that was created is returned by get and by list.",
    section: "Endpoints > Cloud provider access",
    stage: "state",
    risk: "irreversible",
    on: is("createCloudAccessRole"),
    requests: 3,
    needs: needsProject,
    mock: "it keeps nothing of what it is sent",
    tell: async (told) => {
      const { json } = await told.prepares("createCloudAccessRole", { body: ROLE });
      const roleId = member(json, "roleId");
      if (typeof roleId !== "string") return told.cannot("the created role has no roleId");
      const read = await told.does("getCloudAccessRole", { path: { roleId } }, "reading the created role");
      told.must(
        member(read.json, "roleId") === roleId,
        `roleId ${roleId} in the read`,
        preview(member(read.json, "roleId")),
      );
      const list = await told.prepares("listCloudAccessRoles");
      const roles = member(list.json, told.contract.field("providerAIamRoles"));
      const found = Array.isArray(roles) && roles.some((role) => member(role, "roleId") === roleId);
      return expects(found, "the created role in the list", () => "a list without it");
    },
  }),
];
