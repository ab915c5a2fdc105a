import type { Credential } from "@plumbline/client";
import { ROLES } from "@plumbline/schemas";
import type { Who } from "../ground/call.ts";
import type { Target } from "./target.ts";

const isKey = (credential: Credential | undefined): boolean => credential !== undefined && credential.scheme !== "none";

/** The callers besides the main key. A mock only sees whether a request has a key, and knows no roles. */
export function callersOf({ credentials, mock }: Target): readonly Who[] {
  const { main, noRole, metrics, serviceAccount, byRole } = credentials;
  if (mock) return ["none"];
  // Without a key, the run cannot learn how the target demands keys. If the target demands none, every caller is
  // accepted.
  if (!isKey(main) && !isKey(metrics)) return [];
  return [
    ...(main?.scheme === "none" ? [] : (["none"] as const)),
    ...(main?.scheme === "digest" ? (["wrongSecret", "unknownUser"] as const) : []),
    ...(noRole === undefined ? [] : (["noRole"] as const)),
    ...(metrics?.scheme === "basic" ? (["wrongMetricsPassword", "unknownMetricsUser"] as const) : []),
    ...(serviceAccount === undefined ? [] : (["wrongClientSecret"] as const)),
    ...ROLES.filter((role) => byRole?.[role] !== undefined).map((role) => ({ role })),
  ];
}
