import type { Fields } from "../records/fields.ts";

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

/** Filters of the access history operations. */
export interface AttemptFilter {
  readonly authResult?: boolean | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly ipAddress?: string | undefined;
}
