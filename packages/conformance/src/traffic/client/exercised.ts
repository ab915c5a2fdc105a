import { answered } from "@plumbline/client";
import { type BoundRoute, type Contract, isSuccess, type OperationId } from "@plumbline/schemas";
import type { Passed } from "../passed.ts";
import { membersOf, placesIn } from "./places.ts";

/** The parts of a route that requests have used. */
class Used {
  asked = 0;
  taken = 0;
  readonly parameters = new Set<string>();
  readonly members = new Set<string>();
  readonly values = new Set<string>();
}

/** The number of names of one sort, and those that were never used. */
interface Share {
  readonly all: number;
  readonly never: readonly string[];
}

/** How much of one route the requests of the traffic use. */
export interface Exercised {
  readonly operation: OperationId;
  readonly route: BoundRoute;
  readonly asked: number;
  readonly taken: number;
  readonly parameters: Share;
  readonly members: Share;
  /** Listed values, as `place=value`. */
  readonly values: Share;
}

/** Counts the operations, parameters, members and listed values that clients' requests have used. */
export class Coverage {
  readonly #used = new Map<BoundRoute, Used>();

  see({ exchange, call, recognised: { route } }: Passed, contract: Contract): void {
    const used = this.#used.get(route) ?? new Used();
    this.#used.set(route, used);
    used.asked += 1;
    if (answered(exchange) && isSuccess(exchange.response.status)) used.taken += 1;
    for (const [name, text] of Object.entries(call.query ?? {}))
      use(used, used.parameters, listedIn(route), name, text);
    if (route.body === undefined || call.body === undefined) return;
    const places = placesIn(route.body.schema);
    for (const [pointer, text] of membersOf(contract.wire(call.body))) use(used, used.members, places, pointer, text);
  }

  /** How much of a route requests used. */
  of(operation: OperationId, route: BoundRoute): Exercised {
    const used = this.#used.get(route) ?? new Used();
    const places: Listed = route.body === undefined ? new Map() : placesIn(route.body.schema);
    const parameters = listedIn(route);
    const values = [...parameters, ...places].flatMap(([name, place]) =>
      place.values.map((value) => `${name}=${value}`),
    );
    return {
      operation,
      route,
      asked: used.asked,
      taken: used.taken,
      parameters: share([...parameters.keys()], used.parameters),
      members: share([...places.keys()], used.members),
      values: share(values, used.values),
    };
  }
}

type Listed = ReadonlyMap<string, { readonly values: readonly string[] }>;

/** Counts listed names only, because a client may invent any number of names. */
function use(used: Used, names: Set<string>, listed: Listed, name: string, text: string | undefined): void {
  const place = listed.get(name);
  if (place === undefined) return;
  names.add(name);
  if (text !== undefined && place.values.includes(text)) used.values.add(`${name}=${text}`);
}

const listedIn = ({ query }: BoundRoute): Listed =>
  new Map(
    query.map(({ name, schema }) => [name, { values: (schema.enum ?? []).filter((one) => typeof one === "string") }]),
  );

const share = (all: readonly string[], used: ReadonlySet<string>): Share => ({
  all: all.length,
  never: all.filter((one) => !used.has(one)),
});

/** The most names in a text. */
const MOST = 12;

/** The used and the unused parts of a route, in words for the report. */
export function exercisedText({ asked, taken, parameters, members, values }: Exercised): string {
  const parts = [
    ["parameters", parameters],
    ["members", members],
    ["listed values", values],
  ] as const;
  const shares = parts.flatMap(([name, { all, never }]) => {
    if (all === 0) return [];
    const more = never.length > MOST ? ` and ${never.length - MOST} more` : "";
    const rest = never.length === 0 ? "" : `, never ${never.slice(0, MOST).join(", ")}${more}`;
    return [`${all - never.length} of ${all} ${name}${rest}`];
  });
  return [`asked ${asked === 1 ? "once" : `${asked} times`}, ${taken} taken`, ...shares].join("; ");
}

/** The same sums over all routes. */
export function exercisedInAll(all: readonly Exercised[]): string {
  const asked = all.filter((one) => one.asked > 0).length;
  const sums = (["parameters", "members", "values"] as const).map((name) => {
    const total = all.reduce((sum, one) => sum + one[name].all, 0);
    const never = all.reduce((sum, one) => sum + one[name].never.length, 0);
    return `${total - never} of ${total} ${name === "values" ? "listed values" : name}`;
  });
  return `requests used ${asked} of ${all.length} routes, ${sums.join(", ")}`;
}
