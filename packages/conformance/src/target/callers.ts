import type { Credential } from "@plumbline/client";
import { ROLES } from "@plumbline/schemas";
import type { Who } from "../ground/call.ts";
import type { Target } from "./target.ts";

const isKey = (credential: Credential | undefined): boolean => credential !== undefined && credential.scheme !== "none";

/** Who can ask besides the main key. A mock knows no keys and no roles, only whether there is one. */
export function callersOf({ credentials, mock }: Target): readonly Who[] {
  const { main, noRole, metrics, serviceAccount, byRole } = credentials;
  if (mock) return ["none"];
  // Who was lent no key knows nothing of how keys are asked for, and where nobody asks for one everybody is known.
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
