import type { Given } from "../flags.ts";
import { fixtureMistake } from "../target-file/fixture-values.ts";
import { UsageError } from "../usage-error.ts";
import { acceptDateGiven } from "./accept-date.ts";
import { address } from "./address.ts";
import { limitsGiven } from "./limits.ts";
import { certificatesGiven } from "./network-settings.ts";
import { permissions } from "./permissions.ts";
import { rateGiven } from "./rate.ts";
import type { TargetKind } from "./target-kind.ts";

const OWN_SERVER = "the run starts it, with its own project and addresses";
const STARTED = "is for a server that is already running, and the run starts this one itself";
const STATED_THERE = "contradicts the target file: set it there";

/** Flags that have no meaning for a kind of target, with the reason for the message: no flag is silently ignored. */
export const REFUSED_FLAGS: Readonly<Record<TargetKind, Readonly<Record<string, string>>>> = {
  reference: {
    "wait-for-target": STARTED,
    "metrics-url": `is for a URL, and the target is the reference: ${OWN_SERVER}`,
    group: `is for a URL, and the target is the reference: ${OWN_SERVER}`,
    ca: "is for https, and the reference that the run starts speaks http",
    "env-prefix": "is for the variables of a target file, and the reference needs none",
  },
  prism: {
    "wait-for-target": STARTED,
    "metrics-url": `is for a URL, and the target is Prism: ${OWN_SERVER}`,
    group: `is for a URL, and the target is Prism: ${OWN_SERVER}`,
    ca: "is for https, and the Prism that the run starts speaks http",
    "env-prefix": "is for the variables of a target file, and Prism needs none",
    "accept-date": "is for a server: Prism answers from a document with a single date",
    fault: "needs --target reference: only the reference server has switchable faults",
    variant: "needs --target reference: only the reference server has variants",
  },
  url: {
    fault: "needs --target reference: only the reference server has switchable faults",
    variant: "needs --target reference: only the reference server has variants",
  },
  file: {
    profile: STATED_THERE,
    "metrics-url": STATED_THERE,
    group: STATED_THERE,
    fault: "needs --target reference: only the reference server has switchable faults",
    variant: "needs --target reference: only the reference server has variants",
  },
};

/**
 * Checks every flag about a target before anything is started or sent, in the same way for each kind of target.
 * @throws UsageError for a flag without meaning for this kind, and for an invalid value.
 */
export function expectFlags(kind: TargetKind, given: Given): void {
  for (const [flag, why] of Object.entries(REFUSED_FLAGS[kind]))
    if (given.has(flag)) throw new UsageError(`--${flag} ${why}`);
  rateGiven(given);
  given.integer("wait-for-target", 1);
  permissions(given.all("allow"));
  limitsGiven(given);
  acceptDateGiven(given);
  groupGiven(given);
  metricsUrlGiven(given);
  certificatesGiven(given);
}

/**
 * The project that `--group` names.
 * @throws UsageError for an invalid id.
 */
export function groupGiven(given: Given): string | undefined {
  const groupId = given.one("group");
  const mistake = groupId === undefined ? undefined : fixtureMistake("groupId", groupId);
  if (mistake !== undefined) throw new UsageError(`--group: ${mistake}`);
  return groupId;
}

/**
 * The cluster that `--cluster` names.
 * @throws UsageError for an invalid name.
 */
export function clusterGiven(given: Given): string | undefined {
  const clusterName = given.one("cluster");
  const mistake = clusterName === undefined ? undefined : fixtureMistake("clusterName", clusterName);
  if (mistake !== undefined) throw new UsageError(`--cluster: ${mistake}`);
  return clusterName;
}

/** The address of metrics discovery that `--metrics-url` gives. */
export function metricsUrlGiven(given: Given): string | undefined {
  const metricsUrl = given.one("metrics-url");
  return metricsUrl === undefined ? undefined : address("--metrics-url", metricsUrl);
}
