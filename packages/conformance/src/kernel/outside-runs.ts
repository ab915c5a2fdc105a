import { type ConnectOptions, connect, Redactor, steadyNow } from "@plumbline/client";
import type { Redacted } from "@plumbline/report";
import { noJournal } from "../ground/journal.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { secretsOf } from "../target/secrets-of.ts";
import type { Target } from "../target/target.ts";
import { Gate } from "./gate.ts";
import { jsonBounds } from "./json-bounds.ts";
import { Recorder } from "./recorder.ts";
import { Session, type SessionParts } from "./session.ts";

/** The connection to a target outside a run, and the signal that ends it. */
export interface Reach {
  readonly connection?: Partial<ConnectOptions>;
  readonly signal?: AbortSignal;
}

/** A conversation with a target that produces no report; `close` ends it. */
export interface Conversation {
  readonly session: Session;
  /** Removes every secret of the target from a text. */
  readonly redacted: (text: string) => Redacted<string>;
  readonly close: () => void;
}

/** Opens a conversation with a target outside a run; `parts` replaces some defaults of its session. */
export function converse(
  target: Target,
  origins: readonly string[],
  reach: Reach,
  parts: Pick<SessionParts, "mark" | "rounds"> & Partial<Pick<SessionParts, "journal">> = {},
): Conversation {
  const redactor = new Redactor();
  for (const [secret, username] of secretsOf(target)) redactor.learn(secret, username);
  const connection = connect({
    origins,
    ...reach.connection,
    bounds: jsonBounds(target.contract),
    onSecret: (secret, username) => redactor.learn(secret, username),
  });
  const gate = new Gate(redactor);
  const recorder = new Recorder(noJournal, gate, steadyNow());
  const signal = reach.signal ?? new AbortController().signal;
  const session = new Session(
    { target, connection, recorder, gate, journal: gate.log(noJournal), signal, bystanders: "watched", ...parts },
    emptyWorld(target),
  );
  return { session, redacted: (text) => gate.text(text), close: () => connection.close() };
}
