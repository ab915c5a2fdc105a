/** A project, which handlers find by the `groupId` of a path. No operation creates or deletes one. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
}
