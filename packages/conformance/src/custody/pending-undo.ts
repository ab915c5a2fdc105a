import {
  type BoundOperation,
  type Contract,
  isOperationId,
  isWriteId,
  type OperationId,
  type RouteVersion,
  readText,
  recordId,
  type WriteId,
} from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import type { Path } from "../ground/fields.ts";
import { type Fields, isObject, member } from "../ground/json.ts";
import { MARK_FORM } from "../ground/mark.ts";
import { WRITES } from "../writes/table.ts";
import type { Reach, Write } from "../writes/write.ts";
import type { Entry } from "./entry.ts";
import type { ReachedBefore } from "./reached.ts";

/** A line of a journal that no run can have written: its place, and what is wrong with it. */
export interface Skipped {
  readonly line: number;
  readonly pointer: string;
  readonly why: string;
}

/** An entry that the run itself closed: a record that it removed, or something that it reported as staying. */
export interface Closed {
  readonly entry: Entry;
  readonly state: "removed" | "stays";
  readonly note?: string;
}

/** Everything that a killed run still has to undo, as its journal tells it. */
export interface PendingUndo {
  /** The mark of its records; without it, no record can be proven to be the run's own. */
  readonly mark: string | undefined;
  readonly entries: readonly Entry[];
  /** Entries that need no undo but may still exist on the target. */
  readonly closed: readonly Closed[];
  readonly lists: readonly { readonly list: OperationId; readonly path: Path; readonly ids: ReadonlySet<string> }[];
  /** Records of other kinds that the run was about to change for good. */
  readonly reached: readonly ReachedBefore[];
  /** Ids of the records whose result the run itself reported. */
  readonly told: readonly string[];
  readonly skipped: readonly Skipped[];
}

/** A longer line has nothing that the cleanup needs. */
const LONGEST_LINE = 4_000_000;
const MOST_ENTRIES = 1_000_000;
const LONGEST_NOTE = 1_000;

class Unfit extends Error {
  override readonly name = "Unfit";
  readonly pointer: string;
  constructor(pointer: string, why: string) {
    super(why);
    this.pointer = pointer;
  }
}

/**
 * Reads the journal of a run line by line and keeps every entry that is not undone. Anybody may have written the file,
 * so it only tells which operation was called where, never which request to send. Lines that no run can have written
 * are skipped.
 */
export class PendingUndoReader {
  readonly #contract: Contract;
  readonly #open = new Map<number, Entry>();
  readonly #closed = new Map<number, Closed>();
  readonly #lists: PendingUndo["lists"][number][] = [];
  readonly #reached: ReachedBefore[] = [];
  readonly #told: string[] = [];
  readonly #skipped: Skipped[] = [];
  #mark: string | undefined;
  #line = 0;
  #cut: Skipped | undefined;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  read(text: string): void {
    this.#line += 1;
    // A run that is killed may leave half a line at the end, so an incomplete last line is no error.
    if (this.#cut !== undefined) this.#skipped.push(this.#cut);
    this.#cut = undefined;
    if (text.trim() === "" || UNREAD.test(text)) return;
    try {
      this.#take(text);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      const skipped = { line: this.#line, pointer: error.pointer, why: error.message };
      if (error instanceof NotJson) this.#cut = skipped;
      else this.#skipped.push(skipped);
    }
  }

  get pending(): PendingUndo {
    const entries = [...this.#open.values()];
    const closed = [...this.#closed.values()];
    return {
      mark: this.#mark,
      entries,
      closed,
      lists: this.#lists,
      reached: this.#reached,
      told: this.#told,
      skipped: this.#skipped,
    };
  }

  /** The last result of an entry counts: the list at the end of a run may still show a removed record. */
  #undone(event: unknown): void {
    const number = numberIn(event);
    const [state, note] = [member(event, "state"), member(event, "note")];
    const closed = this.#closed.get(number);
    const entry = this.#open.get(number) ?? closed?.entry;
    // An entry that was left must still be undone.
    if (state === "left") {
      if (closed !== undefined) this.#open.set(number, closed.entry);
      this.#closed.delete(number);
      return;
    }
    this.#open.delete(number);
    if (entry === undefined) return;
    const isMade = entry.kind === "made" && entry.id !== undefined;
    if (closed === undefined && entry.kind === "made" && entry.id !== undefined) this.#told.push(entry.id);
    const kept = state === "stays" ? "stays" : isMade ? "removed" : undefined;
    if (kept === undefined) return;
    if (this.#closed.size >= MOST_ENTRIES) throw new Unfit("", "expected fewer entries");
    this.#closed.set(number, {
      entry,
      state: kept,
      ...(typeof note === "string" && { note: note.slice(0, LONGEST_NOTE) }),
    });
  }

