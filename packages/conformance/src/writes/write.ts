import type { Exchange } from "@plumbline/client";
import type { Contract, OperationId, RouteVersion, WriteId } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import type { Fields } from "../ground/json.ts";
import type { Fixture } from "../target/fixtures.ts";
import type { World } from "../target/world.ts";
import type { Kind } from "./kinds.ts";

/** The values from which bodies are built. */
export interface BodyParts {
  readonly contract: Contract;
  readonly world: World;
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** A new name, for records that have one. */
  readonly name: string;
}

/** Everything that the suite knows about an operation that changes the target, besides the contract itself. */
export interface Write {
  /** The kind of its records. Other records of this kind must stay unchanged. */
  readonly kind: Kind;
  /** Other kinds whose records the write may change too. */
  readonly reaches?: readonly Reach[];
  /** Members of a body, by neutral name, that command an action instead of describing a state. */
  readonly commands?: readonly Command[];
  /** A body that the target accepts, in neutral words; absent for operations without a body. */
  readonly body?: (parts: BodyParts) => unknown;
  /**
   * Another valid body whose acceptance a requirement needs to see. If the record stays, the run sends this body with
   * the one create that it sends with a query and a lesser role's key. So no record is created for that requirement
   * alone.
   */
  readonly carries?: (parts: BodyParts) => unknown;
  /** A valid body that changes the state that a read of the run's own record showed. Default: `body`. */
  readonly changes?: (shown: unknown, body: unknown, contract: Contract) => unknown;
  /** Records of the target that the body names; a made-up id replaces an unknown record. */
  readonly names?: readonly Fixture[];
  /** Sent with each call that states no query of its own. */
  readonly query?: Readonly<Record<string, string>>;
  /** Where the run gets its own record for this write. */
  readonly on?: On;
  /** The write that must come before, so that this one has a record to work on. */
  readonly after?: WriteId;
  /** Operations of one lane take turns, because they change something that a project or a cluster has only once. */
  readonly lane?: Lane;
  /**
   * Operations of different strands of one lane may run at the same time, because neither reaches what the other
   * changes.
   */
  readonly strand?: "buckets" | "jobs" | "schedules" | "snapshots";
  /** Each call first waits until the previous one is over, for about half a minute at most. */
  readonly slow?: true;
  /** The target may refuse it while another one is not over, so the run retries for a minute. */
  readonly patient?: true;
  readonly effect: Effect;
}

/** Records of another kind that a request changes. */
export interface Reach {
  readonly kind: Kind;
  /** The reason, in a sentence that names its place in the description. */
  readonly because: string;
  /** The members, in neutral words, that change for good; absent if the run restores the records. */
  readonly members?: readonly string[];
  /** Whether this request changes them. After any other request, records of the kind must be unchanged. */
  readonly when: (sent: unknown, query: Readonly<Record<string, string>>, contract: Contract) => boolean;
}

/** A member of a body with an effect that no operation undoes, even if the user permits the operation itself. */
export interface Command {
  readonly member: string;
  /** Its effect as a verb phrase, for the user who must permit it. */
  readonly does: string;
  /** Whether the value has no effect, even for a server with a lenient parser. */
  readonly idle: (value: unknown) => boolean;
  /** It destroys data of the user, so the run never sends it, even if the user permits everything. */
  readonly never?: true;
}

/** Things that exist only once, or that a run creates as rarely as possible. */
export type Lane =
  | "accessRole"
  | "alert"
  | "analyzers"
  | "auditing"
  | "backup"
  | "cluster"
  | "customDns"
  | "link"
  | "migration"
  | "outage"
  | "privateIpMode";

/** The source of the record that a write works on. */
export interface On {
  readonly create: WriteId;
  /** The path of the record, from the answer that shows it and the body that created it. */
  readonly address: (record: unknown, sent: unknown, contract: Contract) => Path | undefined;
  /** The read that shows when the record is ready for the write. */
  readonly ready?: { readonly read: OperationId; readonly shown: (record: unknown) => boolean };
  /** The read that shows whether the record ended by itself, so that the write may not work on it any more. */
  readonly over?: { readonly read: OperationId; readonly shown: (record: unknown) => boolean };
}

/** The result of a successful write, which decides how the run guards, undoes and verifies it. */
export type Effect = Makes | Changes | Starts | Ends | Owned | Lasting;

