export { type BoundOperation, type BoundRoute, bindContract, type Contract, type RouteVersion } from "./bind.ts";
export { DIGEST_CHALLENGE, SHOWN_ERRORS, type StandardError, standardError } from "./errors.ts";
export { exampleOf } from "./example.ts";
export type { JsonSchema, JsonType, Schema, Static } from "./json-schema.ts";
export { type Reading, readText } from "./lexical.ts";
export { LIMITS } from "./limits.ts";
export { nearest } from "./nearest.ts";
export type { Method, Operation, Result, Risk, Route } from "./operation.ts";
export { isOperationId, OPERATION_IDS, type OperationId, operations } from "./operations.ts";
export { fillPath, PATH_PARAMETERS, type Parameter, pathParameterNames } from "./parameters.ts";
export { atlas } from "./profiles/atlas.ts";
export { checkProfile } from "./profiles/check-profile.ts";
export { InvalidProfileError } from "./profiles/invalid-profile-error.ts";
export { neutral } from "./profiles/neutral.ts";
export type { Profile } from "./profiles/profile.ts";
export { fieldName, headerName, neutralBody, renameSchema, wireBody, wireValue } from "./profiles/rename.ts";
export { type AccessLogEntry, accessLogEntry, accessLogs } from "./resources/access-log.ts";
export {
  type Acknowledgement,
  ALERT_STATUSES,
  type Alert,
  type AlertStatus,
  acknowledgement,
  alert,
} from "./resources/alert.ts";
export {
  type AlertConfig,
  type AlertConfigInput,
  alertConfig,
  alertConfigInput,
  alertConfigToggle,
  type Matcher,
  matcher,
} from "./resources/alert-config.ts";
export {
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationInput,
  type NotificationKind,
  notification,
  notificationInput,
} from "./resources/notification.ts";
export { type ScrapeTarget, scrapeTarget } from "./resources/scrape-target.ts";
export {
  type ServiceToken,
  serviceToken,
  TOKEN_ERRORS,
  TOKEN_STATUSES,
  type TokenError,
  type TokenErrorCode,
  tokenError,
  tokenRequest,
} from "./resources/token.ts";
export {
  acceptHeader,
  INTERFACE_VERSIONS,
  type InterfaceVersion,
  pathPrefix,
  RESOURCE_DATE,
  versionLabel,
} from "./versions.ts";
export { clusterName, ROLES, type Role, recordId } from "./vocabulary.ts";
