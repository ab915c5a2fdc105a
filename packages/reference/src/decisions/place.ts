import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";

/** The place that a request addresses: a project of an organization, an organization, or neither. */
export type Place = Project | Organization | undefined;
