import type { Fields } from "../records/fields.ts";

/** The members of an alert configuration in a request. */
export interface ConfigFields {
  readonly enabled: boolean | undefined;
  readonly eventTypeName: string;
  readonly matchers: readonly Fields[];
  readonly notifications: readonly Fields[];
}

/** The members of an acknowledgement in a request. */
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
