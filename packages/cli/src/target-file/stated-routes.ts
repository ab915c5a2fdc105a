import {
  INTERFACE_VERSIONS,
  isOperationId,
  nearest,
  type OperationId,
  operations,
  pathParameterNames,
} from "@plumbline/schemas";
import type { Mistake } from "./mistake.ts";
import type { StatedRoute, StatedRoutes, TargetFile } from "./target-file.ts";

/** The part before every path of a version. */
const PREFIX = /^\/api\/[^/]+\/v(?:1\.0|2)(?=\/)/;

/** Mistakes in the routes that a file states, and contradictions between these and `offers`. Pure. */
export function mistakesInStatedRoutes({ operations: stated = {}, offers }: Pick<TargetFile, "operations" | "offers">) {
  return Object.entries(stated).flatMap(([id, routes]): readonly Mistake[] => {
    if (!isOperationId(id)) return [];
    const pointer = `/operations/${id}`;
    const own = mistakesIn(id, pointer, routes);
    const contradiction = offers && own.length === 0 ? contradicts(id, routes, offers) : undefined;
    return contradiction === undefined ? own : [{ pointer, text: contradiction }];
  });
}

function mistakesIn(id: OperationId, pointer: string, routes: StatedRoutes): readonly Mistake[] {
  if (routes === "absent") return [];
  const { "1.0": one, "2": two, path } = routes as { "1.0"?: StatedRoute; "2"?: StatedRoute; path?: string };
  const versions = INTERFACE_VERSIONS.filter((version) => (version === "2" ? two : one) !== undefined);
  if (path !== undefined) {
    if (versions.length > 0)
      return [
        { pointer, text: "has a path and versions: give each version a path of its own, or leave the versions out" },
      ];
    return asMistakes(`${pointer}/path`, pathMistake(id, path));
  }
  if (operations[id].standalone)
    return [
      { pointer, text: 'is outside the interface versions: expected absent, or a path such as { path: "/..." }' },
    ];
  return versions.flatMap((version) => {
    const own = version === "2" ? two : one;
    return typeof own === "object" ? asMistakes(`${pointer}/${version}/path`, pathMistake(id, own.path)) : [];
  });
}

const asMistakes = (pointer: string, text: string | undefined): readonly Mistake[] =>
  text === undefined ? [] : [{ pointer, text }];

/** A character that a path must not contain unescaped, except the braces around parameters. */
const STRANGE = /[^\w\-.~!$&'()*+,;=:@/%{}]|%(?![\da-f]{2})/iu;

/** The first mistake in a path, with a suggestion. */
function pathMistake(id: OperationId, path: string): string | undefined {
  const { standalone, routes } = operations[id];
  if (/^https?:/i.test(path)) return "expected a path, received a URL: the part before the path belongs in baseUrl";
  if (!path.startsWith("/")) return `expected a path that starts with "/": did you mean ${JSON.stringify(`/${path}`)}?`;
  if (/[?#]/.test(path)) return "expected a path without a query: leave out the part from ? or # on";
  const strange = STRANGE.exec(path)?.[0];
  if (strange !== undefined)
    return `expected only characters that a path allows (RFC 3986, section 3.3), received ${JSON.stringify(strange)}: leave it out, or write it as ${encodeURIComponent(strange)}`;
  const prefix = standalone ? undefined : PREFIX.exec(path)?.[0];
  if (prefix !== undefined)
    return `Plumbline puts ${prefix} before each path already: did you mean ${JSON.stringify(path.slice(prefix.length))}?`;
  const needed = pathParameterNames((standalone ?? Object.values(routes)[0])?.path ?? "");
  const stated = pathParameterNames(path);
  if ([...needed].sort().join() === [...stated].sort().join()) return undefined;
  const meant = mended(path, needed);
  const names = (list: readonly string[]): string => list.map((name) => `{${name}}`).join(", ") || "none";
  return `expected the parameters ${names(needed)}, received ${names(stated)}${meant === undefined ? "" : `: did you mean ${JSON.stringify(meant)}?`}`;
}

/** The path with its parameters in braces and under their own names; `undefined` if it then still lacks one. */
function mended(path: string, needed: readonly string[]): string | undefined {
  const inBraces = path.replaceAll(/:([a-zA-Z]+)|<([a-zA-Z]+)>/g, (_all, colon, angle) => `{${colon ?? angle}}`);
  const stated = pathParameterNames(inBraces);
  const missing = needed.filter((name) => !stated.includes(name));
  const named = inBraces.replaceAll(/\{([a-zA-Z]+)\}/g, (all, name: string) => {
    if (needed.includes(name)) return all;
    return `{${nearest(name, missing) ?? (missing.length === 1 ? missing[0] : name)}}`;
  });
  return [...needed].sort().join() === [...pathParameterNames(named)].sort().join() ? named : undefined;
}

/** Where the file states both that an operation exists and that it does not. */
function contradicts(id: OperationId, routes: StatedRoutes, offers: readonly string[]): string | undefined {
  const { area } = operations[id];
  const isOffered = offers.includes(id) || offers.includes(area);
  if (isEverywhereAbsent(routes) && offers.includes(id))
    return "is absent here, but offers names it: leave one of the two out";
  if (!isEverywhereAbsent(routes) && !isOffered)
    return `has a path here, but offers does not name it: add ${id} or ${area} to offers, or leave the path out`;
  return undefined;
}

const isEverywhereAbsent = (routes: StatedRoutes): boolean =>
  routes === "absent" || (!("path" in routes) && INTERFACE_VERSIONS.every((version) => routes[version] === "absent"));
