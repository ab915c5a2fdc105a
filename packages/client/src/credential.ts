import type { CredentialUse } from "./exchange.ts";
import type { TokenSource } from "./token-source.ts";

interface PasswordCredential {
  /** The name that reports and the curl line show in place of the secret. */
  readonly label: string;
  readonly username: string;
  readonly password: string;
  /** Environment variables that hold user name and secret, for the curl line. */
  readonly userVariable?: string;
  readonly secretVariable?: string;
  /** The invented one of the two, which fits no account. The curl line invents one as well. */
  readonly madeUp?: "user" | "secret";
}

/**
 * The keys that a request carries, and the scheme. `raw` sends a hand-made Authorization value and answers no
 * challenge.
 */
export type Credential =
  | ({ readonly scheme: "digest" } & PasswordCredential)
  | ({ readonly scheme: "basic" } & PasswordCredential)
  | {
      readonly scheme: "bearer";
      readonly label: string;
      readonly source: TokenSource;
      /** The scheme word before the token. @default "Bearer" */
      readonly word?: string;
      readonly secretVariable?: string;
    }
  | { readonly scheme: "raw"; readonly label: string; readonly authorization: string }
  | { readonly scheme: "none" };

/** The part of a credential that may be recorded. A raw one counts as "none", because only its label is known. */
export function credentialUse(credential: Credential): CredentialUse {
  switch (credential.scheme) {
    case "none":
      return NO_CREDENTIAL;
    case "raw":
      return { scheme: "none", label: credential.label };
    case "digest":
    case "basic":
      return {
        scheme: credential.scheme,
        label: credential.label,
        ...(credential.userVariable !== undefined && { userVariable: credential.userVariable }),
        ...(credential.secretVariable !== undefined && { secretVariable: credential.secretVariable }),
        ...(credential.madeUp !== undefined && { madeUp: credential.madeUp }),
      };
    case "bearer":
      return {
        scheme: "bearer",
        label: credential.label,
        ...(credential.secretVariable !== undefined && { secretVariable: credential.secretVariable }),
      };
    default:
      return credential satisfies never;
  }
}

/** For requests without a credential. */
export const NO_CREDENTIAL: CredentialUse = { scheme: "none" };
