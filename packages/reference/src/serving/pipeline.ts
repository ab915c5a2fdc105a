import { admitToMetrics, admitToService, admitToTokens, type Caller, keyHolder } from "../auth/authenticate.ts";
import { inAdopted } from "../auth/in-adopted.ts";
import type { Mount } from "../decisions/mount.ts";
import type { Place } from "../decisions/place.ts";
import type { Call, Handler } from "../handlers/handler.ts";
import { handlers } from "../handlers/handlers.ts";
import { readBody } from "../http/body.ts";
import type { Incoming } from "../http/incoming.ts";
import { givenOf, readParameters } from "../http/parameters.ts";
import { parseQuery } from "../http/query.ts";
import { type Answer, type Outcome, PLAIN, render, renderRefusal, type Style } from "../http/render.ts";
import type { Found } from "../http/router.ts";
import { notFound, Refusal } from "../refusal.ts";
import type { Service } from "../service.ts";
import type { State } from "../world/state.ts";
import { besideOf } from "./beside-of.ts";

type Query = ReadonlyMap<string, readonly string[]> | undefined;

/** The answer to a request, and its operation. */
export interface Served {
  readonly answer: Answer;
  readonly mount?: Mount;
}

/**
 * Checks the route, the caller, the caller's permission and the request's form, then runs the handler of the operation.
 */
export async function serve(service: Service, request: Incoming): Promise<Served> {
  const routing = service.router.find(request.method, request.path);
  switch (routing.kind) {
    case "nothing":
      return {
        answer: renderRefusal(service, undefined, PLAIN, notFound("RESOURCE_NOT_FOUND", "There is no such resource.")),
      };
    case "other-methods": {
      const [mount] = routing.mounts;
      const Allow = routing.mounts.map(({ method }) => method).join(", ");
      const refusal = new Refusal(405, "METHOD_NOT_ALLOWED", `This resource takes ${Allow}.`, { Allow });
      return { answer: renderRefusal(service, mount, PLAIN, refusal) };
    }
    case "found": {
      const query = parseQuery(request.query);
      const outcome = await carryOut(service, routing, request, query);
      return {
        answer: render(service, routing.mount, styleOf(routing.mount, query, request), outcome),
        mount: routing.mount,
      };
    }
    default:
      return routing satisfies never;
  }
}

async function carryOut(service: Service, found: Found, request: Incoming, query: Query): Promise<Outcome> {
  const caller = known(service, admit(service, found.mount, request), found);
  const outcome = caller instanceof Refusal ? caller : await carryOutFor(caller, service, found, request, query);
  const isKeptOut =
    !(outcome instanceof Refusal) ||
    ![401, 403].includes(outcome.status) ||
    service.behaviour.keepsOut(found.mount.operation, outcome.status);
  if (!isKeptOut) await carryOutFor(keyHolder(service.auth.mainKey), service, found, request, query);
  return outcome;
}

async function carryOutFor(
  caller: Caller,
  service: Service,
  found: Found,
  request: Incoming,
  query: Query,
): Promise<Outcome> {
  const { mount, captured } = found;
  const { alerting, behaviour, clock, contract, state } = service;
  const addressed = placeOf(state, (name) => captured.get(name));
  const namesPlace = captured.has("groupId") || captured.has("orgId");
  const unsettled = namesPlace && addressed === undefined && behaviour.waitsForPlace();
  const forbidden = unsettled ? undefined : forbids(service, mount, caller, addressed);
  if (forbidden !== undefined) return forbidden;
  const product = contract.profile.product;
  // The token endpoint has no status for this, and answers only JSON.
  if (caller.kind !== "client" && !behaviour.accepts(request.header("accept"), mount.version, contract.profile)) {
    return new Refusal(406, "NOT_ACCEPTABLE", `Ask for ${behaviour.mediaType(mount.version, product) ?? "JSON"}.`);
  }
  const values = readParameters(found, query, behaviour);
  if (values instanceof Refusal) return values;
  const place = placeOf(state, (name) => values.text(name));
  const late = unsettled && place !== undefined ? forbids(service, mount, caller, place) : undefined;
  if (late !== undefined) return late;
  const body = await readBody(mount.operation, request, {
    profile: contract.profile,
    renames: service.renames,
    validator: service.validator,
    behaviour,
    onRefused: (kept) => {
      const now = clock.now();
      perform(handlers[kept.operation], { ...kept, values, version: mount.version, caller, service, now }, place);
    },
  });
  if (body instanceof Refusal) {
    besideOf({ operation: mount.id, values, body: undefined, service, now: clock.now() })("refused");
    return body;
  }
  const { id: operation, version } = mount;
  const call: Call = { operation, values, version, body, caller, service, now: clock.now() };
  try {
    alerting.settle(call.now);
    const beside = besideOf(call);
    const outcome = perform(handlers[mount.id], call, place);
    beside(outcome instanceof Refusal ? "refused" : "accepted");
    service.keep();
    return outcome;
  } catch (error) {
    service.takeBack();
    throw error;
  }
}

