/** An organization, the owner of projects and of the link for migrations; no operation creates or deletes one. */
export interface Organization {
  readonly id: string;
  readonly name: string;
}
