/** Something that happened, or will, in a project. */
export interface ProjectEvent {
  readonly groupId: string;
  readonly eventTypeName: string;
  readonly at: number;
  /** What matchers are held against, by matcher field name. */
  readonly traits: Readonly<Record<string, string>>;
}
