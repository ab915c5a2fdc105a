import { dirname, resolve } from "node:path";
import { type Credential, Redactor } from "@plumbline/client";
import type { Credentials, Fixtures, ServiceAccount } from "@plumbline/conformance";
import {
  type AlertConfigInput,
  alertConfigInput,
  BUNDLED_PROFILES,
  bindContract,
  INTERFACE_VERSIONS,
  InvalidProfileError,
  type Profile,
} from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import type { Given } from "../flags.ts";
import { bodyHint } from "../target-file/body-hint.ts";
import { dotted } from "../target-file/problems.ts";
import { profileOf, statesPaths } from "../target-file/profile.ts";
import { type ReadTargetFile, readTargetFile } from "../target-file/read.ts";
import { isPlainlyName, isVariableName } from "../target-file/secret-shape.ts";
import type { MainVariables, TargetFile } from "../target-file/target-file.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { address } from "./address.ts";
import { type MainGiven, mainCredential } from "./main-credential.ts";
import { certificatesIn, networkSettings } from "./network-settings.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { permissions } from "./permissions.ts";

/** A server described by a target file. */
export function openFile(path: string, given: Given, { environment }: Terminal): OpenedTarget {
  for (const flag of ["profile", "metrics-url", "group"]) {
    if (given.has(flag)) throw new UsageError(`--${flag} contradicts the target file ${path}: state it there`);
  }
  const read = readTargetFile(path);
  const { file } = read;
  const contract = bindContract(profileAt(read));
  const tls = tlsOf(read);
  const baseUrl = baseUrlOf(read, contract.profile.product);
  // Of two limits the narrower counts.
  const rates = [given.integer("rate", 1), file.rate].filter((one) => one !== undefined);
  const rate = rates.length === 0 ? undefined : Math.min(...rates);
  const { main, ...others } = credentialsOf(read, environment, given.one("env-prefix"));
  const network = networkSettings(given, environment);
  const connection = { limits: limitsOf(file), ...tls, ...network };
  const spoken = main && mainCredential(main, { baseUrl, contract, connection });
  return {
    target: {
      name: file.name ?? new URL(baseUrl).host,
      kind: "url",
      baseUrl,
      file: path,
      ...(file.metricsUrl === undefined
        ? {}
        : { metricsUrl: address(`${read.place("/metricsUrl")}: metricsUrl`, file.metricsUrl) }),
      credentials: { ...others, ...(spoken && { main: spoken.credential, secrets: spoken.secrets }) },
      contract,
      versions: file.versions ?? INTERFACE_VERSIONS,
      fixtures: (file.fixtures ?? {}) as Fixtures,
      ...(file.alertConfiguration === undefined
        ? {}
        : { alertConfiguration: alertConfigurationOf(read, contract.profile) }),
      allow: permissions(file.allow, given.all("allow")),
      ...(file.limits === undefined ? {} : { limits: file.limits }),
      bindingStated: statesPaths(file.profile),
      mock: file.mock ?? false,
      ...(file.cleartext && { cleartext: true }),
      ...(file.speed === undefined ? {} : { speed: file.speed }),
      selfConsistency: false,
    },
    connection: { ...(rate === undefined ? {} : { rate }), ...connection },
    close: async () => spoken?.close(),
  };
}

function profileAt({ file, place }: ReadTargetFile) {
  try {
    return profileOf(file);
  } catch (error) {
    if (!(error instanceof InvalidProfileError)) throw error;
    const pointer = `/profile${error.pointer}`;
    throw new UsageError(`${place(pointer)}: ${error.message.replace(error.pointer, dotted(pointer))}`);
  }
}

