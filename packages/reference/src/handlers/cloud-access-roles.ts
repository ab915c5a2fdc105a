import type { StoredAccessRole } from "../records/access-role.ts";
import type { Fields } from "../records/fields.ts";
import { invalid, notFound, Refusal } from "../refusal.ts";
import { isOfFirstKind } from "../rules/access-roles.ts";
import { fieldsOf, textMember } from "../rules/members.ts";
import type { Service } from "../service.ts";
import { inProject, shows } from "./handler.ts";

/** The most roles, so that a caller that creates endlessly cannot fill the memory. */
const MOST_ROLES = 5_000;

/** Operations 62 to 64. */
export const cloudAccessRoleHandlers = {
  listCloudAccessRoles: inProject(({ service, project }) => {
    const roles = service.state.accessRoles.list(project.id);
    return shows(
      service.behaviour.accessRoles.showRoles({
        providerAIamRoles: roles.filter(isOfFirstKind).map((role) => show(service, role)),
        providerBServicePrincipals: roles.filter((role) => !isOfFirstKind(role)).map((role) => show(service, role)),
      }),
    );
  }),
  createCloudAccessRole: inProject(({ service, project, body, now }) => {
    const { behaviour, state } = service;
    const providerName = textMember(fieldsOf(body), "providerName") ?? "";
    if (!behaviour.accessRoles.knowsProvider(providerName))
      return invalid('The body is not valid at "/providerName": expected a provider that knows roles.');
    if (state.accessRoles.count(project.id) >= MOST_ROLES)
      return new Refusal(400, "TOO_MANY_ACCESS_ROLES", "The project has too many access roles.");
    const id = state.newId();
    const role: StoredAccessRole = {
      id,
      groupId: project.id,
      created: now,
      providerName,
      externalId: externalIdOf(id),
    };
    if (behaviour.accessRoles.keeps(role)) state.accessRoles.put(role);
    return shows(show(service, role));
  }),
  getCloudAccessRole: inProject(({ service, project, values }) => {
    const role = service.state.accessRoles.get(project.id, values.text("roleId") ?? "");
    return role === undefined || !service.behaviour.accessRoles.finds(role)
      ? notFound("CLOUD_PROVIDER_ACCESS_ROLE_NOT_FOUND", "The project has no such role.")
      : shows(show(service, role));
  }),
};

/** A role in the form of its kind; each kind has its own name for the id. */
function show({ behaviour }: Service, role: StoredAccessRole): unknown {
  const id = behaviour.showId(role.id);
  const createdDate = behaviour.showInstant(role.created);
  const common: Fields = { providerName: role.providerName, featureUsages: [] };
  return behaviour.accessRoles.showRole(
    isOfFirstKind(role)
      ? {
          roleId: id,
          ...common,
          createdDate,
          serviceAccountArn: "arn:cloud:iam::358363220050:root",
          serviceAssumedRoleExternalId: role.externalId,
        }
      : { _id: id, ...common, createdDate, lastUpdatedDate: createdDate, serviceAppId: role.externalId },
  );
}

/** A UUID derived from the id, so it is the same after a restart. */
function externalIdOf(id: string): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(12)}`;
}
