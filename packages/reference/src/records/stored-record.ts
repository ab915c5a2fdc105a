/** The members of every stored record: its id, its owner (a project or an organization), and its time of creation. */
export interface StoredRecord {
  readonly id: string;
  readonly groupId: string;
  readonly created: number;
}
