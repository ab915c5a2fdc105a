import type { Fixture } from "@plumbline/conformance";
import { clusterName, type JsonSchema, readText, recordId } from "@plumbline/schemas";
import type { Mistake } from "./mistake.ts";

/** Cluster names that occur in paths; the source of a migration does not belong to this service. */
const CLUSTER_NAMES: readonly string[] = [
  "oldestClusterName",
  "clusterName",
  "sharedClusterName",
  "multiCloudClusterName",
  "outageClusterName",
  "restoreTargetClusterName",
  "shardedClusterName",
  "serverlessInstanceName",
] satisfies readonly Fixture[];

/**
 * Ids and names that cannot be valid. The description's pattern for ids has small letters only, so a correct server
 * refuses an id in capitals for its form. Converting it would be a guess: a server with ids in capitals must fail in
 * the run, not be addressed by other ids. Pure.
 */
export function mistakesInFixtures(fixtures: Readonly<Record<string, string>>): readonly Mistake[] {
  const alone = Object.entries(fixtures).flatMap(([name, value]) => {
    const text = fixtureMistake(name, value);
    return text === undefined ? [] : [{ pointer: `/fixtures/${name}`, text }];
  });
  return [...alone, ...otherOrganization(fixtures)];
}

/** A run ends and recreates the link of its own organization only, so another one would be ignored without a word. */
function otherOrganization({ orgId, relinkableOrgId }: Readonly<Record<string, string>>): readonly Mistake[] {
  if (orgId === undefined || relinkableOrgId === undefined || orgId === relinkableOrgId) return [];
  const text =
    "expected the organization of fixtures.orgId, whose link the run may end and recreate, received another: state the same id, or leave it out";
  return [{ pointer: "/fixtures/relinkableOrgId", text }];
}

/** The mistake in one id or name, with a suggestion. */
export function fixtureMistake(name: string, value: string): string | undefined {
  if (name.endsWith("Id")) {
    if (fits(recordId, value)) return undefined;
    const meant = value.trim().toLowerCase();
    return `expected an id of 24 digits and small letters a to f, received ${sizeOf(value)}${fits(recordId, meant) ? `: did you mean "${meant}"?` : ": check that it is the id and not the name, and that it is complete"}`;
  }
  if (name === "tierMemoryGB" && !(Number(value) > 0)) {
    const [digits] = /^[\d.]+/.exec(value) ?? [];
    return `expected a number of GB, without a unit${Number(digits) > 0 ? `: did you mean ${digits}?` : ""}`;
  }
  if (!CLUSTER_NAMES.includes(name) || fits(clusterName, value)) return undefined;
  const meant = value
    .trim()
    .replaceAll(/[^a-zA-Z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `expected the name of a cluster, of 1 to 64 letters, digits and inner hyphens${fits(clusterName, meant) && meant !== value ? `: did you mean "${meant}"?` : ""}`;
}

const fits = (schema: JsonSchema, text: string): boolean => readText(schema, text).kind === "value";

function sizeOf(value: string): string {
  const isHex = /^[0-9a-f]+$/i.test(value);
  if (isHex && value.length !== 24) return `${value.length} characters`;
  return isHex ? "capitals" : "other characters";
}
