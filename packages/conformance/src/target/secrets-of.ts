import type { Credential } from "@plumbline/client";
import type { Target } from "./target.ts";

/** Every secret of the user with its user name. The redactor learns them before any of them can appear anywhere. */
export function secretsOf({ credentials }: Target): (readonly [secret: string, username: string])[] {
  const { main, noRole, otherProject, byRole, metrics, serviceAccount, blockedServiceAccount } = credentials;
  const { secrets = [], withheld = {} } = credentials;
  const keys: (Credential | undefined)[] = [
    ...[main, noRole, otherProject, metrics, withheld.metrics],
    ...Object.values(byRole ?? {}),
  ];
  const accounts = [
    ...[serviceAccount, blockedServiceAccount],
    ...[withheld.serviceAccount, withheld.blockedServiceAccount],
  ].flatMap((account) => account ?? []);
  return [
    ...keys.flatMap((key) => (key !== undefined && "password" in key ? [[key.password, key.username] as const] : [])),
    ...accounts.map(({ clientId, clientSecret }) => [clientSecret, clientId] as const),
    ...secrets.map((secret) => [secret, ""] as const),
  ];
}
