/** A project as handlers look it up by the `groupId` of a path; no operation creates or deletes one. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
}
