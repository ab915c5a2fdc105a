import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { isAbsent, jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import { isHeavy } from "../ground/heavy.ts";
import { inNameOrder } from "../ground/in-name-order.ts";
import { type Fields, fieldsOf, member } from "../ground/json.ts";
import { ignoreNotSent } from "../ground/not-sent-error.ts";
import { described } from "../oracles/described.ts";
import { listIn } from "../oracles/envelope.ts";
import { withoutMoving } from "../oracles/without-moving.ts";
import { withoutIds } from "../writes/backup-policies.ts";
import { KINDS, type Kind, type KindOfRecord, type Sight } from "../writes/kinds.ts";
import { ClusterNames } from "./cluster-names.ts";
import { keyOf } from "./keys.ts";
import { readWhole } from "./read-whole.ts";
import type { CustodyParts } from "./request.ts";
import type { Disturbed } from "./sweep.ts";

/**
 * Kinds that people and services change all day. In a project that the user did not lend to the run, such changes say
 * nothing about the run.
 */
const BUSY: readonly Kind[] = ["alert", "cluster"];
/** The number of records on a page if the request does not ask for another one. */
const USUAL_PAGE = 100;
/**
 * The most places, apart from the own one, in one look: a project with a hundred clusters would need a hundred reads.
 */
const MOST_PLACES = 12;
/** After so many answers in a row that were too large or too late, the run does not read the kind any more. */
const MOST_HEAVY = 3;
/** The same for places that had nothing of the kind at the last look: a change there is unlikely. */
const MOST_BARE = 1;

/** The state of a record at one moment. */
export interface Sighting {
  readonly kind: Kind;
  /** Its id, or the name of its place if each place has exactly one. */
  readonly id: string;
  readonly name: unknown;
  /** The members that do not change by themselves; "none" if a place has nothing of the kind. */
  readonly record: Fields | "none";
  /** It is being deleted, so reads may show it or not. */
  readonly isGoing: boolean;
  /** It is changing its state, so any of its members may change. */
  readonly isMoving: boolean;
  /** When it expires, in milliseconds since the epoch; `undefined` if it does not say. */
  readonly expires: number | undefined;
}

/** All records of some kinds, by kind and id. */
export type Sightings = ReadonlyMap<string, Sighting>;

/** A record that differs between two looks. */
export interface Difference {
  readonly sighting: Sighting;
  /** The members that differ; none if the record vanished. */
  readonly members: readonly string[];
}

type List = Extract<Sight, { how: "list" }>;

/** Reads all records of a kind, so that changes beyond the addressed record become visible. */
export class Observer {
  readonly #parts: CustodyParts;
  /** Ids of the records to read if no list shows them, by the path parameter that addresses them. */
  readonly #idsOf: (parameter: string) => readonly string[];
  /** The place at which the next look at a kind begins, if there are too many for one look. */
  readonly #from = new Map<string, number>();
  /** Places that had nothing of a kind at the last look. */
  readonly #bare = new Map<Kind, Set<string>>();
  /** The addresses of clusters in another project that have the same name as one of the run's project. */
  readonly #namesakes = new Map<string, Path>();
  /** Answers in a row that were too large or too late, by operation. */
  readonly #heavy = new Map<OperationId, number>();
  readonly #clusters: ClusterNames;

  constructor(parts: CustodyParts, idsOf: (parameter: string) => readonly string[]) {
    this.#parts = parts;
    this.#idsOf = idsOf;
    this.#clusters = new ClusterNames(parts);
  }

  /** Whether the run can read the records of a kind. */
  isSeen(kind: Kind): boolean {
    const { sight } = KINDS[kind];
    if (sight === undefined || this.#parts.served(sight.read, "2") === undefined) return false;
    return (this.#heavy.get(sight.read) ?? 0) < MOST_HEAVY;
  }

  /** The key of the place where the run reads a kind. */
  placeOf(kind: Kind, path: Path): string {
    const { sight } = KINDS[kind];
    return sight === undefined ? kind : kind + keyOf(sight.read, this.#within(sight.read, path));
  }

  /** The same; kinds without a list share one key for several places. */
  regionOf(kind: Kind, path: Path): string {
    const { sight } = KINDS[kind];
    // The world supplies path parameters that the path leaves out.
    if (sight === undefined || sight.how === "list") return this.placeOf(kind, { ...this.homeOf(kind), ...path });
    const { [sight.parameter]: _all, ...rest } = path;
    return this.placeOf(kind, rest);
  }

  /**
   * The place where the run works, for reads of a kind. For kinds without a list it leaves out the last parameter,
   * since a look reads several places.
   */
  homeOf(kind: Kind): Path {
    const { sight } = KINDS[kind];
    const version = sight && this.#parts.served(sight.read, "2");
    if (sight === undefined || version === undefined) return {};
    const path = this.#parts.pathOf({ operation: sight.read, version });
    if (sight.how === "list") return path;
    const { [sight.parameter]: _all, ...rest } = path;
    return rest;
  }

  /**
   * Where a kind exists in other projects: the project of another key, and further projects that the main key can read.
   */
  abroadOf(kind: Kind): readonly Path[] {
    const { sight } = KINDS[kind];
    const home = this.homeOf(kind);
    const isOfProject = Object.keys(home).every((name) => name === "groupId");
    if (sight?.how !== "list" || !isOfProject) return [];
    const other = this.#parts.projectOfOthers();
    const siblings = BUSY.includes(kind) ? [] : this.#parts.siblings();
    const projects = new Set([...(other === undefined ? [] : [other]), ...siblings]);
    return [...projects].filter((groupId) => groupId !== home["groupId"]).map((groupId) => ({ groupId }));
  }

  /**
   * Reads the records of some kinds around the address of a request; `undefined` if one kind cannot be read.
   * @param again the result of an earlier look: kinds without a list are read in the same places again
   */
  async look(kinds: readonly Kind[], path: Path, again?: Sightings): Promise<Sightings | undefined> {
    const seen = new Map<string, Sighting>();
    // The reads go out together, so that a look takes one round trip and not one for each place.
    const all = await Promise.all(kinds.map((kind) => this.#all(kind, path, again)));
    for (const own of all) {
      if (own === undefined) return undefined;
      for (const sighting of own) seen.set(`${sighting.kind} ${sighting.id}`, sighting);
    }
    return seen;
  }

  /** Reads a list in the older version too, for the parts that compare all answers of a run. */
  async glimpse(kind: Kind, path: Path): Promise<void> {
    const { sight } = KINDS[kind];
    if (sight?.how !== "list") return;
    const { contract, served } = this.#parts;
    if (served(sight.read, "2") !== "2" || served(sight.read, "1.0") !== "1.0") return;
    const parts = { ask: (call: Call) => this.#ask(call), contract };
    await readWhole(parts, sight.read, "1.0", this.#within(sight.read, path));
  }

  async #all(kind: Kind, path: Path, again: Sightings | undefined): Promise<readonly Sighting[] | undefined> {
    const { sight } = KINDS[kind];
    const version = sight && this.#parts.served(sight.read, "2");
    if (sight === undefined || version === undefined) return [];
    switch (sight.how) {
      case "list": {
        const { read, records: inside } = sight;
        const { contract } = this.#parts;
        const recordsIn = inside && ((json: unknown) => this.#recordsIn(json, sight) ?? []);
        const parts = { ask: (call: Call) => this.#ask(call), contract };
        const records = await readWhole(parts, read, version, this.#within(read, path), recordsIn);
        return records && this.#sightings(kind, sight, records);
      }
      case "places":
        return this.#each(
          kind,
          sight,
          version,
          path,
          again === undefined ? await this.#placesBeside(kind, sight.parameter, path) : idsIn(again, kind),
          again,
        );
      case "ids":
        return this.#each(
          kind,
          sight,
          version,
          path,
          again === undefined ? this.#idsOf(sight.parameter) : idsIn(again, kind),
        );
      default:
        return sight satisfies never;
    }
  }

  /**
   * The records in the answer to a plain read of a list, and whether they are all; `undefined` for any other answer.
   */
  shownIn(kind: Kind, exchange: Exchange): { readonly seen: Sightings; readonly isWhole: boolean } | undefined {
    const { sight } = KINDS[kind];
    if (sight?.how !== "list" || !wasAccepted(exchange)) return undefined;
    const json = jsonOf(exchange);
    const records = this.#recordsIn(json, sight);
    if (records === undefined) return undefined;
    const seen = new Map(this.#sightings(kind, sight, records).map((one) => [`${kind} ${one.id}`, one]));
    const total = member(json, "totalCount");
    const isPaged = this.#parts.contract.operation(sight.read).query.some(({ name }) => name === "itemsPerPage");
    const isAll = typeof total === "number" ? records.length >= total : records.length < USUAL_PAGE;
    return { seen, isWhole: !isPaged || isAll };
  }

  #recordsIn(json: unknown, { read, records: inside }: List): readonly unknown[] | undefined {
    // If the answer is not a list, the schema describes the answer as a whole.
    return inside === undefined ? listIn(json) : inside(this.#described(json, read), this.#parts.contract);
  }

  #sightings(kind: Kind, sight: List, records: readonly unknown[]): readonly Sighting[] {
    return records.flatMap((record) => {
      const id = member(record, this.#parts.contract.field(sight.id));
      return typeof id === "string" ? [this.#sighting(kind, id, record, sight)] : [];
    });
  }

  async #each(
    kind: Kind,
    sight: Exclude<Sight, { how: "list" }>,
    version: RouteVersion,
    path: Path,
    values: readonly string[],
    again?: Sightings,
  ): Promise<readonly Sighting[]> {
    const bare = this.#bare.get(kind) ?? new Set();
    this.#bare.set(kind, bare);
    const shownIn = async (value: string): Promise<readonly Sighting[]> => {
      const where = this.#namesakes.get(value) ?? { ...this.#within(sight.read, path), [sight.parameter]: value };
      const shown = await this.#ask({ operation: sight.read, version, path: where }).catch(ignoreNotSent);
      if (shown === undefined) return [];
      if (wasAccepted(shown)) return [this.#sighting(kind, value, jsonOf(shown), sight)];
      if (isAbsent(shown)) {
        const { clusterName, groupId } = where;
        const wasThere = (again?.get(`${kind} ${value}`)?.record ?? "none") !== "none";
        const isWithout = wasThere && clusterName !== undefined && (await this.#clusters.isGone(groupId, clusterName));
        // A cluster that somebody deletes takes its settings along.
        return [{ ...NONE, kind, id: value, name: value, isMoving: isWithout }];
      }
      // The key of another project may not have permission to read it.
      if (this.#namesakes.has(value)) bare.add(value);
      return [];
    };
    const found = (await Promise.all(values.map(shownIn))).flat();
    for (const { id, record } of found)
      if (isBare(record)) bare.add(id);
      else bare.delete(id);
    return found;
  }

  async #ask(call: Call): Promise<Exchange> {
    const isOfOthers = call.path !== undefined && call.path["groupId"] === this.#parts.projectOfOthers();
    const exchange = await this.#parts.ask(isOfOthers ? { ...call, who: "otherProject" } : call);
    const count = isHeavy(exchange) ? (this.#heavy.get(call.operation) ?? 0) + 1 : 0;
    this.#heavy.set(call.operation, count);
    return exchange;
  }

  #sighting(kind: Kind, id: string, record: unknown, sight: Sight): Sighting {
    const { contract } = this.#parts;
    const { isGoing, isMoving, moves, says }: KindOfRecord = KINDS[kind];
    const wires = moves.map((name) => contract.field(name));
    const isDescribed = sight.how === "list" && sight.records !== undefined;
    const members = Array.isArray(record)
      ? { items: inNameOrder(record) }
      : fieldsOf(isDescribed ? record : this.#described(record, sight.read));
    const expires = member(record, contract.field("expiresAt"));
    return {
      kind,
      id,
      name: member(record, "name"),
      record: fieldsOf(
        withoutMoving({
          ...Object.fromEntries(
            Object.entries(members)
              .filter(([name]) => !wires.includes(name))
              .map(([name, value]) => [name, sight.how === "places" ? withoutIds(value) : value]),
          ),
          ...(says && { state: says(record) }),
        }),
      ),
      isGoing: isGoing?.(record) === true,
      isMoving: isMoving?.(record) === true,
      expires: typeof expires === "string" ? readDate(expires) : undefined,
    };
  }

  /** A record, or a whole answer that is not a list, reduced to the members that the description names. */
  #described(json: unknown, read: OperationId): unknown {
    const { result } = this.#parts.contract.operation(read);
    return described(json, ["items" in result ? result.items : "schema" in result ? result.schema : {}]);
  }

  /** The parameters of a path that another operation also has; the world supplies the others. */
  #within(operation: OperationId, path: Path): Path {
    const names = this.#parts.contract.operation(operation).pathParameters.map(({ name }) => name);
    return Object.fromEntries(Object.entries(path).filter(([name]) => names.includes(name)));
  }

  /** Other places: those that may have something of the kind, and one that had nothing. */
  async #placesBeside(kind: Kind, parameter: "clusterName" | "groupId", path: Path): Promise<readonly string[]> {
    const { projects } = this.#parts;
    const all = parameter === "groupId" ? projects() : await this.#clusters.of(path["groupId"]);
    const others = all.filter((place) => place !== path[parameter]);
    const isKnownBare = (place: string): boolean => this.#bare.get(kind)?.has(place) === true;
    const filled = others.filter((place) => !isKnownBare(place));
    const bare = others.filter(isKnownBare);
    const namesake = parameter === "clusterName" ? this.#namesakeOf(path) : undefined;
    return [
      ...this.#next(kind, filled, MOST_PLACES),
      ...this.#next(`bare ${kind}`, bare, MOST_BARE),
      // Most projects have no cluster of the same name, so the run asks only once.
      ...(namesake === undefined || isKnownBare(namesake) ? [] : [namesake]),
    ];
  }

  /**
   * A cluster of the same name in another project whose key is known: a server that looks up clusters by name alone
   * would change that one.
   */
  #namesakeOf({ clusterName, groupId }: Path): string | undefined {
    const other = this.#parts.projectOfOthers();
    if (other === undefined || clusterName === undefined || groupId === other) return undefined;
    const namesake = `${clusterName} of project ${other}`;
    this.#namesakes.set(namesake, { clusterName, groupId: other });
    return namesake;
  }

  /** A part of a long list, and the next part each time, so that several looks cover all of it. */
  #next(key: string, all: readonly string[], most: number): readonly string[] {
    if (all.length <= most) return all;
    const from = (this.#from.get(key) ?? 0) % all.length;
    this.#from.set(key, from + most);
    return [...all.slice(from), ...all.slice(0, from)].slice(0, most);
  }
}

/**
 * The records that vanished or changed between two looks, except those that were changing their state or expired. Pure.
 * @param now milliseconds since the epoch
 */
export function differences(before: Sightings, after: Sightings, now: number): readonly Difference[] {
  return [...before].flatMap(([key, sighting]) => {
    const other = after.get(key);
    if (sighting.isGoing) return [];
    // If a record is read by its id, an empty answer means that it is gone; a place still exists without its setting.
    const isGone = other?.record === "none" && sighting.record !== "none" && KINDS[sighting.kind].sight?.how === "ids";
    if (other === undefined || other.isGoing || isGone) {
      const mayBeGone = sighting.isMoving || (sighting.expires !== undefined && !(sighting.expires > now));
      return mayBeGone ? [] : [{ sighting, members: [] }];
    }
    if (sighting.isMoving || other.isMoving || isDeepStrictEqual(sighting.record, other.record)) return [];
    return [{ sighting, members: differingMembers(sighting.record, other.record) }];
  });
}

/** The change of a record, in words. */
export const toldOf = ({ sighting: { kind, id }, members }: Difference): Omit<Disturbed, "isOwn"> => ({
  kind,
  id,
  what: members.length === 0 ? "vanished" : `changed in ${members.join(", ")}`,
});

const idsIn = (seen: Sightings, kind: Kind): readonly string[] =>
  [...seen.values()].flatMap((one) => (one.kind === kind ? [one.id] : []));

function differingMembers(one: Fields | "none", other: Fields | "none"): readonly string[] {
  if (one === "none" || other === "none") return ["all of it"];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

/** Whether a place has nothing of a kind, or an empty list. */
function isBare(record: Fields | "none"): boolean {
  if (record === "none") return true;
  const items = record["items"];
  return Array.isArray(items) && items.length === 0;
}

/** A place that has nothing of a kind. */
const NONE = { record: "none", isGoing: false, isMoving: false, expires: undefined } as const;
