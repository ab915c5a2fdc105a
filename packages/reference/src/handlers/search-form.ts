import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { DefinitionVersion, StoredIndex } from "../records/search-index.ts";
import { listMember, textMember } from "../rules/members.ts";
import type { IndexState } from "../rules/search.ts";
import { flattened } from "../rules/search-members.ts";
import type { Service } from "../service.ts";

/** The form of version 1.0 and of the legacy route, with all members at the top level. */
export function flatForm({ behaviour, validator }: Service, index: StoredIndex, now: number): Fields {
  return {
    ...flattened(validator, index.latest.definition),
    ...namesOf(index),
    indexID: behaviour.showId(index.id),
    status: behaviour.search.stateOf(index, now) === "READY" ? "STEADY" : "IN_PROGRESS",
  };
}

/** The form of the current version, with the history of the definition and the progress of each host. */
export function definitionForm({ behaviour }: Service, index: StoredIndex, cluster: Cluster, now: number): Fields {
  const state = behaviour.search.stateOf(index, now);
  const isBuilt = state === "READY" || state === "DELETING";
  const served = isBuilt ? index.latest : index.previous;
  const queryable = served !== undefined && state !== "DELETING";
  const show = (version: DefinitionVersion, status: string, usable: boolean): Fields => ({
    definition: version.definition,
    definitionVersion: { createdAt: behaviour.showInstant(version.created), version: version.version },
    message: usable ? "The index serves queries." : "The index does not serve queries.",
    queryable: usable,
    status,
    ...synonymStates(version, usable),
  });
  const mainIndex =
    served === undefined ? show(index.latest, state, false) : show(served, isBuilt ? state : "READY", queryable);
  const stagedIndex = served === undefined || isBuilt ? undefined : show(index.latest, state, false);
  return {
    ...namesOf(index),
    indexID: behaviour.showId(index.id),
    latestDefinition: index.latest.definition,
    latestDefinitionVersion: {
      createdAt: behaviour.showInstant(index.latest.created),
      version: index.latest.version,
    },
    queryable,
    status: state,
    statusDetail: cluster.hosts.map(({ name }) => ({
      hostname: name,
      mainIndex,
      ...(stagedIndex && { stagedIndex }),
      queryable,
      status: state,
    })),
    ...synonymStates(index.latest, isReady(state)),
  };
}

const isReady = (state: IndexState): boolean => state === "READY";

function namesOf({ collectionName, database, name, type }: StoredIndex): Fields {
  return { collectionName, database, name, type };
}

/** The states of synonym mappings; none for an index without synonyms. */
function synonymStates({ definition }: DefinitionVersion, ready: boolean): Fields {
  const names = listMember(definition, "synonyms").flatMap((mapping) => textMember(mapping, "name") ?? []);
  if (names.length === 0) return {};
  const status = ready ? "READY" : "BUILDING";
  const message = ready ? "The mapping is in use." : "The mapping is being built.";
  return {
    synonymMappingStatus: status,
    synonymMappingStatusDetail: [
      Object.fromEntries(names.map((name) => [name, { message, queryable: ready, status }])),
    ],
  };
}
