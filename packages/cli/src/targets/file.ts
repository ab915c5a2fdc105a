import { dirname, resolve } from "node:path";
import { Redactor } from "@plumbline/client";
import type { Fixtures, Target } from "@plumbline/conformance";
import {
  type AlertConfigInput,
  alertConfigInput,
  BUNDLED_PROFILES,
  bindContract,
  INTERFACE_VERSIONS,
  InvalidProfileError,
  type Profile,
  ROLES,
} from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import type { Given } from "../flags.ts";
import { bodyHint } from "../target-file/body-hint.ts";
import { dotted } from "../target-file/problems.ts";
import { profileOf, statesPaths } from "../target-file/profile.ts";
import { type ReadTargetFile, readTargetFile } from "../target-file/read.ts";
import type { TargetFile } from "../target-file/target-file.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { address } from "./address.ts";
import { credentialsOf } from "./credentials-of.ts";
import { mainCredential } from "./main-credential.ts";
import { certificatesIn, networkSettings } from "./network-settings.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { allowedBy, permissions } from "./permissions.ts";
import { rateGiven, requestsPerSecond } from "./rate.ts";
import { variablesOf } from "./variables-of.ts";

/** Opens a server that a target file describes. */
export function openFile(path: string, given: Given, { environment }: Terminal): OpenedTarget {
  const read = readTargetFile(path);
  const { file } = read;
  const contract = bindContract(profileAt(read));
  const tls = tlsOf(read);
  const baseUrl = baseUrlOf(read, contract.profile.product);
  // Of two limits, the narrower one counts.
  const rates = [rateGiven(given), rateOf(file)].filter((one) => one !== undefined);
  const rate = rates.length === 0 ? undefined : Math.min(...rates);
  const { main, ...others } = credentialsOf(read, variablesOf(read, environment, given.one("env-prefix")));
  const network = networkSettings(given, environment, [baseUrl, file.metricsUrl]);
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
      credentials: {
        ...(file.authentication === "none" && NO_CREDENTIALS),
        ...others,
        ...(spoken && { main: spoken.credential, secrets: spoken.secrets }),
      },
      ...declarationsOf(file),
      contract,
      versions: file.versions ?? INTERFACE_VERSIONS,
      fixtures: (file.fixtures ?? {}) as Fixtures,
      fixturePlaces: placesOf(read),
      ...(file.alertConfiguration === undefined
        ? {}
        : { alertConfiguration: alertConfigurationOf(read, contract.profile) }),
      allow: permissions(file.allow, given.all("allow")),
      allowedBy: allowedBy(file.allow, given.all("allow")),
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

/** The credentials of a server that asks for none. */
const NO_CREDENTIALS = { main: { scheme: "none" }, metrics: { scheme: "none" } } as const;

/** The facilities that the file declares absent, and the requirements that it skips. */
function declarationsOf({ authentication, roles, skip }: TargetFile): Pick<Target, "without" | "skips"> {
  const without = {
    ...(authentication === "none" && { authentication: true as const }),
    ...(roles === "none" && { roles: true as const }),
    ...(Array.isArray(roles) && { rolesBut: ROLES.filter((role) => roles.includes(role)) }),
  };
  return {
    ...(Object.keys(without).length > 0 && { without }),
    ...(skip !== undefined && skip.length > 0 && { skips: skip }),
  };
}

/** Requests per second that the file allows; the schema has checked the text. */
const rateOf = ({ rate }: TargetFile): number | undefined =>
  typeof rate === "string" ? requestsPerSecond(rate) : rate;

/** `file:line` of each fixture, for messages about a record that the target does not have. */
const placesOf = ({ file, place }: ReadTargetFile): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(file.fixtures ?? {}).map((name) => [name, place(`/fixtures/${name}`)]));

function profileAt({ file, place }: ReadTargetFile) {
  try {
    return profileOf(file);
  } catch (error) {
    if (!(error instanceof InvalidProfileError)) throw error;
    const pointer = `/profile${error.pointer}`;
    throw new UsageError(`${place(pointer)}: ${error.message.replace(error.pointer, dotted(pointer))}`);
  }
}

/** @throws UsageError also if the address ends with the beginning that every path has. */
function baseUrlOf({ file, place }: ReadTargetFile, product: string): string {
  const what = `${place("/baseUrl")}: baseUrl`;
  const baseUrl = address(what, file.baseUrl);
  const [whole, named = "", below] =
    /\/api\/([^/]+)\/v(?:1\.0|2)(\/(?:groups|orgs|clusters)\b.*)?$/.exec(baseUrl) ?? [];
  const bundled = BUNDLED_PROFILES.find((profile) => profile.product === named)?.name;
  // Any other end of this form may lead to a server behind a gateway; the preflight finds out.
  if (whole !== undefined && (named === product || bundled !== undefined || below !== undefined)) {
    const as = named === product || bundled === undefined ? "" : `, and state profile: ${bundled}`;
    throw new UsageError(`${what} already contains the beginning of every path: leave out ${whole}${as}`);
  }
  return baseUrl;
}

function alertConfigurationOf({ file, place }: ReadTargetFile, profile: Profile): AlertConfigInput {
  const [violation] = createValidator().violations(alertConfigInput, file.alertConfiguration);
  if (violation) {
    throw new UsageError(
      `${place(`/alertConfiguration${violation.pointer}`)}: alertConfiguration${violation.pointer} breaks the contract: expected ${violation.expected}, received ${unsecret(violation)}${bodyHint(file.alertConfiguration, violation.pointer, profile)}`,
    );
  }
  return file.alertConfiguration as AlertConfigInput;
}

/**
 * The received value without tokens: the user wrote the whole body, and some of its members are secret by their name.
 */
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
