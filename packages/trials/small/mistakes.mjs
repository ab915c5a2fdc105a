// Plausible mistakes of this server's author, each with the violated sentence of the description and the requirements
// that must turn red, and no others. `leaves`: the mistake prevents the run from undoing its changes.
export const mistakes = new Map([
  // Lists
  [
    "total-of-the-page",
    {
      breaks:
        "Paged list response: object `{results: [record], totalCount: integer}`; it counts the list, not the page",
      shows: ["PAGE-UNION"],
    },
  ],
  [
    "filter-after-paging",
    {
      breaks: "`status` (`OPEN`, `TRACKING`, `CLOSED`; omitted = all): a page of those, not those of a page",
      shows: ["PAGE-UNION", "PAGE-DISJOINT", "PAGE-NUM-ACCEPT"],
    },
  ],
  [
    "tracking-counts-as-open",
    { breaks: "`status` (`OPEN`, `TRACKING`, `CLOSED`; omitted = all)", shows: ["ALT-LIST-STATUS-FILTER"] },
  ],
  [
    "count-always",
    {
      breaks: "`includeCount`: boolean, default true. Whether the list response returns `totalCount`.",
      shows: ["PAGE-INCLUDECOUNT-FALSE"],
    },
  ],
  ["twenty-by-default", { breaks: "`itemsPerPage`: integer, 1 to 500, default 100.", shows: ["PAGE-ITEMS-DEFAULT"] }],
  ["size-is-capped", { breaks: "`itemsPerPage`: 1 to 500", shows: ["PAGE-ITEMS-REJECT"] }],
  ["configs-of-every-alert", { breaks: "List alert configurations of one alert", shows: ["ALC-LIST-OF-ALERT"] }],
  // Views
  [
    "status-as-text",
    {
      breaks: "a list in an envelope has the HTTP status beside its records, as a number",
      shows: ["ENV-STATUS-EQUALS-HTTP"],
    },
  ],
  [
    "list-without-status",
    { breaks: "for list endpoints ... a `status` field is added to the body", shows: ["ENV-LIST-STATUS"] },
  ],
  ["pretty-lost-in-envelope", { breaks: "`pretty`: When true the body is pretty-printed.", shows: ["PRETTY-TRUE"] }],
  // Configurations
  ["enabled-as-text-in-lists", { breaks: "Alert configuration: `enabled` boolean", shows: ["ALC-FIELDS", "ALC-KEPT"] }],
  [
    "key-in-the-clear-in-lists",
    {
      breaks: "the key of a monitoring platform is masked in answers, all but four characters",
      shows: ["ALC-KEY-MASKED"],
    },
  ],
  [
    "enabled-from-the-start",
    { breaks: "Alert configuration: `enabled` boolean, default false", shows: ["ALC-ENABLED-DEFAULT"] },
  ],
  [
    "any-field-name",
    { breaks: "allowed `fieldName` values come from the matcher field names operation", shows: ["ALC-MATCHER-KNOWN"] },
  ],
  [
    "update-without-notifications",
    { breaks: "`notifications`: array, required on create and update", shows: ["ALC-NOTIFICATIONS-REQUIRED"] },
  ],
  [
    "matchers-not-stored",
    {
      breaks: "Update alert configuration: body as create; response the alert configuration",
      shows: ["ALC-UPDATE-ECHO", "ALC-KEPT"],
    },
  ],
  [
    "enabling-is-no-update",
    {
      breaks: "enabled false -> toggle operation with `enabled` true -> enabled true: `updated` changes",
      shows: ["ALC-TOGGLE-ON"],
    },
  ],
  [
    "toggle-forgets-matchers",
    { breaks: "Toggle alert configuration enabled state: changes only the enabled state", shows: ["ALC-TOGGLE-ONLY"] },
  ],
  [
    "toggle-idle-in-v1",
    {
      breaks: "enabled true -> toggle operation with `enabled` false -> enabled false, in version 1.0 as well",
      shows: ["ALC-TOGGLE-OFF", "ALC-TOGGLE-ON"],
    },
  ],
  ["delete-disables", { breaks: "Delete alert configuration", shows: ["ALC-DELETE"], leaves: true, late: true }],
  // Alerts
  [
    "epoch-in-open-alerts",
    { breaks: "Alert: `created` date-time; Timestamps: ISO 8601 date-time strings in UTC", shows: ["ALT-FIELDS"] },
  ],
  [
    "acknowledged-still-open",
    {
      breaks: "List open alerts of an alert configuration: open means triggered and unacknowledged.",
      shows: ["ALT-ACK-LEAVES-OPEN-LIST", "ALT-OPEN-LIST"],
    },
  ],
  ["never-unacknowledged", { breaks: "sending neither field unacknowledges", shows: ["ALT-UNACK"], leaves: true }],
  ["comment-of-255", { breaks: "`acknowledgementComment`: at most 200 characters", shows: ["ALT-COMMENT-MAX"] }],
  [
    "comment-in-bytes",
    {
      breaks: "`acknowledgementComment`: at most 200 characters, whatever their bytes",
      shows: ["ALT-COMMENT-ASTRAL", "ALT-COMMENT-MAX"],
    },
  ],
  // Permissions
  [
    "readers-acknowledge",
    {
      breaks: "Acknowledge or unacknowledge alert: Organization Owner or Project Owner",
      shows: ["AUTH-ROLES-READ-ONLY", "AUTH-ROLES-LOWER-WRITES"],
    },
  ],
  [
    "any-project-reads-alerts",
    { breaks: "Get alert: Project Read Only (on that project)", shows: ["AUTH-ROLES-GATE"] },
  ],
  [
    "any-realm",
    {
      breaks:
        "HTTP Digest authentication: `WWW-Authenticate: Digest realm=<realm>, nonce=<nonce>, ...` is what is answered to",
      shows: ["AUTH-DIGEST-TAMPER-REALM"],
    },
  ],
  [
    "any-nonce",
    {
      breaks:
        "HTTP Digest authentication: `WWW-Authenticate: Digest realm=<realm>, nonce=<nonce>, ...` is what is answered to",
      shows: ["AUTH-DIGEST-TAMPER-NONCE"],
    },
  ],
  [
    "any-method",
    {
      breaks: "HTTP Digest authentication: the method is a part of what is hashed",
      shows: ["AUTH-DIGEST-TAMPER-METHOD"],
    },
  ],
  [
    "no-stale",
    {
      breaks: "A 401 response to Digest authentication carries `WWW-Authenticate: Digest ... qop=auth, stale=false`",
      shows: ["AUTH-CHALLENGE-STALE"],
    },
  ],
  // Errors
  [
    "bare-404",
    {
      breaks: "an error says detail, error (the status, a number), errorCode and reason",
      shows: ["ERR-BODY-ERRORCODE"],
    },
  ],
  [
    "error-as-text",
    {
      breaks: "an error says detail, error (the status, a number), errorCode and reason",
      shows: ["ERR-BODY-ERROR"],
    },
  ],
]);
