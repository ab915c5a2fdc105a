import type { Limits } from "@plumbline/conformance";
import type { Method } from "@plumbline/schemas";

/** A pair of environment variables that hold a key; the file never holds a secret. */
export interface KeyVariables {
  readonly public: string;
  readonly private: string;
}
/** The environment variables that hold a client id and its secret. */
export interface AccountVariables {
  readonly id: string;
  readonly secret: string;
}
/** Whoever the main credential stands for: a key, a service account, or whoever a token was made out to. */
export interface MainVariables extends Partial<KeyVariables>, Partial<AccountVariables> {
  readonly token?: string;
}
/** The environment variables that hold a user name and a password. */
export interface UserVariables {
  readonly username: string;
  readonly password: string;
}

/** Where an operation is, or that it is not there. */
export type StatedRoute = "absent" | { readonly method?: Method; readonly path: string };

/** The same for all versions, or for each. */
export type StatedRoutes = StatedRoute | { readonly "1.0"?: StatedRoute; readonly "2"?: StatedRoute };

/** Everything a user can say about a server, as read from a target file. */
export interface TargetFile {
  readonly name?: string;
  readonly baseUrl: string;
  readonly metricsUrl?: string;
  readonly versions?: readonly ("1.0" | "2")[];
  readonly profile?: string | ProfileChange;
  readonly operations?: Readonly<Record<string, StatedRoutes>>;
  /** Areas and operations that the server has; without it, all but those that are stated as absent. */
  readonly offers?: readonly string[];
  readonly credentials?: {
    readonly main?: MainVariables;
    /** A stranger is no member of the organization either. */
    readonly noRole?: KeyVariables & { readonly stranger?: boolean };
    readonly otherProject?: KeyVariables;
    readonly roles?: Readonly<Record<string, KeyVariables>>;
    readonly serviceAccount?: AccountVariables;
    readonly blockedServiceAccount?: AccountVariables;
    readonly metrics?: UserVariables;
  };
  /** It asks for no credentials. */
  readonly authentication?: "none";
  /** Each key that it takes may do everything. */
  readonly roles?: "none";
  /** Rules that are left out, each with the reason. */
  readonly skip?: readonly { readonly id: string; readonly reason: string }[];
  readonly fixtures?: Readonly<Record<string, string>>;
  readonly alertConfiguration?: Readonly<Record<string, unknown>>;
  readonly allow?: readonly string[];
  /** How many records of each create may stay. */
  readonly limits?: Limits;
  readonly mock?: boolean;
  /** Secrets may be sent as Basic or Bearer over http. */
  readonly cleartext?: boolean;
  /** How many times as soon as usual it gets done with what takes its time. */
  readonly speed?: number;
  /** Requests per second. */
  readonly rate?: number | string;
  /** Milliseconds. */
  readonly timeouts?: {
    readonly connect?: number;
    readonly head?: number;
    readonly body?: number;
    readonly total?: number;
  };
  readonly tls?: { readonly ca?: string; readonly insecure?: boolean };
}

/** A profile of the user's own: one of the bundled ones with other names. */
export interface ProfileChange {
  readonly base?: string;
  readonly name?: string;
  readonly product?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly moreValues?: Readonly<Record<string, readonly string[]>>;
  readonly providerCodes?: readonly string[];
  readonly analyzerPrefix?: string;
  readonly connectionScheme?: string;
  readonly oldestDate?: string;
  readonly acceptDate?: string;
  readonly tokenScheme?: string;
}
