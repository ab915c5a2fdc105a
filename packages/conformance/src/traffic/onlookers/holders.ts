import type { Role } from "@plumbline/schemas";
import type { Fixtures } from "../../target/fixtures.ts";
import type { Target } from "../../target/target.ts";
import { askerWith } from "../asker-of.ts";
import type { Asker, Passed } from "../passed.ts";

/** Whose key a request carries, as far as the target file says; `somebody` else may have any roles. */
export type Holder = "main" | "noRole" | "none" | "somebody" | { readonly role: Role };

/** What the roles of a key are on. */
const PLACES = ["groupId", "orgId"] as const;

/** Tells by the names of keys whose they are. */
export class Holders {
  readonly #fixtures: Fixtures;
  readonly #known = new Map<Asker, Holder>([["none", "none"]]);

  constructor({ credentials: { main, noRole, byRole = {} }, fixtures }: Target) {
    this.#fixtures = fixtures;
    const all = [
      ...Object.entries(byRole).map(([role, key]) => [key, { role: role as Role }] as const),
      [noRole, "noRole"] as const,
      // One key may be lent for several purposes; then it has all roles.
      [main, "main"] as const,
    ];
    for (const [key, holder] of all) {
      const asker = key && askerWith(key);
      if (asker !== undefined && asker !== "bearer" && asker !== "none") this.#known.set(asker, holder);
    }
  }

  /** What a key may do elsewhere, nobody has said. */
  of({ asker, recognised: { captured } }: Passed): Holder {
    const isHere = PLACES.every((name) => captured[name] === undefined || captured[name] === this.#fixtures[name]);
    return isHere ? (this.#known.get(asker) ?? "somebody") : "somebody";
  }
}
