import type { Behaviour } from "../decisions/behaviour.ts";
import type { StoredAlert } from "../records/alert.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import type { Attempt } from "../records/attempt.ts";
import type { Fields } from "../records/fields.ts";
import { textMember } from "../rules/members.ts";

/* Stored records in the form of the catalogue's resources, with neutral names. */

/** The configuration with neutral names and a masked monitoring API key. */
export function showConfig(behaviour: Behaviour, config: StoredConfig): unknown {
  return behaviour.showConfig({
    id: behaviour.showId(config.id),
    groupId: config.groupId,
    created: behaviour.showInstant(config.created),
    updated: behaviour.showInstant(config.updated),
    enabled: config.enabled,
    eventTypeName: config.eventTypeName,
    matchers: config.matchers,
    notifications: config.notifications.map((target) => maskTarget(behaviour, target)),
  });
}

function maskTarget(behaviour: Behaviour, target: Fields): Fields {
  const key = textMember(target, "monitoringApiKey");
  return key === undefined ? target : { ...target, monitoringApiKey: behaviour.maskKey(key) };
}

/** The alert with neutral names, without the times that it does not have yet. */
export function showAlert(behaviour: Behaviour, alert: StoredAlert): unknown {
  const { created, updated, lastNotified, resolved, acknowledgedUntil, ...rest } = alert;
  const moments = Object.entries({ created, updated, lastNotified, resolved, acknowledgedUntil }).flatMap(
    ([name, at]) => (at === undefined ? [] : [[name, behaviour.showInstant(at)] as const]),
  );
  return behaviour.showAlert({ ...rest, id: behaviour.showId(alert.id), ...Object.fromEntries(moments) });
}

/** An entry of an access history, with its log line. */
export function showAttempt(behaviour: Behaviour, { at, clusterName: _clusterName, ...attempt }: Attempt): unknown {
  const outcome = attempt.authResult ? "succeeded" : "failed";
  return behaviour.showAttempt({
    ...attempt,
    timestamp: behaviour.showInstant(at),
    logLine: `Authentication of ${attempt.username} on ${attempt.authSource} from ${attempt.ipAddress} ${outcome}`,
  });
}