  #take(text: string): void {
    if (text.length > LONGEST_LINE)
      throw new Unfit("", `expected a line of a journal, received ${text.length} characters`);
    const event = parsed(text);
    const type = member(event, "type");
    switch (type) {
      case "mark":
        this.#mark = markIn(event);
        return;
      case "intent": {
        const entry = entryIn(event, this.#contract);
        if (this.#open.size >= MOST_ENTRIES) throw new Unfit("", "expected fewer open entries");
        // A run repeats an entry under the same number when it knows more; the later one has the original state and
        // more members.
        const before = this.#open.get(entry.number);
        if (before !== undefined && before.operation !== entry.operation)
          throw new Unfit("/entry", `expected a unique number, received the number of ${before.operation}`);
        this.#open.set(entry.number, entry);
        return;
      }
      case "place":
        this.#lists.push(knownListIn(event, this.#contract));
        return;
      case "reached":
        this.#reached.push(reachedIn(event, this.#contract));
        return;
      case "made": {
        const entry = this.#open.get(numberIn(event));
        const id = member(event, "id");
        if (entry?.kind !== "made") throw new Unfit("/entry", "expected the number of a create");
        if (typeof id !== "string" || !isAddressable(entry.effect.id, id))
          throw new Unfit("/id", `expected the id of a record, received ${preview(id)}`);
        entry.id = id;
        return;
      }
      case "undone":
        if (member(event, "entry") !== undefined) this.#undone(event);
        return;
      case "void":
        this.#open.delete(numberIn(event));
        return;
      default:
        if (typeof type !== "string" || !KNOWN.includes(type))
          throw new Unfit("/type", `expected an event of a run, received ${preview(type)}`);
    }
  }
}

class NotJson extends Unfit {}

/** Most lines of a journal; the cleanup needs none of them. */
const UNREAD = /^\{"type":"(exchange|verdict)",/;
const KNOWN: readonly string[] = ["run", "doctor", "plan", "exchange", "verdict", "end"];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotJson("", "expected JSON");
  }
}

function markIn(event: unknown): string {
  const mark = member(event, "mark");
  if (typeof mark === "string" && MARK_FORM.test(mark)) return mark;
  throw new Unfit("/mark", `expected a mark such as plumbline-0123456789ab, received ${preview(mark)}`);
}

function numberIn(event: unknown): number {
  const number = member(event, "entry");
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0) return number;
  throw new Unfit("/entry", `expected the number of an entry, received ${preview(number)}`);
}

function entryIn(event: unknown, contract: Contract): Entry {
  const number = numberIn(event);
  const operation = member(event, "operation");
  if (typeof operation !== "string" || !isOperationId(operation) || !isWriteId(operation))
    throw new Unfit("/operation", `expected an operation that writes, received ${preview(operation)}`);
  const bound = contract.operation(operation);
  const version = versionIn(event, bound);
  const path = pathIn(event, "path", bound.pathParameters);
  const common = { number, by: "journal", operation, version, path };
  const { effect } = WRITES[operation];
  switch (effect.kind) {
    case "makes": {
      const listedAt =
        member(event, "listedAt") === undefined ? {} : pathIn(event, "listedAt", listOf(effect.list, contract));
      return { kind: "made", ...common, effect, listedAt, marked: member(event, "marked") === true, sent: undefined };
    }
    case "changes":
      return {
        kind: "changed",
        ...common,
        effect,
        before: beforeIn(event, effect.restore, contract),
        beyond: {},
      };
    case "starts":
      return { kind: "started", ...common, effect, started: true };
    case "lasting":
      return { kind: "lasting", ...common, effect };
    case "owned":
    case "ends":
      throw new Unfit("/operation", `expected an operation that leaves a record or a change, received ${operation}`);
    default:
      return effect satisfies never;
  }
}

const listOf = (list: OperationId | undefined, contract: Contract): BoundOperation["pathParameters"] =>
  list === undefined ? [] : contract.operation(list).pathParameters;

