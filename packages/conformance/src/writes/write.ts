import type { Exchange } from "@plumbline/client";
import type { Contract, OperationId, RouteVersion, WriteId } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import type { Fields } from "../ground/json.ts";
import type { Fixture } from "../target/fixtures.ts";
import type { World } from "../target/world.ts";
import type { Kind } from "./kinds.ts";

/** The parts from which bodies are made. */
export interface BodyParts {
  readonly contract: Contract;
  readonly world: World;
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** A fresh name, for records that have one. */
  readonly name: string;
}

/** All that is known about an operation that changes what a target holds, apart from the contract itself. */
export interface Write {
  /** The kind of its records: other records of this kind stay as they are. */
  readonly kind: Kind;
  /** Other kinds whose records may change with it. */
  readonly reaches?: readonly Reach[];
  /** Members of a body that ask for more than a state, by their neutral names. */
  readonly commands?: readonly Command[];
  /** A body that is taken here, in neutral words; operations without a body have none. */
  readonly body?: (parts: BodyParts) => unknown;
  /**
   * Another valid body, which a rule needs to see taken. Where the record stays, the one create that is sent with a query and by
   * a key of a lesser role carries it, so that no record is made for that rule alone.
   */
  readonly carries?: (parts: BodyParts) => unknown;
  /** A valid body that changes what a read of the run's own record has shown; where there is none, `body` does. */
  readonly changes?: (shown: unknown, body: unknown, contract: Contract) => unknown;
  /** Records of the target that the body names; a made-up id replaces an unknown record. */
  readonly names?: readonly Fixture[];
  /** Sent with each call that does not say otherwise. */
  readonly query?: Readonly<Record<string, string>>;
  /** Makes the record of the run's own that it works on. */
  readonly on?: On;
  /** The write that must come before, so that this one has a record to work on. */
  readonly after?: WriteId;
  /** Operations of one lane take turns: they change something that a project or a cluster has only one of. */
  readonly lane?: Lane;
  /** Each call waits, for half a minute or so, until the one before has come to its end. */
  readonly slow?: true;
  /** May be refused until another one has come to its end: tried again for a minute. */
  readonly patient?: true;
  readonly effect: Effect;
}

/** Records of another kind that a request changes. */
export interface Reach {
  readonly kind: Kind;
  /** Why, in a sentence that names its place in the description. */
  readonly because: string;
  /** The members, in neutral words, that change for good; none if the run restores the records. */
  readonly members?: readonly string[];
  /** Whether this request does: by any other, records of the kind stay as they are. */
  readonly when: (sent: unknown, query: Readonly<Record<string, string>>, contract: Contract) => boolean;
}

/** A member of a body with an effect that no operation undoes, whatever the operation itself may be permitted. */
export interface Command {
  readonly member: string;
  /** Its effect as a verb phrase, for the user who must permit it. */
  readonly does: string;
  /** Values with which it does nothing, however freely a server reads them. */
  readonly idle: (value: unknown) => boolean;
  /** It destroys data of the user: the run never sends it, whatever is permitted. */
  readonly never?: true;
}

/** Things that exist only once, or that a run creates as rarely as it can. */
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

/** Where the record to work on comes from. */
export interface On {
  readonly create: WriteId;
  /** How the record is addressed, from the answer that shows it and the body that made it. */
  readonly address: (record: unknown, sent: unknown, contract: Contract) => Path | undefined;
  /** The read that shows when the record is ready to be worked on. */
  readonly ready?: { readonly read: OperationId; readonly shown: (record: unknown) => boolean };
  /** The read that shows whether the record has come to its end by itself, after which it may not be worked on any more. */
  readonly over?: { readonly read: OperationId; readonly shown: (record: unknown) => boolean };
}

/** The result of a successful write, which decides how the run guards, undoes and verifies it. */
export type Effect = Makes | Changes | Starts | Ends | Owned | Lasting;

