export interface Project {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
}
