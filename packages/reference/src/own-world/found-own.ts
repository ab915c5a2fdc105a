import { neutral } from "@plumbline/schemas";
import { standingClock } from "../clock.ts";
import { honest } from "../honest.ts";
import { createRandom } from "../random.ts";
import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";
import type { StoreWatcher } from "../records/store-watcher.ts";
import { makeSecrets } from "../secrets.ts";
import { createService } from "../service.ts";
import type { Founding, OpenedWorld } from "../world/open-world.ts";
import { createRecordStores } from "../world/record-stores.ts";
import { idMaker, seedWorld } from "../world/seed.ts";
import type { State } from "../world/state.ts";
import { furnishOwn, idOf } from "./furnish-own.ts";
import { InvalidWorldError, type WorldProblem } from "./invalid-world-error.ts";
import type { OwnWorld } from "./own-world.ts";
import { worldOfOwn } from "./world-of-own.ts";

/**
 * Creates the world that its owner describes, alone or in addition to the seeded one. It always has an organization and
 * a project, because keys have their roles on them.
 * @throws InvalidWorldError for records that an operation refuses.
 */
export function foundOwn(own: OwnWorld, founding: Founding, watcher?: StoreWatcher, machine?: string): OpenedWorld {
  const { seed, now, given } = founding;
  const base = own.extends === "default" ? seedWorld(seed, now, watcher, machine, given) : undefined;
  const state = base?.state ?? emptyState(seed, watcher, machine);
  const organizations = placesOf(
    own.organizations,
    state.organizations,
    (name, id): Organization => ({
      id: id ?? idOf(seed, "organizations", name),
      name,
    }),
  );
  const [
    first = added(state.organizations, { id: idOf(seed, "organizations", "Organization A"), name: "Organization A" }),
  ] = base === undefined ? organizations : state.organizations.values();
  const projects = placesOf(
    own.projects,
    state.projects,
    (name, id, { organization }): Project => ({
      id: id ?? idOf(seed, "projects", name),
      name,
      orgId: [...state.organizations.values()].find((one) => one.name === organization)?.id ?? first.id,
    }),
  );
  if (base === undefined && projects.length === 0)
    projects.push(
      added(state.projects, { id: idOf(seed, "projects", "Project A"), name: "Project A", orgId: first.id }),
    );
  const [main = { id: "", name: "", orgId: first.id }, ...others] = projects;
  const places = {
    organizations: [first, ...[...state.organizations.values()].filter(({ id }) => id !== first.id)] as const,
    projects: [main, ...others] as const,
  };
  const world = () =>
    base === undefined ? worldOfOwn(places, state) : { ...base.world, projectIds: projects.map(({ id }) => id) };
  // A complete service, so that its operations create the same records as those of a server.
  const service = createService({
    ...{ profile: neutral, opened: { world: world(), state }, clock: standingClock(now), speed: 1, behaviour: honest },
    ...{ vouching: undefined, secrets: makeSecrets(), tell: () => {} },
  });
  const problems: WorldProblem[] = (own.projects ?? []).flatMap((stated, index) => {
    const project = projects[index];
    return project === undefined ? [] : furnishOwn(stated, project, `/projects/${index}`, { service, seed, now });
  });
  if (problems.length > 0) throw new InvalidWorldError(problems);
  return { world: world(), state };
}

function emptyState(seed: number, watcher: StoreWatcher | undefined, machine: string | undefined): State {
  const random = createRandom(seed);
  const stores = createRecordStores(watcher);
  return { ...stores, organizations: new Map(), projects: new Map(), attempts: [], newId: idMaker(random, machine) };
}

interface Stated {
  readonly name: string;
  readonly id?: string;
  readonly organization?: string;
}

/** Each stated organization or project: the existing one with that name, or a new one. */
function placesOf<T extends { readonly id: string; readonly name: string }>(
  stated: readonly Stated[] | undefined,
  known: Map<string, T>,
  make: (name: string, id: string | undefined, stated: Stated) => T,
): T[] {
  return (stated ?? []).map((one) => {
    const there = [...known.values()].find(({ name }) => name === one.name);
    return there ?? added(known, make(one.name, one.id, one));
  });
}

function added<T extends { readonly id: string }>(known: Map<string, T>, one: T): T {
  known.set(one.id, one);
  return one;
}