function versionIn(event: unknown, { id, routes }: BoundOperation): RouteVersion {
  const version = member(event, "version");
  const route = routes.find((one) => one.version === version);
  if (route !== undefined) return route.version;
  throw new Unfit("/version", `expected a version that has ${id}, received ${preview(version)}`);
}

/** Path parameters of the operation, each with a valid value. */
function pathIn(event: unknown, name: string, parameters: BoundOperation["pathParameters"]): Path {
  const path = member(event, name);
  if (!isObject(path)) throw new Unfit(`/${name}`, `expected path parameters, received ${preview(path)}`);
  return Object.fromEntries(
    Object.entries(path).map(([parameter, value]) => {
      const known = parameters.find((one) => one.name === parameter);
      if (known === undefined) throw new Unfit(`/${name}/${parameter}`, "expected a path parameter of the operation");
      const fits =
        typeof value === "string" && !/^\.{0,2}$/.test(value) && readText(known.schema, value).kind === "value";
      if (!fits)
        throw new Unfit(`/${name}/${parameter}`, `expected a value of ${parameter}, received ${preview(value)}`);
      return [parameter, value];
    }),
  );
}

/**
 * Members that are commands to the server and that no read shows. Journals of earlier versions may have them in the
 * state before the change.
 */
const COMMANDS = ["updateSnapshots", "deleteCopiedBackups"];

/** A state that a request can restore: only members of its body. */
function beforeIn(event: unknown, restore: WriteId, contract: Contract): Fields | readonly unknown[] {
  const before = member(event, "before");
  const schema = contract.operation(restore).body?.schema ?? {};
  if (Array.isArray(before) && schema.type === "array") return before;
  if (!isObject(before))
    throw new Unfit("/before", `expected the state before the change, received ${preview(before)}`);
  const odd = Object.keys(before).find((name) => !Object.hasOwn(schema.properties ?? {}, name));
  if (odd !== undefined) throw new Unfit(`/before/${odd}`, `expected a member that ${restore} can set`);
  const commands = COMMANDS.map((name) => contract.field(name));
  return Object.fromEntries(Object.entries(before).filter(([name]) => !commands.includes(name)));
}

/** The records that a write reaches, as they were before it. */
function reachedIn(event: unknown, contract: Contract): ReachedBefore {
  const operation = member(event, "operation");
  if (typeof operation !== "string" || !isOperationId(operation) || !isWriteId(operation))
    throw new Unfit("/operation", `expected an operation that writes, received ${preview(operation)}`);
  const { reaches = [] }: Write = WRITES[operation];
  const reach = reaches.find(({ members }) => members !== undefined);
  if (reach === undefined)
    throw new Unfit("/operation", `expected an operation that reaches other records, received ${operation}`);
  const bound = contract.operation(operation);
  const request = { operation, version: versionIn(event, bound), path: pathIn(event, "path", bound.pathParameters) };
  return { reach, request, before: recordsIn(member(event, "records"), reach, contract) };
}

/** The records by id, with only the members that the write may change; `undefined` if the run could not list them. */
function recordsIn(records: unknown, { members = [] }: Reach, contract: Contract): ReachedBefore["before"] {
  if (records === undefined) return undefined;
  if (!isObject(records)) throw new Unfit("/records", `expected records by id, received ${preview(records)}`);
  const wires = members.map((name) => contract.field(name));
  return new Map(
    Object.entries(records).map(([id, record]) => {
      if (readText(recordId, id).kind !== "value")
        throw new Unfit("/records", `expected the id of a record, received ${preview(id)}`);
      return [id, Object.fromEntries(wires.map((name) => [name, member(record, name)]))] as const;
    }),
  );
}

function knownListIn(event: unknown, contract: Contract): PendingUndo["lists"][number] {
  const [list, ids] = [member(event, "list"), member(event, "ids")];
  const known = Object.values(WRITES).some(({ effect }) => effect.kind === "makes" && effect.list === list);
  if (typeof list !== "string" || !isOperationId(list) || !known)
    throw new Unfit("/list", `expected an operation that lists records of a run, received ${preview(list)}`);
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string"))
    throw new Unfit("/ids", `expected a list of ids, received ${preview(ids)}`);
  return { list, path: pathIn(event, "path", contract.operation(list).pathParameters), ids: new Set(ids) };
}

const isAddressable = (idName: string, id: string): boolean =>
  idName === "name" ? /^[\w.-]{1,64}$/.test(id) && !/^\.+$/.test(id) : readText(recordId, id).kind === "value";
