import { PATH_PARAMETERS, pathParameterNames, readText } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import type { Risk } from "../ground/risk.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";

/*
 * Where a call works and what it may do there, before it is sent.
 */

type Known = Readonly<Record<string, string | undefined>>;

/** The method of a call, and the path of its operation with the names of its parameters. */
export function routeOf(
  { operation, version, method }: Call,
  { contract }: Target,
): { readonly method: string; readonly path: string } {
  const route = contract.route(operation, version);
  return { method: method ?? route?.method ?? "GET", path: route?.path ?? "" };
}

/** Every path parameter of a call, including those that come from the world. */
export function pathOf(call: Call, target: Target, world: World): Path {
  const fixtures: Known = fixturesFor(world, call.operation);
  return Object.fromEntries(
    pathParameterNames(routeOf(call, target).path).flatMap((name) => {
      const value = call.rawPath?.[name] ?? call.path?.[name] ?? fixtures[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The place where the target would carry out a request: a known value replaces each malformed one in its path. */
export function placeOf(call: Call, target: Target, world: World): Path {
  const fixtures: Known = fixturesFor(world, call.operation);
  return Object.fromEntries(
    Object.entries(pathOf(call, target, world)).map(([name, value]) => {
      const fits = readText(PATH_PARAMETERS[name] ?? {}, value).kind === "value";
      return [name, fits ? value : (fixtures[name] ?? value)];
    }),
  );
}

/**
 * The risk of a request: that of its operation, or that of its method if the method or path is not the operation's own.
 */
export function riskOf(call: Call, target: Target): Risk {
  if (call.method === undefined && call.elsewhere === undefined) return target.contract.operation(call.operation).risk;
  switch (routeOf(call, target).method) {
    case "DELETE":
      return "delete";
    case "POST":
      return "create";
    default:
      return "update";
  }
}
