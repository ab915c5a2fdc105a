import type { NotificationEntry, Reference } from "@plumbline/reference";
import { DURATION_FORM, readDuration } from "@plumbline/reference";
import { nearest } from "@plumbline/schemas/nearest";
import type { AskedEntry } from "./asked-entry.ts";
import { bearsToken } from "./control-token.ts";
import type { RecentEntries } from "./recent-entries.ts";

/** The state that a control server reads and changes. */
export interface ControlState {
  readonly reference: Pick<
    Reference,
    "clock" | "faults" | "profile" | "raise" | "reset" | "switchFaults" | "url" | "variants" | "world"
  >;
  readonly token: string;
  readonly version: string;
  /** When the control server was started, by the machine's clock. */
  readonly began: number;
  readonly requests: RecentEntries<AskedEntry>;
  readonly notifications: RecentEntries<NotificationEntry>;
}

/** A request to the control server. */
export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** An answer of the control server; its body is JSON. */
export interface ControlResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: unknown;
}

type Members = Readonly<Record<string, unknown>>;
type Act = (control: ControlState, body: Members) => ControlResponse;

const ok = (json: unknown): ControlResponse => ({ status: 200, json });

/** The answer to a faulty request: what the server expected and what it received. */
const mistake = (status: number, error: string, more: Members = {}): ControlResponse => ({
  status,
  json: { error, ...more },
});

/** The latest time that the interface can represent. */
const LATEST = Date.parse("9999-12-31T00:00:00Z");

const clockOf = ({ reference }: ControlState): ControlResponse =>
  ok({ now: new Date(reference.clock.now()).toISOString() });

const faultsOf = ({ reference: { faults, variants } }: ControlState): ControlResponse => ok({ faults, variants });

const ROUTES: Readonly<Record<string, Readonly<Record<string, Act>>>> = {
  "/health": {
    GET: ({ reference, version, began }) =>
      ok({
        status: "ok",
        version,
        profile: reference.profile.name,
        url: reference.url,
        uptimeSeconds: Math.round((Date.now() - began) / 1_000),
        now: new Date(reference.clock.now()).toISOString(),
      }),
  },
  "/reset": { POST: reset },
  "/clock": { GET: clockOf, POST: advance },
  "/requests": {
    GET: ({ requests }) => {
      const { entries, forgotten } = requests.read();
      return ok({ requests: entries, forgotten });
    },
  },
  "/notifications": {
    GET: ({ notifications }) => {
      const { entries, forgotten } = notifications.read();
      return ok({ notifications: entries.map(shown), forgotten });
    },
  },
  "/faults": { GET: faultsOf, POST: switchFaults },
  "/events": { POST: raise },
  "/world": { GET: ({ reference }) => ok(reference.world) },
};

/** The path that needs no token. */
const OPEN = "/health";

/** Every route, for the answer to a request for an unknown one. */
export const CONTROL_ROUTES: readonly string[] = Object.entries(ROUTES).flatMap(([path, acts]) =>
  Object.keys(acts).map((method) => `${method} ${path}`),
);

/** Carries out a request. Throws if the reference itself fails. */
export function answerControl(
  control: ControlState,
  { method, path, authorization, body }: ControlRequest,
): ControlResponse {
  const acts = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  if (acts === undefined) {
    const close = nearest(path, Object.keys(ROUTES));
    const hint = close === undefined ? "" : `: did you mean ${close}?`;
    return mistake(404, `there is nothing at ${path}${hint}`, { expected: CONTROL_ROUTES });
  }
  const wanted = method === "HEAD" ? "GET" : method;
  const act = Object.hasOwn(acts, wanted) ? acts[wanted] : undefined;
  if (act === undefined) {
    const Allow = Object.keys(acts).join(", ");
    return { ...mistake(405, `${path} takes ${Allow}`, { expected: Allow, received: method }), headers: { Allow } };
  }
  if (path !== OPEN && !bearsToken(authorization, control.token)) return unauthorized(authorization);
  const members = wanted === "GET" ? {} : membersOf(body);
  if (members !== undefined) return act(control, members);
  return mistake(400, "the body is not a JSON object", { expected: "a JSON object", received: preview(body) });
}