/** @throws UsageError also where the address has at its end what every path begins with. */
function baseUrlOf({ file, place }: ReadTargetFile, product: string): string {
  const what = `${place("/baseUrl")}: baseUrl`;
  const baseUrl = address(what, file.baseUrl);
  const [whole, named = "", below] =
    /\/api\/([^/]+)\/v(?:1\.0|2)(\/(?:groups|orgs|clusters)\b.*)?$/.exec(baseUrl) ?? [];
  const bundled = BUNDLED_PROFILES.find((profile) => profile.product === named)?.name;
  // Any other such end may be the way to a server behind another, and the doctor will see.
  if (whole !== undefined && (named === product || bundled !== undefined || below !== undefined)) {
    const as = named === product || bundled === undefined ? "" : `, and state profile: ${bundled}`;
    throw new UsageError(`${what} has the beginning of each path in it: leave out ${whole}${as}`);
  }
  return baseUrl;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables that the file names; one that is not set is the user's to mend before anything is sent. Whoever pastes
 * the secret itself there is not shown it again: the message goes to logs.
 */
function credentialsOf(
  { file, place }: ReadTargetFile,
  environment: Variables,
  prefix = "",
): Omit<Credentials, "main"> & { readonly main?: MainGiven } {
  const value = (pointer: string, variable: string): string => {
    const member = `${place(pointer)}: ${pointer.slice(1).replaceAll("/", ".")}`;
    const [, inSigns = ""] = /^\$\{?(\w+)\}?$/.exec(variable) ?? [];
    if (isPlainlyName(inSigns))
      throw new UsageError(`${member} takes the name of a variable alone: did you mean ${inSigns}, without the signs?`);
    if (!isVariableName(variable))
      throw new UsageError(
        `${member} takes the name of an environment variable, such as PLUMBLINE_PRIVATE_KEY; what stands there is none and is not shown, as it may be the secret itself: put that into a variable, and the name of the variable here`,
      );
    if (!variable.startsWith(prefix))
      throw new UsageError(
        `${member} names ${isPlainlyName(variable) ? `the environment variable ${variable}` : "an environment variable, which is not shown,"} that does not begin with ${prefix}: --env-prefix lets a target file name no others`,
      );
    const found = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
    if (found) return found;
    throw new UsageError(
      isPlainlyName(variable)
        ? `${member} names the environment variable ${variable}, which is not set: set it, or name another`
        : `${member} names an environment variable that is not set, and that is not shown, as it may be the secret itself: set it, or name another such as PLUMBLINE_PRIVATE_KEY`,
    );
  };
  const key = <Scheme extends "digest" | "basic">(
    scheme: Scheme,
    label: string,
    at: string,
    user: [string, string],
    secret: [string, string],
  ) => ({
    scheme,
    label,
    username: value(`${at}/${user[0]}`, user[1]),
    password: value(`${at}/${secret[0]}`, secret[1]),
    userVariable: user[1],
    secretVariable: secret[1],
  });
  const account = (name: "serviceAccount" | "blockedServiceAccount"): ServiceAccount | undefined => {
    const given = file.credentials?.[name];
    if (given === undefined) return undefined;
    const at = `/credentials/${name}`;
    return {
      clientId: value(`${at}/id`, given.id),
      clientSecret: value(`${at}/secret`, given.secret),
      idVariable: given.id,
      secretVariable: given.secret,
    };
  };
  const { main, noRole, otherProject, roles, metrics } = file.credentials ?? {};
  const digest = (label: string, at: string, pair: { public: string; private: string }): Credential =>
    key("digest", label, at, ["public", pair.public], ["private", pair.private]);
  const mainGiven = (given: MainVariables): MainGiven => {
    const at = "/credentials/main";
    const kinds = [given.public, given.id, given.token].filter((one) => one !== undefined);
    if (kinds.length > 1)
      throw new UsageError(
        `${place(at)}: credentials.main is one of a key (public, private), a service account (id, secret) and a token (token), received ${kinds.length} of them`,
      );
    if (given.token !== undefined)
      return { kind: "token", token: value(`${at}/token`, given.token), secretVariable: given.token };
    if (given.id !== undefined && given.secret !== undefined)
      return { kind: "account", account: key("basic", "main", at, ["id", given.id], ["secret", given.secret]) };
    const { public: user = "", private: secret = "" } = given;
    return { kind: "key", key: digest("main", at, { public: user, private: secret }) };
  };
  const [serviceAccount, blockedServiceAccount] = [account("serviceAccount"), account("blockedServiceAccount")];
  return {
    ...(main && { main: mainGiven(main) }),
    ...(noRole && { noRole: digest("no role", "/credentials/noRole", noRole) }),
    ...(otherProject && { otherProject: digest("other project", "/credentials/otherProject", otherProject) }),
    ...(roles && {
      byRole: Object.fromEntries(
        Object.entries(roles).map(([role, pair]) => [role, digest(role, `/credentials/roles/${role}`, pair)]),
      ),
    }),
    ...(serviceAccount && { serviceAccount }),
    ...(blockedServiceAccount && { blockedServiceAccount }),
    ...(metrics && {
      metrics: key(
        "basic",
        "metrics",
        "/credentials/metrics",
        ["username", metrics.username],
        ["password", metrics.password],
      ),
    }),
  };
}

function alertConfigurationOf({ file, place }: ReadTargetFile, profile: Profile): AlertConfigInput {
  const [violation] = createValidator().violations(alertConfigInput, file.alertConfiguration);
  if (violation) {
    throw new UsageError(
      `${place(`/alertConfiguration${violation.pointer}`)}: alertConfiguration${violation.pointer} is not what the contract accepts: expected ${violation.expected}, received ${unsecret(violation)}${bodyHint(file.alertConfiguration, violation.pointer, profile)}`,
    );
  }
  return file.alertConfiguration as AlertConfigInput;
}

/** What stands at the place, without tokens: the whole body is the user's, and some of its members are secret by name. */
function unsecret({ pointer, received }: { readonly pointer: string; readonly received: string }): string {
  const name = `"${pointer.slice(pointer.lastIndexOf("/") + 1)}":`;
  return new Redactor().text(name + received).slice(name.length);
}

function limitsOf({ timeouts = {} }: TargetFile) {
  const { connect, head, body, total } = timeouts;
  return {
    ...(connect === undefined ? {} : { connectMs: connect }),
    ...(head === undefined ? {} : { headMs: head }),
    ...(body === undefined ? {} : { bodyMs: body }),
    ...(total === undefined ? {} : { totalMs: total }),
  };
}

function tlsOf({ file, path, place }: ReadTargetFile): { ca?: string; rejectUnauthorized?: boolean } {
  if (file.tls === undefined) return {};
  const { ca, insecure } = file.tls;
  return {
    ...(ca !== undefined && { ca: certificatesIn(`${place("/tls/ca")}: tls.ca`, resolve(dirname(path), ca)) }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}
