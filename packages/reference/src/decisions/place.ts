import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";

/** Where a request is addressed: at a project of an organization, at an organization, or at neither. */
export type Place = Project | Organization | undefined;
