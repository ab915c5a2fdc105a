import { type Credential, type CredentialUse, credentialUse } from "@plumbline/client";
import type { Credentials } from "../target/target.ts";
import { askerWith } from "./asker-of.ts";
import type { Asker } from "./passed.ts";

/** Says of a request that somebody else signed by which of a target's keys that was, as curl lines name them. */
export class Signers {
  readonly #known = new Map<Asker, CredentialUse>();

  constructor({
    main,
    noRole,
    otherProject,
    byRole = {},
    serviceAccount,
    blockedServiceAccount,
    metrics,
  }: Credentials) {
    const accounts = [blockedServiceAccount, serviceAccount].flatMap((one): readonly Credential[] =>
      one === undefined
        ? []
        : [
            {
              scheme: "basic",
              label: "serviceAccount",
              username: one.clientId,
              password: one.clientSecret,
              ...(one.idVariable !== undefined && { userVariable: one.idVariable }),
              ...(one.secretVariable !== undefined && { secretVariable: one.secretVariable }),
            },
          ],
    );
    // One key may be lent for several purposes: the main key is named first.
    for (const key of [...accounts, metrics, ...Object.values(byRole), otherProject, noRole, main]) {
      const asker = key && askerWith(key);
      if (key !== undefined && asker !== undefined && asker !== "none") this.#known.set(asker, credentialUse(key));
    }
  }

  /** Whoever is not known signs as the client does that sent it. */
  of(asker: Asker, { scheme }: CredentialUse): CredentialUse {
    return this.#known.get(asker) ?? { scheme, ...(scheme !== "none" && { label: "client" }) };
  }
}
