import { OPERATION_IDS, operations } from "../operations.ts";
import { pathParameterNames } from "../parameters.ts";
import { INTERFACE_VERSIONS } from "../versions.ts";
import { InvalidProfileError } from "./invalid-profile-error.ts";
import type { Profile } from "./profile.ts";

/**
 * Refuses a profile whose names collide or whose paths lack a parameter.
 * @throws InvalidProfileError naming the place by JSON pointer.
 */
export function checkProfile(profile: Profile): Profile {
  if (!/^[A-Za-z0-9._~-]+$/.test(profile.product)) {
    throw new InvalidProfileError(
      "/product",
      `expected one path segment of letters, digits, ".", "_", "~" or "-", received "${profile.product}"`,
    );
  }
  checkRenames("fields", profile.fields);
  checkRenames("headers", profile.headers);
  for (const [member, names] of Object.entries(profile.values)) checkRenames(`values/${member}`, names);
  for (const id of OPERATION_IDS) {
    const wanted = operations[id].standalone ?? Object.values(operations[id].routes)[0];
    for (const version of INTERFACE_VERSIONS) {
      const route = profile.routes[id]?.[version];
      if (route) checkPath(`/routes/${id}/${version}/path`, route.path, wanted?.path ?? "");
    }
    const path = profile.standalonePaths[id];
    if (path) checkPath(`/standalonePaths/${id}`, path, wanted?.path ?? "");
  }
  return profile;
}

function checkRenames(table: string, names: Readonly<Record<string, string>>): void {
  const taken = new Map<string, string>();
  for (const [from, to] of Object.entries(names)) {
    const other = taken.get(to);
    if (other !== undefined) {
      throw new InvalidProfileError(
        `/${table}/${from}`,
        `"${to}" is already the wire name of "${other}"; two names cannot share one`,
      );
    }
    taken.set(to, from);
  }
  for (const [from, to] of Object.entries(names)) {
    if (from !== to && Object.hasOwn(names, to)) {
      throw new InvalidProfileError(
        `/${table}/${from}`,
        `"${to}" is itself a neutral name that this profile renames; the two would be confused`,
      );
    }
  }
}

function checkPath(pointer: string, path: string, wanted: string): void {
  if (!path.startsWith("/"))
    throw new InvalidProfileError(pointer, `expected a path that starts with "/", received "${path}"`);
  const has = [...pathParameterNames(path)].sort().join(", ");
  const needs = [...pathParameterNames(wanted)].sort().join(", ");
  if (has !== needs)
    throw new InvalidProfileError(pointer, `expected the parameters {${needs}}, received {${has}} in "${path}"`);
}
