/** A past or future event in a project. */
export interface ProjectEvent {
  readonly groupId: string;
  readonly eventTypeName: string;
  readonly at: number;
  /** The values that matchers compare, by matcher field name. */
  readonly traits: Readonly<Record<string, string>>;
}
