import type { Role } from "@plumbline/schemas";
import type { Fixtures } from "../../target/fixtures.ts";
import type { Target } from "../../target/target.ts";
import { askerWith } from "../asker-of.ts";
import type { Asker, Passed } from "../passed.ts";

/** The holder of a request's key, according to the target file; `somebody` is unknown and may have any roles. */
export type Holder = "main" | "noRole" | "none" | "somebody" | { readonly role: Role };

/** The path parameters that the roles of a key apply to. */
const PLACES = ["groupId", "orgId"] as const;

/** Finds the holder of a key by its user name. */
export class Holders {
  readonly #fixtures: Fixtures;
  readonly #known = new Map<Asker, Holder>([["none", "none"]]);

  constructor({ credentials: { main, noRole, byRole = {} }, fixtures }: Target) {
    this.#fixtures = fixtures;
    const all = [
      ...Object.entries(byRole).map(([role, key]) => [key, { role: role as Role }] as const),
      [noRole, "noRole"] as const,
      // The main key may also serve other purposes. It comes last, so that it wins.
      [main, "main"] as const,
    ];
    for (const [key, holder] of all) {
      const asker = key && askerWith(key);
      if (asker !== undefined && asker !== "bearer" && asker !== "none") this.#known.set(asker, holder);
    }
  }

  /** The target file states roles only for its own project and organisation, so elsewhere the holder is `somebody`. */
  of({ asker, recognised: { captured } }: Passed): Holder {
    const isHere = PLACES.every((name) => captured[name] === undefined || captured[name] === this.#fixtures[name]);
    return isHere ? (this.#known.get(asker) ?? "somebody") : "somebody";
  }
}