/** A success makes a record. */
export interface Makes {
  readonly kind: "makes";
  /** The member of the record, in neutral words, that holds its id. */
  readonly id: string;
  /** Lists the records of this kind. */
  readonly list?: OperationId;
  /** The records in an answer to the list, where that is no list itself. */
  readonly records?: (json: unknown, contract: Contract) => readonly unknown[];
  /** Path parameters of the list that the body of the request states. */
  readonly listedAt?: (body: unknown) => Path;
  /** Reads one record. */
  readonly read?: OperationId;
  readonly remove?: WriteId;
  /** The path parameter that takes the id where a record is read or removed. */
  readonly parameter: string;
  /** The texts of a record that may bear the mark; without it, records of this kind bear no mark. */
  readonly texts?: (record: unknown, contract: Contract) => readonly unknown[];
  /** Nothing says that an answer shows any of these texts. */
  readonly mayHideTexts?: true;
  /** Why the record stays for good; a record with `remove` is ended by that, and stays anyway. */
  readonly stays?: string;
  /** Listed for a while although it was removed. */
  readonly fading?: (record: unknown) => boolean;
}

/** A success replaces something that was there before. */
export interface Changes {
  readonly kind: "changes";
  /** Shows it. */
  readonly read: OperationId;
  /** Restores it. */
  readonly restore: WriteId;
  readonly query?: Readonly<Record<string, string>>;
  /** The path parameters that say which one it is. */
  readonly of: readonly string[];
  /** The members that a request can state, in the target's words; a text says why the run could not restore them. */
  readonly before: (json: unknown, contract: Contract) => Fields | readonly unknown[] | string;
  /** The part of the state that a request states to leave it as it is; without it, no request does that. */
  readonly same?: (state: unknown) => unknown;
  /** Two states are the same when these are. Default: the state without the ids of items in it. */
  readonly comparable?: (state: unknown) => unknown;
  /** States that a request with this query also replaces: one for each record of a list. */
  readonly rewrites?: Rewrites;
  /** Members of a request that set an unset member, which no request unsets; in the target's words. */
  readonly sets?: (sent: unknown, before: unknown, contract: Contract) => readonly string[];
  /** Why something stays that was not set before, even after the restore; a read of the former state may be a 404. */
  readonly stays?: (before: unknown, contract: Contract) => string | undefined;
  /** Effects of a request beyond the state itself, as further members of the restoring body. */
  readonly beyond?: (sent: unknown, before: unknown) => Fields;
}

/** Further states that a request replaces: those that `through` writes, for each record of the list `over`. */
export interface Rewrites {
  readonly when: (query: Readonly<Record<string, string>>) => boolean;
  readonly through: WriteId;
  readonly over: OperationId;
  /** The member of a listed record that fills in the path parameter. */
  readonly by: string;
  readonly parameter: string;
}

/** A success starts something of which there is one at a time, known by its place alone. */
export interface Starts {
  readonly kind: "starts";
  readonly read: OperationId;
  readonly of: readonly string[];
  /** Whether the answer to the read shows one; `undefined` when it says nothing. */
  readonly standing: (exchange: Exchange) => boolean | undefined;
  readonly end: WriteId;
  /**
   * The fixture that permits the run to end and restart an existing one, if its value is that of this path parameter.
   */
  readonly free?: { readonly fixture: Fixture; readonly parameter: string };
}

/** A success ends what another operation starts. */
export interface Ends {
  readonly kind: "ends";
  readonly starts: WriteId;
}

/** Works on records of the run's own making, and on no others. */
export interface Owned {
  readonly kind: "owned";
  /** The path parameter that addresses the record, by its id or by a name that bears the mark. */
  readonly parameter: string;
  readonly removes?: true;
  /** A second one is refused, or does more: what became of one whose answer was lost is not found out by sending it again. */
  readonly once?: true;
  /** Reads the record, if the read differs from that of the create. */
  readonly read?: OperationId;
  /** The members of the record, in neutral words, that show it: what else there is may move by itself. Default: all. */
  readonly shownBy?: readonly string[];
}

/** A success cannot be undone. */
export interface Lasting {
  readonly kind: "lasting";
  readonly of: string;
  readonly stays: string;
}

/** One record for every operation that writes; the compiler finds a missing one. */
export type WriteTable = Readonly<Record<WriteId, Write>>;
