import { KEY_LABELS, type KeyLabel, type Reference, ROLE_OF_LABEL } from "@plumbline/reference";
import { Document } from "yaml";
import { statedProfile } from "../target-file/profile.ts";
import { PERMISSIONS } from "../target-file/schema.ts";
import type { AccountVariables, KeyVariables, TargetFile } from "../target-file/target-file.ts";
import { fixturesOf } from "./reference.ts";
import { ACCOUNT_VARIABLES, BLOCKED_ACCOUNT_VARIABLES, keyVariables, METRICS_VARIABLES } from "./secret-variables.ts";
import { shellWord } from "./shell-word.ts";

const LABELS_OF_ROLES = KEY_LABELS.filter((label): label is keyof typeof ROLE_OF_LABEL => label in ROLE_OF_LABEL);

/** A target file for a served reference: the facts that a user would write down about it, with every permission. */
export function referenceTargetText(reference: Reference): string {
  const file: TargetFile = {
    name: "reference server",
    baseUrl: reference.url,
    metricsUrl: reference.metricsUrl,
    ...statedProfile(reference.profile),
    credentials: {
      main: pairOf("all"),
      noRole: { ...pairOf("noRole"), stranger: true },
      ...(reference.world.otherProjectId !== "" && { otherProject: pairOf("otherProjectOwner") }),
      roles: Object.fromEntries(LABELS_OF_ROLES.map((label) => [ROLE_OF_LABEL[label], pairOf(label)])),
      serviceAccount: accountOf(ACCOUNT_VARIABLES),
      blockedServiceAccount: accountOf(BLOCKED_ACCOUNT_VARIABLES),
      metrics: { username: METRICS_VARIABLES.userVariable, password: METRICS_VARIABLES.secretVariable },
    },
    fixtures: fixturesOf(reference),
    allow: [...PERMISSIONS],
    ...(reference.speed === 1 ? {} : { speed: reference.speed }),
  };
  return `# Try it: plumbline run --target <this file>. Credentials are names of environment variables.\n${new Document(file)}`;
}

/** Shell lines that set the variables that the target file of the reference names. */
export function exportLines({ keys, serviceAccount, blockedServiceAccount, metrics }: Reference): string {
  const named: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      KEY_LABELS.flatMap((label) => {
        const { userVariable, secretVariable } = keyVariables(label);
        return [
          [userVariable, keys[label].publicKey],
          [secretVariable, keys[label].privateKey],
        ];
      }),
    ),
    [ACCOUNT_VARIABLES.idVariable]: serviceAccount.clientId,
    [ACCOUNT_VARIABLES.secretVariable]: serviceAccount.clientSecret,
    [BLOCKED_ACCOUNT_VARIABLES.idVariable]: blockedServiceAccount.clientId,
    [BLOCKED_ACCOUNT_VARIABLES.secretVariable]: blockedServiceAccount.clientSecret,
    [METRICS_VARIABLES.userVariable]: metrics.username,
    [METRICS_VARIABLES.secretVariable]: metrics.password,
  };
  return Object.entries(named)
    .map(([name, value]) => `export ${name}=${shellWord(value)}\n`)
    .join("");
}

function pairOf(label: KeyLabel): KeyVariables {
  const { userVariable, secretVariable } = keyVariables(label);
  return { public: userVariable, private: secretVariable };
}

const accountOf = (names: { readonly idVariable: string; readonly secretVariable: string }): AccountVariables => ({
  id: names.idVariable,
  secret: names.secretVariable,
});
