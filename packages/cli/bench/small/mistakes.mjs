// What a tired author of this server gets wrong, each beside the sentence of the description that it breaks.
export const mistakes = new Map([
  // Lists
  [
    "total-of-the-page",
    "Paged list response: object `{results: [record], totalCount: integer}`; it counts the list, not the page",
  ],
  [
    "filter-after-paging",
    "`status` (`OPEN`, `TRACKING`, `CLOSED`; omitted = all): a page of those, not those of a page",
  ],
  ["tracking-counts-as-open", "`status` (`OPEN`, `TRACKING`, `CLOSED`; omitted = all)"],
  ["count-always", "`includeCount`: boolean, default true. Whether the list response returns `totalCount`."],
  ["twenty-by-default", "`itemsPerPage`: integer, 1 to 500, default 100."],
  ["size-is-capped", "`itemsPerPage`: 1 to 500"],
  ["no-such-page", "`pageNum`: integer >= 1, so a page beyond the last is asked for rightly"],
  ["configs-of-every-alert", "List alert configurations of one alert"],
  // Views
  [
    "status-as-text",
    "for list endpoints the `content` object is the envelope and a `status` field is added to the body",
  ],
  ["list-without-status", "for list endpoints ... a `status` field is added to the body"],
  ["pretty-lost-in-envelope", "`pretty`: When true the body is pretty-printed."],
  // Configurations
  ["enabled-as-text-in-lists", "Alert configuration: `enabled` boolean"],
  [
    "key-in-the-clear-in-lists",
    "`monitoringApiKey` (string, returned masked with only the last four characters visible)",
  ],
  ["enabled-from-the-start", "Alert configuration: `enabled` boolean, default false"],
  ["any-field-name", "allowed `fieldName` values come from the matcher field names operation"],
  ["update-without-notifications", "`notifications`: array, required on create and update"],
  ["matchers-not-stored", "Update alert configuration: body as create; response the alert configuration"],
  ["enabling-is-no-update", "enabled false -> toggle operation with `enabled` true -> enabled true: `updated` changes"],
  ["toggle-forgets-matchers", "Toggle alert configuration enabled state: changes only the enabled state"],
  [
    "toggle-idle-in-v1",
    "enabled true -> toggle operation with `enabled` false -> enabled false, in version 1.0 as well",
  ],
  ["delete-disables", "Delete alert configuration"],
  // Alerts
  ["epoch-in-open-alerts", "Alert: `created` date-time; Timestamps: ISO 8601 date-time strings in UTC"],
  ["acknowledged-still-open", "List open alerts of an alert configuration: open means triggered and unacknowledged."],
  ["never-unacknowledged", "sending neither field unacknowledges"],
  ["offset-ignored", "acknowledge operation with `acknowledgedUntil` -> acknowledged until the given time"],
  ["comment-of-255", "`acknowledgementComment`: at most 200 characters"],
  ["comment-in-bytes", "`acknowledgementComment`: at most 200 characters, whatever their bytes"],
  // Who may
  ["readers-acknowledge", "Acknowledge or unacknowledge alert: Organization Owner or Project Owner"],
  ["any-project-reads-alerts", "Get alert: Project Read Only (on that project)"],
  [
    "any-realm",
    "HTTP Digest authentication: `WWW-Authenticate: Digest realm=<realm>, nonce=<nonce>, ...` is what is answered to",
  ],
  [
    "any-nonce",
    "HTTP Digest authentication: `WWW-Authenticate: Digest realm=<realm>, nonce=<nonce>, ...` is what is answered to",
  ],
  ["method-left-out", "HTTP Digest authentication: the method is a part of what is hashed"],
  ["no-stale", "A 401 response to Digest authentication carries `WWW-Authenticate: Digest ... qop=auth, stale=false`"],
  [
    "stale-for-a-wrong-key",
    "A 401 response to Digest authentication carries `WWW-Authenticate: Digest ... qop=auth, stale=false`",
  ],
  // Errors
  [
    "bare-404",
    "Standard error body: `{detail: string, error: integer (HTTP status), errorCode: string, reason: string}`",
  ],
  [
    "error-as-text",
    "Standard error body: `{detail: string, error: integer (HTTP status), errorCode: string, reason: string}`",
  ],
]);
