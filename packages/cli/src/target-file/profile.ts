import {
  BUNDLED_PROFILES,
  checkProfile,
  INTERFACE_VERSIONS,
  isOperationId,
  nearest,
  OPERATION_IDS,
  type OperationId,
  operations,
  type Profile,
  type Route,
} from "@plumbline/schemas";
import { UsageError } from "../usage-error.ts";
import type { ProfileChange, StatedRoute, StatedRoutes, TargetFile } from "./target-file.ts";

const bundled = (name: string): Profile | undefined => BUNDLED_PROFILES.find((profile) => profile.name === name);

/** Whether `--profile` names a file: then it contains a dot or a slash. */
export const isProfileFile = (name: string): boolean => /[./\\]/.test(name);

/** @throws UsageError that names the nearest profile. */
export function bundledProfile(name: string): Profile {
  const found = bundled(name);
  if (found) return found;
  throw new UsageError(profileNameMistake(name));
}

/**
 * The mistake in the name of a profile that is not bundled, with the nearest bundled name; `undefined` for a bundled
 * one.
 */
export function profileNameMistake(name: string): string | undefined {
  if (bundled(name)) return undefined;
  if (isProfileFile(name))
    return "expected the name of a profile, received the name of a file: copy its content here, or give it with --profile and a URL target";
  const names = BUNDLED_PROFILES.map((profile) => profile.name);
  const close = nearest(name, names);
  return `there is no profile "${name}": ${close ? `did you mean "${close}"?` : `Plumbline has ${names.join(" and ")}`}`;
}

/**
 * Whether the user stated the paths of a server by naming a profile; other words in a profile say nothing about paths.
 */
export const statesPaths = (profile: TargetFile["profile"]): boolean =>
  typeof profile === "string" || profile?.base !== undefined;

/** The members of a target file that state this profile: the name of a bundled one, or all differences from neutral. */
export function statedProfile(
  profile: Profile,
): Required<Pick<TargetFile, "profile">> & Pick<TargetFile, "operations"> {
  if (BUNDLED_PROFILES.includes(profile)) return { profile: profile.name };
  const { routes, standalonePaths, ...names } = profile;
  const operations: Record<string, StatedRoutes> = Object.fromEntries([
    ...Object.entries(standalonePaths).map(([id, path]) => [id, path === null ? "absent" : { path }]),
    ...Object.entries(routes).map(([id, own]) => [
      id,
      Object.fromEntries(Object.entries(own).map(([version, route]) => [version, route ?? "absent"])),
    ]),
  ]);
  return { profile: { base: "neutral", ...names }, operations };
}

/** The profile of a target file: a bundled one, changed by the file's own names and paths. */
export function profileOf({
  profile,
  operations: stated,
  offers,
}: Pick<TargetFile, "profile" | "operations" | "offers">): Profile {
  const change: ProfileChange = typeof profile === "string" ? { base: profile } : (profile ?? {});
  const { base = "neutral", ...names } = change;
  const under = bundledProfile(base);
  const changed: Profile = {
    ...under,
    ...names,
    name: names.name ?? (isOther(names, stated) ? `${base}, changed` : base),
    fields: { ...under.fields, ...names.fields },
    headers: { ...under.headers, ...names.headers },
    values: { ...under.values, ...names.values },
    moreValues: { ...under.moreValues, ...names.moreValues },
  };
  return checkProfile(withStatedRoutes(changed, { ...notOffered(offers), ...stated }));
}

/** Whether a target has words or paths of its own; the date for Accept does not count. */
const isOther = ({ acceptDate: _asked, ...names }: ProfileChange, stated: TargetFile["operations"]): boolean =>
  Object.keys(names).length + Object.keys(stated ?? {}).length > 0;

/** Everything except the offered operations, as absent. */
function notOffered(offers: readonly string[] | undefined): Readonly<Record<string, StatedRoute>> {
  if (offers === undefined) return {};
  const lacking = OPERATION_IDS.filter((id) => !offers.includes(id) && !offers.includes(operations[id].area));
  return Object.fromEntries(lacking.map((id) => [id, "absent"]));
}

function withStatedRoutes(profile: Profile, all: NonNullable<TargetFile["operations"]>): Profile {
  const routes: Record<string, Partial<Record<"1.0" | "2", Route | null>>> = { ...profile.routes };
  const standalonePaths: Record<string, string | null> = { ...profile.standalonePaths };
  for (const [id, stated] of Object.entries(all)) {
    if (!isOperationId(id)) continue;
    if (operations[id].standalone) {
      if (stated === "absent") standalonePaths[id] = null;
      else if (typeof stated === "object" && "path" in stated) standalonePaths[id] = stated.path;
      continue;
    }
    routes[id] = {
      ...routes[id],
      ...Object.fromEntries(INTERFACE_VERSIONS.flatMap((version) => routeIn(id, version, stated))),
    };
  }
  return { ...profile, routes, standalonePaths };
}

function routeIn(id: OperationId, version: "1.0" | "2", stated: StatedRoutes): [string, Route | null][] {
  const own = typeof stated === "object" && !("path" in stated) ? stated[version] : stated;
  if (own === undefined) return [];
  if (own === "absent") return [[version, null]];
  const method =
    own.method ?? operations[id].routes[version]?.method ?? Object.values(operations[id].routes)[0]?.method ?? "GET";
  return [[version, { method, path: own.path }]];
}
