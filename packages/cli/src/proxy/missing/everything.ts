import { BUNDLED_PROFILES, type Profile } from "@plumbline/schemas";

/** A profile without absent operations: each gets its route from the bundled profile of the same product. */
export function everythingOf(profile: Profile): Profile {
  const usual = BUNDLED_PROFILES.find(({ product }) => product === profile.product);
  return {
    ...profile,
    routes: Object.fromEntries(
      Object.entries(profile.routes).map(([id, own]) => [
        id,
        present(own, usual?.routes[id as keyof Profile["routes"]] ?? {}),
      ]),
    ),
    standalonePaths: present(profile.standalonePaths, usual?.standalonePaths ?? {}),
  };
}

/** The members of one record; those that are null come from the other record, if it has them. */
function present<T>(
  own: Readonly<Record<string, T | null>>,
  usual: Readonly<Record<string, T | null>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, value]) => {
      const there = value ?? usual[name] ?? null;
      return there === null ? [] : [[name, there] as const];
    }),
  );
}