/** A success creates a record. */
export interface Makes {
  readonly kind: "makes";
  /** The member of the record, in neutral words, that holds its id. */
  readonly id: string;
  /** Lists the records of this kind. */
  readonly list?: OperationId;
  /** Finds the records in an answer to the list that is no list itself. */
  readonly records?: (json: unknown, contract: Contract) => readonly unknown[];
  /** Path parameters of the list that the body of the request states. */
  readonly listedAt?: (body: unknown) => Path;
  /** Reads one record. */
  readonly read?: OperationId;
  readonly remove?: WriteId;
  /** The path parameter that takes the id in the operations that read or remove the record. */
  readonly parameter: string;
  /** The texts of a record that may contain the mark; without it, records of this kind have no mark. */
  readonly texts?: (record: unknown, contract: Contract) => readonly unknown[];
  /** The description does not say that an answer shows any of these texts. */
  readonly mayHideTexts?: true;
  /** Why the record stays for good. If it also has `remove`, that operation ends it but does not remove it. */
  readonly stays?: string;
  /** Whether a list may still show the record although it was removed. */
  readonly fading?: (record: unknown) => boolean;
}

/** The list that shows a record, the member with its id, and the path parameter for the id. */
export interface Listed {
  readonly list: OperationId;
  readonly id: string;
  readonly parameter: string;
}

/** A success replaces an existing state. */
export interface Changes {
  readonly kind: "changes";
  /** Shows the state. */
  readonly read: OperationId;
  /** Shows the state too, as a record in a list of its kind. */
  readonly listed?: Listed;
  /** Restores the state. */
  readonly restore: WriteId;
  readonly query?: Readonly<Record<string, string>>;
  /** The path parameters that identify the state. */
  readonly of: readonly string[];
  /** The members that a request can state, in the target's words; a text says why the run could not restore them. */
  readonly before: (json: unknown, contract: Contract) => Fields | readonly unknown[] | string;
  /** The part of the state that a request can send to leave it unchanged; without it, no request does that. */
  readonly same?: (state: unknown) => unknown;
  /** Two states are equal if these forms of them are. Default: the state without the ids of its items. */
  readonly comparable?: (state: unknown) => unknown;
  /** Further states that a request with this query replaces: one for each record of a list. */
  readonly rewrites?: Rewrites;
  /** Members, in the target's words, that were unset and that this request sets. No request can unset them. */
  readonly sets?: (sent: unknown, before: unknown, contract: Contract) => readonly string[];
  /** Why a state that did not exist before stays even after the restore. The former read may have answered 404. */
  readonly stays?: (before: unknown, contract: Contract) => string | undefined;
  /** Effects of a request beyond the state itself, as additional members of the body that restores it. */
  readonly beyond?: (sent: unknown, before: unknown) => Fields;
}

/** Further states that a request replaces: those that `through` writes, for each record of the list `over`. */
export interface Rewrites {
  readonly when: (query: Readonly<Record<string, string>>) => boolean;
  readonly through: WriteId;
  readonly over: OperationId;
  /** The member of a listed record that supplies the path parameter. */
  readonly by: string;
  readonly parameter: string;
}

/** A success starts something that exists at most once at a place, so its path identifies it. */
export interface Starts {
  readonly kind: "starts";
  readonly read: OperationId;
  readonly of: readonly string[];
  /** Whether the answer to the read shows a started one; `undefined` if the answer does not decide. */
  readonly standing: (exchange: Exchange) => boolean | undefined;
  readonly end: WriteId;
  /** If this fixture has the value of this path parameter, the run may end an existing one and start it again. */
  readonly free?: { readonly fixture: Fixture; readonly parameter: string };
}

/** A success ends something that another operation starts. */
export interface Ends {
  readonly kind: "ends";
  readonly starts: WriteId;
}

/** The write works only on records that the run created. */
export interface Owned {
  readonly kind: "owned";
  /** The path parameter that addresses the record, by its id or by a name that contains the mark. */
  readonly parameter: string;
  readonly removes?: true;
  /** A second request is refused or has a further effect. So the run may not repeat one whose answer was lost. */
  readonly once?: true;
  /** Reads the record, if the read differs from that of the create. */
  readonly read?: OperationId;
  /** The members, in neutral words, that show the write; the others may change by themselves. Default: all. */
  readonly shownBy?: readonly string[];
}

/** A success cannot be undone. */
export interface Lasting {
  readonly kind: "lasting";
  readonly of: string;
  readonly stays: string;
}

/** One record for every operation that writes. The compiler reports a missing one. */
export type WriteTable = Readonly<Record<WriteId, Write>>;
