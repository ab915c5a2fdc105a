import { randomBytes, randomUUID } from "node:crypto";
import { KEY_LABELS, type KeyLabel } from "@plumbline/reference/key-labels";
import { CONTROL_TOKEN } from "../control/control-token.ts";
import {
  ACCOUNT_VARIABLES,
  BLOCKED_ACCOUNT_VARIABLES,
  keyVariables,
  METRICS_VARIABLES,
} from "../targets/secret-variables.ts";

/** Both halves of an API key. */
export interface EmulatorKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The secrets of one server. The process that starts the server makes them, so that it need not read them from output.
 */
export interface OwnSecrets {
  readonly keys: Readonly<Record<KeyLabel, EmulatorKey>>;
  readonly serviceAccount: { readonly clientId: string; readonly clientSecret: string };
  readonly metrics: { readonly username: string; readonly password: string };
  readonly token: string;
  /** The same secrets as environment variables, under the names that `plumbline serve` and target files use. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Random secrets for every role of a new reference. */
export function ownSecrets(): OwnSecrets {
  const entries = KEY_LABELS.map((label) => [label, { publicKey: name(8), privateKey: randomUUID() }] as const);
  const keys = Object.fromEntries(entries) as Record<KeyLabel, EmulatorKey>;
  const [serviceAccount, blocked] = [account(), account()];
  const metrics = { username: `metrics-${name(6)}`, password: secret() };
  const token = secret();
  return {
    keys,
    serviceAccount,
    metrics,
    token,
    environment: {
      ...Object.fromEntries(
        entries.flatMap(([label, { publicKey, privateKey }]) => {
          const { userVariable, secretVariable } = keyVariables(label);
          return [
            [userVariable, publicKey],
            [secretVariable, privateKey],
          ];
        }),
      ),
      [ACCOUNT_VARIABLES.idVariable]: serviceAccount.clientId,
      [ACCOUNT_VARIABLES.secretVariable]: serviceAccount.clientSecret,
      [BLOCKED_ACCOUNT_VARIABLES.idVariable]: blocked.clientId,
      [BLOCKED_ACCOUNT_VARIABLES.secretVariable]: blocked.clientSecret,
      [METRICS_VARIABLES.userVariable]: metrics.username,
      [METRICS_VARIABLES.secretVariable]: metrics.password,
      [CONTROL_TOKEN]: token,
    },
  };
}

const account = () => ({ clientId: `sa_id_${randomBytes(12).toString("hex")}`, clientSecret: secret() });
const secret = (): string => randomBytes(24).toString("base64url");
const name = (length: number): string => randomBytes(length).toString("hex").slice(0, length);
