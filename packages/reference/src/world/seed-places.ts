import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";

/** Ids and a name that the world is to have in place of its own. */
export interface GivenIds {
  readonly orgId?: string;
  readonly projectId?: string;
  readonly clusterName?: string;
}

/** The organizations and projects that were there first. */
export function seedPlaces(newId: () => string, given: GivenIds) {
  // Drawn also where another is given, so that all ids after it stay what they are.
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