function unauthorized(authorization: string | undefined): ControlResponse {
  const received = authorization === undefined ? "no Authorization header" : "another token, or another scheme";
  const expected = "Authorization: Bearer and the control token, which serve prints and PLUMBLINE_CONTROL_TOKEN sets";
  return {
    ...mistake(401, "the control token is missing or wrong", { expected, received }),
    headers: { "WWW-Authenticate": 'Bearer realm="plumbline control"' },
  };
}

/** The members of a body. An empty body has none; a body that is no JSON object gives `undefined`. */
function membersOf(text: string): Members | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

function reset(control: ControlState, body: Members): ControlResponse {
  const strange = strangerIn(body, []);
  if (strange !== undefined) return strange;
  try {
    control.reference.reset();
  } catch (error) {
    return mistake(500, `the reset failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  control.requests.clear();
  control.notifications.clear();
  return clockOf(control);
}

function advance(control: ControlState, body: Members): ControlResponse {
  const strange = strangerIn(body, ["advance"]);
  if (strange !== undefined) return strange;
  const by = readDuration(body["advance"]);
  const { clock } = control.reference;
  if (by === undefined)
    return mistake(400, `advance is not a duration: expected ${DURATION_FORM}`, {
      expected: DURATION_FORM,
      received: body["advance"] ?? "nothing",
    });
  if (clock.now() + by > LATEST)
    return mistake(400, "advance leads beyond the year 9999", {
      expected: `at most ${LATEST - clock.now()}`,
      received: body["advance"],
    });
  clock.advance(by);
  return clockOf(control);
}

function switchFaults(control: ControlState, body: Members): ControlResponse {
  const strange = strangerIn(body, ["faults"]);
  if (strange !== undefined) return strange;
  const ids = body["faults"];
  const expected = "a list of ids of faults, which plumbline list faults shows";
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string"))
    return mistake(400, 'faults is not a list of ids: expected a list such as ["PG-03"], or [] for none', {
      expected,
      received: ids ?? "nothing",
    });
  try {
    control.reference.switchFaults(ids);
  } catch (error) {
    return mistake(400, error instanceof Error ? error.message : String(error), { expected, received: ids });
  }
  return faultsOf(control);
}

function raise(control: ControlState, body: Members): ControlResponse {
  const strange = strangerIn(body, ["eventTypeName", "projectId", "clusterName"]);
  if (strange !== undefined) return strange;
  const wrong = ["eventTypeName", "projectId", "clusterName"].find(
    (name) => typeof body[name] !== "string" && (name === "eventTypeName" || body[name] !== undefined),
  );
  if (wrong !== undefined)
    return mistake(400, `${wrong} is not a text`, {
      expected:
        'such as { "eventTypeName": "CLUSTER_TAGS_MODIFIED" }, with projectId and clusterName for another place',
      received: body[wrong] ?? "nothing",
    });
  const [eventTypeName, projectId, clusterName] = [
    String(body["eventTypeName"]),
    body["projectId"],
    body["clusterName"],
  ];
  const refused = control.reference.raise(eventTypeName, {
    ...(typeof projectId === "string" && { projectId }),
    ...(typeof clusterName === "string" && { clusterName }),
  });
  if (refused === undefined) return clockOf(control);
  const { member, known } = refused;
  const received = String(body[member] ?? "");
  const close = nearest(received, known);
  const hint = close === undefined ? "" : `: did you mean ${close}?`;
  return mistake(400, `there is no ${member} ${preview(received)}${hint}`, {
    expected: known,
    received: preview(received),
  });
}

/** The answer to a body with an unknown member; `undefined` if all members are known. */
function strangerIn(body: Members, known: readonly string[]): ControlResponse | undefined {
  const name = Object.keys(body).find((one) => !known.includes(one));
  if (name === undefined) return undefined;
  const close = nearest(name, known);
  const expected = known.length === 0 ? "no members" : `only the members ${known.join(", ")}`;
  const hint = close === undefined ? "" : `: did you mean "${close}"?`;
  return mistake(400, `the body has an unknown member ${preview(name)}${hint}`, { expected, received: preview(name) });
}

const shown = ({ at, beforeReset: _before, ...entry }: NotificationEntry): unknown => ({
  at: new Date(at).toISOString(),
  ...entry,
});

const preview = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}...` : text);