function perform(handler: Handler, call: Call, place: Place): Outcome {
  switch (handler.scope) {
    case "service":
      return handler.handle(call);
    case "organization":
      return place === undefined || "orgId" in place
        ? notFound("ORG_NOT_FOUND", "There is no such organization.")
        : handler.handle({ ...call, organization: place });
    case "project":
      return place === undefined || !("orgId" in place)
        ? notFound("GROUP_NOT_FOUND", "There is no such project.")
        : handler.handle({ ...call, project: place });
    default:
      return handler satisfies never;
  }
}

function placeOf({ projects, organizations }: State, textOf: (name: string) => string | undefined): Place {
  return projects.get(textOf("groupId") ?? "") ?? organizations.get(textOf("orgId") ?? "");
}

/** An admitted caller, with its permissions in places that were added later. */
function known(service: Service, caller: Caller | Refusal, { captured }: Found): Caller | Refusal {
  if (caller instanceof Refusal || !("grant" in caller)) return caller;
  return { ...caller, grant: inAdopted(caller.grant, service, captured.get("orgId")) };
}

/** The connections on which a request was admitted. */
const knownConnections = new WeakSet<object>();

function admit(service: Service, mount: Mount, request: Incoming): Caller | Refusal {
  const caller = admitTo(service, mount, request);
  if (!(caller instanceof Refusal)) knownConnections.add(request.connection);
  return caller;
}

function admitTo(service: Service, { operation }: Mount, request: Incoming): Caller | Refusal {
  const anonymous = service.behaviour.admitsAnonymous(operation, knownConnections.has(request.connection));
  switch (operation.authentication) {
    case "digest":
      return admitToService(service.auth, request, anonymous);
    case "metrics":
      return admitToMetrics(service.auth, request, anonymous);
    case "clientCredentials":
      return admitToTokens(service.auth, request);
    default:
      return operation.authentication satisfies never;
  }
}

function forbids(service: Service, { operation }: Mount, caller: Caller, place: Place): Refusal | undefined {
  switch (caller.kind) {
    case "key":
    case "token": {
      if (service.behaviour.allowed(operation, service.behaviour.heldRoles(caller.grant, place))) return undefined;
      return new Refusal(403, "ACCESS_FORBIDDEN", "The caller has none of the roles that this operation needs.");
    }
    case "metrics":
      if (place === undefined || !("orgId" in place) || place.orgId === caller.orgId) return undefined;
      return new Refusal(403, "ACCESS_FORBIDDEN", "The metrics user belongs to another organization.");
    case "client":
      return undefined;
    default:
      return caller satisfies never;
  }
}

/** Refusals before the parameters are read also use the envelope, if the query clearly asks for it. */
function styleOf({ operation }: Mount, query: Query, request: Incoming): Style {
  const wished = (name: string): boolean => {
    const texts = query?.get(name) ?? [];
    return texts.length === 1 && texts[0] === "true" && operation.query.some((parameter) => parameter.name === name);
  };
  const given = givenOf(operation, query);
  return { envelope: wished("envelope"), pretty: wished("pretty"), given, accept: request.header("accept") };
}
