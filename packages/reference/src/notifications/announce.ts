import { type Profile, wireBody } from "@plumbline/schemas";
import type { Notification } from "../alerting/alerting.ts";
import type { Behaviour } from "../decisions/behaviour.ts";
import { showAlert } from "../handlers/show.ts";
import type { NotificationEntry } from "../options.ts";
import { type Delivery, Sink } from "./sink.ts";

/** The parts from which notifications are made. */
export interface Announcing {
  readonly profile: Profile;
  /** The behaviour at the time of the notification. */
  readonly behaviour: () => Behaviour;
  /** The wire name of the header that says what happened to the alert. */
  readonly eventHeader: string;
  readonly onNotification?: ((entry: NotificationEntry) => void) | undefined;
}

/** Delivers notifications to a sink, or nowhere. */
export interface Announcer {
  tell(notification: Notification): void;
  close(): Promise<void>;
}

/**
 * Sends every notification, whatever its target, to one address as a webhook: the alert as the interface shows it, with
 * its target's kind in a header. The description does not state a payload. The server never calls addresses that
 * callers wrote into configurations, because a sandbox must not send requests to targets that strangers choose.
 * @throws InvalidSinkError
 */
export function announcer(
  url: string | undefined,
  { profile, behaviour, eventHeader, onNotification }: Announcing,
): Announcer {
  if (url === undefined) return { tell: () => {}, close: async () => {} };
  const sink = new Sink(url);
  return {
    tell: ({ at, alert, typeName }) => {
      const headers = { [eventHeader]: "alert.open", "X-Notification-Type": wireWord(profile, typeName) };
      const text = JSON.stringify(wireBody(profile, showAlert(behaviour(), alert)));
      const ended = (delivery: Delivery): void =>
        onNotification?.({ at, alertId: alert.id, typeName: wireWord(profile, typeName), ...delivery });
      sink.send({ headers, text }, ended);
    },
    close: () => sink.close(),
  };
}

/**
 * The kind of a target with the profile's name. It comes from requests, so it may have characters that no header
 * allows.
 */
function wireWord({ values }: Profile, typeName: string): string {
  const word = values["typeName"]?.[typeName] ?? typeName;
  return /^[\w-]{1,64}$/.test(word) ? word : "UNKNOWN";
}
