import { type ConnectOptions, type Credential, connect } from "@plumbline/client";
import type { Contract } from "@plumbline/schemas";
import { accountTokens } from "./account-tokens.ts";

/** The main credential of a target file, with the values of its variables. */
export type MainGiven =
  | { readonly kind: "key"; readonly key: Credential }
  | { readonly kind: "account"; readonly account: Extract<Credential, { scheme: "basic" }> }
  | { readonly kind: "token"; readonly token: string; readonly secretVariable: string };

/** The main credential as it is sent, the secrets behind it, and a function that closes its connection. */
export interface MainCredential {
  readonly credential: Credential;
  readonly secrets: readonly string[];
  readonly close: () => void;
}

/**
 * Makes the credential for most requests of a run. Tokens of a service account are requested on a connection of their
 * own, so that no exchange of the run contains one.
 */
export function mainCredential(
  given: MainGiven,
  {
    baseUrl,
    contract,
    connection,
  }: {
    readonly baseUrl: string;
    readonly contract: Contract;
    readonly connection: Partial<ConnectOptions>;
  },
): MainCredential {
  const word = contract.profile.tokenScheme;
  switch (given.kind) {
    case "key":
      return { credential: given.key, secrets: [], close: () => undefined };
    case "token": {
      const { token, secretVariable } = given;
      const source = { token: async () => token, renew: async () => token };
      const credential = { scheme: "bearer", label: "main", source, word, secretVariable } as const;
      return { credential, secrets: [token], close: () => undefined };
    }
    case "account": {
      const { account } = given;
      const line = connect({ ...connection, origins: [baseUrl], connections: 1, markRequests: false });
      const [route] = contract.operation("issueServiceToken").routes;
      const source = accountTokens(line, { baseUrl, account, ...(route && { path: route.path }) });
      const credential = { scheme: "bearer", label: "main", source, word } as const;
      return { credential, secrets: [account.password], close: () => line.close() };
    }
    default:
      return given satisfies never;
  }
}
