/** What every kept record has: who it belongs to (a project, or an organization) and since when it exists. */
export interface StoredRecord {
  readonly id: string;
  readonly groupId: string;
  readonly created: number;
}
