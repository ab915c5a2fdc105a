import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { StoreWatcher } from "../records/store-watcher.ts";
import type { StoredRecord } from "../records/stored-record.ts";
import { fieldsOf } from "../rules/members.ts";
import { type Database, openDatabase, type Statement } from "./database.ts";
import { UnusableFolderError } from "./unusable-folder-error.ts";

/**
 * Increased when the layout changes, so that the server refuses a folder with another layout instead of misreading it.
 */
const LAYOUT = "1";

/**
 * Stores records in an embedded database. It collects changes in a transaction that `commit` ends, and the server sends
 * an answer only after that. So after a crash, every answered change is there, and any other is there completely or not
 * at all.
 */
export class Storage implements StoreWatcher {
  readonly #database: Database;
  readonly #put: Statement;
  readonly #remove: Statement;
  readonly #folder: string;
  #open = false;

  /** @throws UnusableFolderError */
  constructor(folder: string) {
    this.#folder = folder;
    let database: Database | undefined;
    try {
      mkdirSync(folder, { recursive: true });
      const file = join(folder, "state.db");
      const before = expectFile(file);
      database = openDatabase(file);
      this.#database = database;
      if (before !== undefined) this.#expectWhole();
      database.exec("PRAGMA journal_mode = WAL");
      // A crash of the process loses nothing; only a crash of the machine can lose the last transactions.
      database.exec("PRAGMA synchronous = NORMAL");
      database.exec("PRAGMA locking_mode = EXCLUSIVE");
      database.exec(
        "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;" +
          "CREATE TABLE IF NOT EXISTS records (shelf TEXT, owner TEXT, id TEXT, json TEXT NOT NULL, PRIMARY KEY (shelf, owner, id)) WITHOUT ROWID",
      );
      this.#put = database.prepare("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)");
      this.#remove = database.prepare("DELETE FROM records WHERE shelf = ? AND owner = ? AND id = ?");
      const layout = this.fact("layout");
      if (layout === undefined) this.keepFact("layout", LAYOUT);
      else if (layout !== LAYOUT) throw new Error(`it has layout ${layout}, expected ${LAYOUT}`);
      this.commit();
    } catch (error) {
      if (database !== undefined) this.#abandon(database);
      throw new UnusableFolderError(folder, error);
    }
  }

  /** A file that lost records must not look as if it never had them: a test's world would silently change. */
  #expectWhole(): void {
    const [row]: unknown[] = this.#database.prepare("PRAGMA integrity_check(1)").all();
    const found = String(fieldsOf(row)["integrity_check"]).replace(/\s+/g, " ");
    if (found !== "ok") throw new Error(`its state.db is damaged (${found}): ${REMEDY}`);
  }

  /** The error for a folder that cannot be used as requested. */
  unusable(words: string): UnusableFolderError {
    return new UnusableFolderError(this.#folder, new Error(words));
  }

  fact(name: string): string | undefined {
    const [row]: unknown[] = this.#database.prepare(FACT).all(name);
    return typeof row === "object" && row !== null && "value" in row ? String(row.value) : undefined;
  }

  keepFact(name: string, value: string): void {
    this.#begin();
    this.#database.prepare("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(name, value);
  }

  put(store: string, record: StoredRecord): void {
    this.#begin();
    this.#put.run(store, record.groupId, record.id, JSON.stringify(record));
  }

  removed(store: string, record: StoredRecord): void {
    this.#begin();
    this.#remove.run(store, record.groupId, record.id);
  }

  /** Deletes every record; until the next commit, only this process sees it. */
  clear(): void {
    this.#begin();
    this.#database.exec("DELETE FROM records");
  }

  /**
   * Every stored record with the name of its store.
   * @throws UnusableFolderError if a record cannot be read.
   */
  records(): readonly { readonly store: string; readonly record: StoredRecord }[] {
    try {
      const rows: unknown[] = this.#database.prepare("SELECT shelf, json FROM records").all();
      return rows.map((row) => {
        const { shelf: store, json } = row as { readonly shelf: string; readonly json: string };
        return { store, record: JSON.parse(json) as StoredRecord };
      });
    } catch (error) {
      throw new UnusableFolderError(this.#folder, new Error(`its state.db is damaged (${wordsOf(error)}): ${REMEDY}`));
    }
  }

  /** Ends the transaction that began with the first change since the last commit; if that fails, it stays open. */
  commit(): void {
    if (!this.#open) return;
    this.#database.exec("COMMIT");
    this.#open = false;
  }

  /** Rolls back every change since the last commit. */
  discard(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.#database.isOpen()) this.#database.exec("ROLLBACK");
  }

  close(): void {
    this.commit();
    unlock(this.#database);
    this.#database.close();
  }

  /** Leaves the folder to the next server, after this one could not use it. */
  #abandon(database: Database): void {
    try {
      this.discard();
      // Another server may hold the lock, and waiting for it would only delay the message.
      database.exec("PRAGMA busy_timeout = 0");
      unlock(database);
    } catch {
      // The caller reports the first error, which is the cause of this one.
    } finally {
      database.close();
    }
  }

  #begin(): void {
    if (this.#open) return;
    this.#database.exec("BEGIN");
    this.#open = true;
  }
}

const FACT = "SELECT value FROM facts WHERE name = ?";

/**
 * Releases the lock of the file. The binding closes the file only when it is garbage-collected, so closing is not
 * enough. Leaving the write-ahead log allows the release, and the next access does it.
 */
function unlock(database: Database): void {
  database.exec("PRAGMA journal_mode = DELETE");
  database.exec("PRAGMA locking_mode = NORMAL");
  database.prepare(FACT).all("layout");
}

const REMEDY = "restore a copy of it, remove it to start with new records, or choose another path";

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The engine follows links and waits for pipes, so it must not open a file of another kind. */
function expectFile(path: string): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() && found.size === 0) throw new Error(`${path} is empty: ${REMEDY}`);
  if (found === undefined || found.isFile()) return found;
  const kind = found.isSymbolicLink()
    ? "a symbolic link"
    : found.isDirectory()
      ? "a folder"
      : found.isFIFO()
        ? "a pipe"
        : "not a regular file";
  throw new Error(`${path} is ${kind}: expected a file or nothing; remove it, or choose another path`);
}
