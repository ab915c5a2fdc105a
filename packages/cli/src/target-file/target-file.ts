import type { Limits } from "@plumbline/conformance";
import type { Method } from "@plumbline/schemas";

/** The two environment variables that hold a key; the file itself never contains a secret. */
export interface KeyVariables {
  readonly public: string;
  readonly private: string;
}
/** The environment variables that hold a client id and its secret. */
export interface AccountVariables {
  readonly id: string;
  readonly secret: string;
}
/** The environment variables of the main credential: a key, a service account or a token. */
export interface MainVariables extends Partial<KeyVariables>, Partial<AccountVariables> {
  readonly token?: string;
}
/** The environment variables that hold a user name and a password. */
export interface UserVariables {
  readonly username: string;
  readonly password: string;
}

/** The route of an operation, or that the server lacks the operation. */
export type StatedRoute = "absent" | { readonly method?: Method; readonly path: string };

/** One route for all versions, or one for each. */
export type StatedRoutes = StatedRoute | { readonly "1.0"?: StatedRoute; readonly "2"?: StatedRoute };

/** Everything a user can say about a server, as read from a target file. */
export interface TargetFile {
  readonly name?: string;
  readonly baseUrl: string;
  readonly metricsUrl?: string;
  readonly versions?: readonly ("1.0" | "2")[];
  readonly profile?: string | ProfileChange;
  readonly operations?: Readonly<Record<string, StatedRoutes>>;
  /** Areas and operations that the server has. Default: all except those that are stated as absent. */
  readonly offers?: readonly string[];
  readonly credentials?: {
    readonly main?: MainVariables;
    /** `stranger` says that the key is not a member of the organization either. */
    readonly noRole?: KeyVariables & { readonly stranger?: boolean };
    readonly otherProject?: KeyVariables;
    readonly roles?: Readonly<Record<string, KeyVariables>>;
    readonly serviceAccount?: AccountVariables;
    readonly blockedServiceAccount?: AccountVariables;
    readonly metrics?: UserVariables;
  };
  /** The server asks for no credentials. */
  readonly authentication?: "none";
  /** "none" if every key that the server accepts may do everything; a list if it has only these roles. */
  readonly roles?: "none" | readonly string[];
  /** Requirements to leave out, each with the reason. */
  readonly skip?: readonly { readonly id: string; readonly reason: string }[];
  readonly fixtures?: Readonly<Record<string, string>>;
  readonly alertConfiguration?: Readonly<Record<string, unknown>>;
  readonly allow?: readonly string[];
  /** How many records of each creating operation may stay. */
  readonly limits?: Limits;
  readonly mock?: boolean;
  /** Secrets may be sent as Basic or Bearer over plain http. */
  readonly cleartext?: boolean;
  /** How many times as fast as usual the server finishes slow operations. */
  readonly speed?: number;
  /** Requests per second, or a text such as 100/min. */
  readonly rate?: number | string;
  /** Timeouts in milliseconds. */
  readonly timeouts?: {
    readonly connect?: number;
    readonly head?: number;
    readonly body?: number;
    readonly total?: number;
  };
  readonly tls?: { readonly ca?: string; readonly insecure?: boolean };
}

/** A profile of the user: a bundled one with other names. */
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
