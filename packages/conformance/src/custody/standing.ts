import type { Exchange } from "@plumbline/client";
import type { OperationId, WriteId } from "@plumbline/schemas";
import { isAbsent, jsonOf, wasAccepted } from "../ground/answers.ts";
import { member } from "../ground/json.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { recordOf } from "./bears.ts";
import type { ChangedEntry, Entry, MadeEntry } from "./entry.ts";
import { addressOf } from "./ownership-of.ts";
import { RecordLists } from "./record-lists.ts";
import { differing } from "./same-state.ts";
import type { UndoParts } from "./undo-parts.ts";

/** Whether the target still shows something that a run created or changed; `unshown` if no read can tell. */
export type Sight = "stands" | "gone" | "unshown";

/** Reads of single records that the custody does not need, because no operation removes these records. */
const READS: Partial<Record<WriteId, OperationId>> = {
  createMigration: "getMigration",
  validateMigration: "getMigrationValidation",
  createExportJob: "getExportJob",
  createRestoreJob: "getRestoreJob",
  createServerlessRestoreJob: "getServerlessRestoreJob",
  createCloudAccessRole: "getCloudAccessRole",
};

/** Finds out whether something that a run created or changed still exists. It only reads, and reads each list once. */
export class Standing {
  readonly #parts: UndoParts;
  readonly #lists: RecordLists;
  readonly #read = new Map<string, Promise<readonly unknown[] | undefined>>();

  constructor(parts: UndoParts) {
    this.#parts = parts;
    this.#lists = new RecordLists(parts, () => undefined);
  }

  async of(entry: Entry): Promise<Sight> {
    switch (entry.kind) {
      case "made":
        return entry.id === undefined ? "unshown" : this.#record(entry, entry.id);
      case "changed":
        return this.#state(entry);
      case "started": {
        const shown = await this.#ask(entry, entry.effect.read, entry.path);
        const stands = shown && entry.effect.standing(shown);
        return stands === undefined ? "unshown" : stands ? "stands" : "gone";
      }
      case "lasting":
        return "unshown";
      default:
        return entry satisfies never;
    }
  }

  /** Whether the list that a record would be in can be read. */
  async canList(entry: MadeEntry): Promise<boolean> {
    return (await this.#listed(entry)) !== undefined;
  }

  /** Whether the list of a record shows it; `unshown` if there is no list or it cannot be read. */
  async inList(entry: MadeEntry, id: string): Promise<Sight> {
    const records = await this.#listed(entry);
    if (records === undefined) return "unshown";
    const idName = this.#parts.contract.field(entry.effect.id);
    const found = records.find((record) => member(record, idName) === id);
    return found !== undefined && entry.effect.fading?.(found) !== true ? "stands" : "gone";
  }

  async #record(entry: MadeEntry, id: string): Promise<Sight> {
    const listed = await this.inList(entry, id);
    const read = entry.effect.read ?? READS[entry.operation];
    if (listed !== "unshown" || read === undefined) return listed;
    const shown = await this.#ask(entry, read, addressOf(entry, id));
    if (shown === undefined) return "unshown";
    if (isAbsent(shown)) return "gone";
    if (!wasAccepted(shown)) return "unshown";
    const record = recordOf(jsonOf(shown), this.#parts.contract.field(entry.effect.id));
    return entry.effect.fading?.(record) === true ? "gone" : "stands";
  }

  async #state(entry: ChangedEntry): Promise<Sight> {
    const shown = await this.#ask(entry, entry.effect.read, entry.path);
    if (shown === undefined) return "unshown";
    // The target may answer 404 for a state that was never set.
    if (isAbsent(shown) && entry.effect.stays !== undefined) return "gone";
    if (!wasAccepted(shown)) return "unshown";
    return differing(entry.effect, entry.before, jsonOf(shown), this.#parts.contract).length === 0 ? "gone" : "stands";
  }

  #listed(entry: MadeEntry): Promise<readonly unknown[] | undefined> {
    const { list, parameter } = entry.effect;
    if (list === undefined) return Promise.resolve(undefined);
    const { [parameter]: _own, ...where } = { ...entry.path, ...entry.listedAt };
    // The earlier ids of the list do not matter here, so they are not read.
    this.#lists.adopt(list, where, NOBODY);
    const found = this.#lists.of(entry);
    if (found === undefined) return Promise.resolve(undefined);
    const read = this.#read.get(found.key) ?? found.now();
    this.#read.set(found.key, read);
    return read;
  }

  async #ask(entry: Entry, operation: OperationId, path: Entry["path"]): Promise<Exchange | undefined> {
    const version = this.#parts.served(operation, entry.version);
    if (version === undefined) return undefined;
    try {
      return await this.#parts.ask({ operation, version, path });
    } catch (error) {
      if (error instanceof NotSentError) return undefined;
      throw error;
    }
  }
}

const NOBODY: ReadonlySet<string> = new Set();
