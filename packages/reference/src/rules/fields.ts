import type { Fields } from "../world/records/fields.ts";

/** What a request says about an alert configuration. */
export interface ConfigFields {
  readonly enabled: boolean | undefined;
  readonly eventTypeName: string;
  readonly matchers: readonly Fields[];
  readonly notifications: readonly Fields[];
}

/** What a request says about an acknowledgement. */
export interface AcknowledgementFields {
  readonly until?: number;
  readonly comment?: string;
}
