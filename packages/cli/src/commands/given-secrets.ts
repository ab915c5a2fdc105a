import { type GivenSecrets, KEY_LABELS, type KeyLabel, type KeyPair } from "@plumbline/reference";
import {
  ACCOUNT_VARIABLES,
  BLOCKED_ACCOUNT_VARIABLES,
  keyVariables,
  METRICS_VARIABLES,
} from "../targets/secret-variables.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Secrets of a served reference that the environment fixes, under the names that target files and curl lines use.
 * @throws UsageError when only one half of a pair is set.
 */
export function givenSecrets(environment: Terminal["environment"]): GivenSecrets {
  const pair = (user: string, secret: string): readonly [string, string] | undefined => {
    const [name, value] = [environment[user], environment[secret]];
    if (name === undefined && value === undefined) return undefined;
    if (name && value) return [name, value];
    throw new UsageError(`${user} and ${secret} belong together: set both, or neither to get random values`);
  };
  const keys: Partial<Record<KeyLabel, KeyPair>> = {};
  for (const label of KEY_LABELS) {
    const { userVariable, secretVariable } = keyVariables(label);
    const given = pair(userVariable, secretVariable);
    if (given) keys[label] = { publicKey: given[0], privateKey: given[1] };
  }
  const account = pair(ACCOUNT_VARIABLES.idVariable, ACCOUNT_VARIABLES.secretVariable);
  const blocked = pair(BLOCKED_ACCOUNT_VARIABLES.idVariable, BLOCKED_ACCOUNT_VARIABLES.secretVariable);
  const metrics = pair(METRICS_VARIABLES.userVariable, METRICS_VARIABLES.secretVariable);
  return {
    keys,
    ...(account && { serviceAccount: { clientId: account[0], clientSecret: account[1] } }),
    ...(blocked && { blockedServiceAccount: { clientId: blocked[0], clientSecret: blocked[1] } }),
    ...(metrics && { metrics: { username: metrics[0], password: metrics[1] } }),
  };
}
