import type { RouteVersion, WriteId } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import type { Fields } from "../ground/json.ts";
import type { Changes, Lasting, Makes, Starts } from "../writes/write.ts";
import type { Ownership } from "./ownership.ts";

/** The members of every entry of the ledger: the asker, the request and its place. */
interface Common {
  /** Its number in the journal. */
  readonly number: number;
  /** The check or campaign that asked. */
  readonly by: string;
  readonly operation: WriteId;
  readonly version: RouteVersion;
  /** Every path parameter of the request. */
  readonly path: Path;
  closed?: true;
  /** The id of the exchange whose request the entry records. */
  exchange?: string;
  /** It is in the journal. */
  noted?: true;
}

/** A record that a request was to create. */
export interface MadeEntry extends Common {
  readonly kind: "made";
  readonly effect: Makes;
  /** The record bears the mark, as its request does. */
  readonly marked: boolean;
  /** The body of the request, in the target's words, where it is known. */
  readonly sent: unknown;
  /** Path parameters of the list beyond those of the request. */
  readonly listedAt: Path;
  /** When the request was sent, in milliseconds of the local clock; `undefined` if another run sent it. */
  readonly since?: number;
  /** Known once an answer showed a well-formed, new id. */
  id?: string;
  /** The answer that showed the id also showed the mark, or the sent values. */
  echoed?: boolean;
  /** A read of the record showed the mark, or the sent values. */
  proven?: boolean;
  /** The owner of the record, once the run has asked. */
  proof?: Promise<Ownership>;
  /** A request of the check removed it. */
  removed?: true;
  /** How its removal was answered, for a reader. */
  removedWith?: string;
  /** A request of the check removed the record of its name. */
  removedByName?: true;
  /** The journal of a run that was killed names it. */
  adopted?: true;
}

/** A state that is about to be replaced. */
export interface ChangedEntry extends Common {
  readonly kind: "changed";
  readonly effect: Changes;
  /** The body that restores the state, in the target's words. */
  readonly before: unknown;
  /** The complete answer of the read before the change, if there was one. */
  readonly seen?: unknown;
  /** Further members of the restoring body. */
  beyond: Fields;
  /** A request was sent, and the target accepted it, or its outcome is unknown. */
  touched?: "accepted" | "perhaps";
}

/** Something that exists only once at its place, for example an outage simulation. */
export interface StartedEntry extends Common {
  readonly kind: "started";
  readonly effect: Starts;
  /** A request was sent that was not refused. */
  started?: true;
  /** A request of the check ended it. */
  ended?: true;
  /** A read showed none before the start, so none may exist after the end. */
  stoodNone?: true;
}

/** A change that no operation undoes. */
export interface LastingEntry extends Common {
  readonly kind: "lasting";
  readonly effect: Lasting;
}

/** An item of the ledger; cleanup goes through all that are not closed. */
export type Entry = MadeEntry | ChangedEntry | StartedEntry | LastingEntry;
