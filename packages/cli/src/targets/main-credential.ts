import { type ConnectOptions, type Credential, connect } from "@plumbline/client";
import type { Contract } from "@plumbline/schemas";
import { accountTokens } from "./account-tokens.ts";

/** What a target file says of the main credential, with the values of its variables. */
export type MainGiven =
  | { readonly kind: "key"; readonly key: Credential }
  | { readonly kind: "account"; readonly account: Extract<Credential, { scheme: "basic" }> }
  | { readonly kind: "token"; readonly token: string; readonly secretVariable: string };

/** The main credential as it is sent, the secrets that stand behind it, and what ends with the target. */
export interface MainCredential {
  readonly credential: Credential;
  readonly secrets: readonly string[];
  readonly close: () => void;
}

/**
 * Makes the credential that most of a run is sent with. Tokens of an account are asked for on a line of their own, so that no
 * exchange of the run holds one.
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
