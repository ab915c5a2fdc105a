import { type Credential, type CredentialUse, credentialUse } from "@plumbline/client";
import type { Credentials } from "../target/target.ts";
import { askerWith } from "./asker-of.ts";
import type { Asker } from "./passed.ts";

/** Finds the target's key that signed a client's request, with the names that curl lines show. */
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
    // One key may serve several purposes; the main key comes last, so that it wins.
    for (const key of [...accounts, metrics, ...Object.values(byRole), otherProject, noRole, main]) {
      const asker = key && askerWith(key);
      if (key !== undefined && asker !== undefined && asker !== "none") this.#known.set(asker, credentialUse(key));
    }
  }

  /**
   * The known key of a caller. An unknown caller keeps its scheme and, unless that is `none`, gets the label `client`.
   */
  of(asker: Asker, { scheme }: CredentialUse): CredentialUse {
    return this.#known.get(asker) ?? { scheme, ...(scheme !== "none" && { label: "client" }) };
  }
}
