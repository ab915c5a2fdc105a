import type { OperationId, RouteVersion } from "@plumbline/schemas";
import fc from "fast-check";
import type { Came, Observation } from "./observation.ts";

/*
 * A service of alert configurations, defined only by a history: every request takes effect at one moment between its
 * beginning and its end, and some answers are lost.
 */

export const PROJECT = "32b6e34b3d91647abb20e7b8";

export interface Step {
  readonly does: "create" | "get" | "list" | "remove" | "replace" | "toggle";
  /** The index of a record among those created so far. */
  readonly which: number;
  readonly value: number;
  readonly version: RouteVersion;
  /** Milliseconds from the moment of the previous step to the moment of this one. */
  readonly after: number;
  /** Milliseconds from the beginning of the request to that moment, and from that moment to its end. */
  readonly before: number;
  readonly behind: number;
  readonly fate: "answered" | "lost" | "refused";
}

export const steps = (most: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.record({
      does: fc.constantFrom<Step["does"][]>(
        "create",
        "get",
        "get",
        "list",
        "list",
        "remove",
        "replace",
        "toggle",
        "toggle",
      ),
      which: fc.nat(3),
      value: fc.nat(2),
      version: fc.constantFrom<RouteVersion[]>("1.0", "2"),
      after: fc.nat(2_500),
      before: fc.nat(3_000),
      behind: fc.nat(3_000),
      fate: fc.constantFrom<Step["fate"][]>(
        "answered",
        "answered",
        "answered",
        "answered",
        "answered",
        "lost",
        "refused",
      ),
    }),
    { minLength: 2, maxLength: most },
  );

interface Config {
  readonly id: string;
  readonly enabled: boolean;
  readonly eventTypeName: string;
}

type State = ReadonlyMap<string, Config>;

const idOf = (number: number): string => number.toString(16).padStart(24, "0");

/** The outcome of a request, and the state after it. */
function carriedOut(
  state: State,
  step: Step,
  number: number,
): { readonly state: State; readonly came: Came; readonly id: string } {
  const ids = Array.from({ length: 40 }, (_, at) => idOf(at)).filter(
    (id) => state.has(id) || Number.parseInt(id, 16) < 4,
  );
  const id = step.does === "create" ? idOf(number) : (ids[step.which % Math.max(1, ids.length)] ?? idOf(0));
  const known = state.get(id);
  const done = (json: unknown): Came => ({ kind: "done", json });
  const missing: Came = { kind: "refused", status: 404 };
  const refused: Came = { kind: "refused", status: 400 };
  const isWrite = step.does !== "get" && step.does !== "list";
  if (isWrite && step.fate === "refused") return { state, came: refused, id };
  switch (step.does) {
    case "create": {
      const made = { id, enabled: step.value > 0, eventTypeName: `EVENT_${step.value}` };
      return { state: new Map([...state, [id, made]]), came: done(made), id };
    }
    case "get":
      return { state, came: known === undefined ? missing : done(known), id };
    case "list":
      return { state, came: done({ results: [...state.values()], totalCount: state.size }), id };
    case "remove": {
      if (known === undefined) return { state, came: missing, id };
      return { state: new Map([...state].filter(([key]) => key !== id)), came: done(undefined), id };
    }
    case "replace":
    case "toggle": {
      if (known === undefined) return { state, came: missing, id };
      const change = step.does === "toggle" ? { enabled: step.value > 0 } : { eventTypeName: `EVENT_${step.value}` };
      const next = { ...known, ...change };
      return { state: new Map([...state, [id, next]]), came: done(next), id };
    }
    default:
      return step.does satisfies never;
  }
}

const OPERATIONS: Readonly<Record<Step["does"], OperationId>> = {
  create: "createAlertConfig",
  get: "getAlertConfig",
  list: "listAlertConfigs",
  remove: "deleteAlertConfig",
  replace: "updateAlertConfig",
  toggle: "setAlertConfigEnabled",
};

/**
 * The observations of a history, in the order in which they end. `lie` may replace the outcome of a step. A read shows
 * at random either the current state or the state `lag` milliseconds before.
 */
export function historyOf(
  all: readonly Step[],
  lie: (came: Came, step: Step, at: number, state: State) => Came = (came) => came,
  lag = 0,
): readonly Observation[] {
  let state: State = new Map();
  const states: { readonly at: number; readonly state: State }[] = [{ at: Number.NEGATIVE_INFINITY, state }];
  let moment = 0;
  const observations = all.map((step, number): Observation => {
    moment += step.after;
    const isRead = step.does === "get" || step.does === "list";
    const since = moment - (lag * step.value) / 2;
    const seen = isRead ? states.findLast(({ at }) => at <= since)?.state : state;
    const result = carriedOut(seen ?? new Map(), step, number);
    if (!isRead) {
      state = result.state;
      states.push({ at: moment, state });
    }
    const came: Came = step.fate === "lost" && !isRead ? { kind: "unknown" } : lie(result.came, step, number, state);
    const path =
      step.does === "list" || step.does === "create"
        ? { groupId: PROJECT }
        : { groupId: PROJECT, alertConfigId: result.id };
    return {
      exchange: `x${number}`,
      operation: OPERATIONS[step.does],
      version: step.version,
      path,
      query: {},
      sent: undefined,
      came,
      began: moment - step.before,
      ended: moment + step.behind,
    };
  });
  return observations.toSorted((one, other) => one.ended - other.ended);
}
