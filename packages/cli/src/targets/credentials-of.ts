import type { Credential } from "@plumbline/client";
import type { Credentials, ServiceAccount } from "@plumbline/conformance";
import type { ReadTargetFile } from "../target-file/read.ts";
import type { AccountVariables, KeyVariables, MainVariables } from "../target-file/target-file.ts";
import { UsageError } from "../usage-error.ts";
import type { MainGiven } from "./main-credential.ts";
import type { ValueAt } from "./variables-of.ts";

/** The credentials of a target file, with the values of the variables that it names. */
export function credentialsOf(
  read: Pick<ReadTargetFile, "file" | "place">,
  value: ValueAt,
): Omit<Credentials, "main"> & { readonly main?: MainGiven } {
  const { main, noRole, otherProject, roles, metrics, ...accounts } = read.file.credentials ?? {};
  const serviceAccount = accountOf("serviceAccount", accounts.serviceAccount, value);
  const blockedServiceAccount = accountOf("blockedServiceAccount", accounts.blockedServiceAccount, value);
  return {
    ...(main && { main: mainOf(main, read, value) }),
    ...(noRole && {
      noRole: digest("no role", "/credentials/noRole", noRole, value),
      noRoleIsStranger: noRole.stranger ?? false,
    }),
    ...(otherProject && { otherProject: digest("other project", "/credentials/otherProject", otherProject, value) }),
    ...(roles && {
      byRole: Object.fromEntries(
        Object.entries(roles).map(([role, pair]) => [role, digest(role, `/credentials/roles/${role}`, pair, value)]),
      ),
    }),
    ...(serviceAccount && { serviceAccount }),
    ...(blockedServiceAccount && { blockedServiceAccount }),
    ...(metrics && {
      metrics: pairOf(
        { scheme: "basic", label: "metrics" },
        "/credentials/metrics",
        { user: ["username", metrics.username], secret: ["password", metrics.password] },
        value,
      ),
    }),
  };
}

/** The credential of most requests; it is a key, a service account or a token. */
function mainOf(given: MainVariables, { place }: Pick<ReadTargetFile, "place">, value: ValueAt): MainGiven {
  const at = "/credentials/main";
  const kinds = [given.public, given.id, given.token].filter((one) => one !== undefined);
  if (kinds.length > 1)
    throw new UsageError(
      `${place(at)}: credentials.main takes either a key (public, private), a service account (id, secret) or a token (token), received ${kinds.length} of them`,
    );
  if (given.token !== undefined)
    return { kind: "token", token: value(`${at}/token`, given.token), secretVariable: given.token };
  if (given.id !== undefined && given.secret !== undefined) {
    const halves = { user: ["id", given.id], secret: ["secret", given.secret] } as const;
    return { kind: "account", account: pairOf({ scheme: "basic", label: "main" }, at, halves, value) };
  }
  const { public: user = "", private: secret = "" } = given;
  return { kind: "key", key: digest("main", at, { public: user, private: secret }, value) };
}

const digest = (label: string, at: string, pair: KeyVariables, value: ValueAt): Credential =>
  pairOf({ scheme: "digest", label }, at, { user: ["public", pair.public], secret: ["private", pair.private] }, value);

/** Reads both halves of a pair; each is given by the name of its member and of its variable. */
function pairOf<Scheme extends "digest" | "basic">(
  { scheme, label }: { readonly scheme: Scheme; readonly label: string },
  at: string,
  { user, secret }: Readonly<Record<"user" | "secret", readonly [member: string, variable: string]>>,
  value: ValueAt,
) {
  return {
    scheme,
    label,
    username: value(`${at}/${user[0]}`, user[1]),
    password: value(`${at}/${secret[0]}`, secret[1]),
    userVariable: user[1],
    secretVariable: secret[1],
  };
}

function accountOf(
  name: "serviceAccount" | "blockedServiceAccount",
  given: AccountVariables | undefined,
  value: ValueAt,
): ServiceAccount | undefined {
  if (given === undefined) return undefined;
  const at = `/credentials/${name}`;
  return {
    clientId: value(`${at}/id`, given.id),
    clientSecret: value(`${at}/secret`, given.secret),
    idVariable: given.id,
    secretVariable: given.secret,
  };
}
