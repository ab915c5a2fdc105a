import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";

/** Ids and a name that replace those of the world. */
export interface GivenIds {
  readonly orgId?: string;
  readonly projectId?: string;
  readonly clusterName?: string;
}

/** The first organizations and projects of the world. */
export function seedPlaces(newId: () => string, given: GivenIds) {
  // Drawn even if another id is given, so that all later ids stay the same.
  const [orgId, otherOrgId, projectId] = [newId(), newId(), newId()];
  const organization: Organization = { id: given.orgId ?? orgId, name: "Organization A" };
  const otherOrganization: Organization = { id: otherOrgId, name: "Organization B" };
  const project: Project = { id: given.projectId ?? projectId, name: "Project A", orgId: organization.id };
  const otherProject: Project = { id: newId(), name: "Project B", orgId: organization.id };
  const foreignProject: Project = { id: newId(), name: "Project C", orgId: otherOrganization.id };
  return { organization, otherOrganization, project, otherProject, foreignProject };
}
/** The organizations and projects of `seedPlaces`, which all later steps of the seeding fill. */
export type Places = ReturnType<typeof seedPlaces>;
