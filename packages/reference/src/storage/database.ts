import { createRequire } from "node:module";

/** What is asked of an embedded database. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** Whether the transaction that was begun is still open; the engine itself takes one back that no room is left for. */
  isOpen(): boolean;
  close(): void;
}

/** A prepared statement, run with values in the place of its question marks. */
export interface Statement {
  all(...values: string[]): unknown[];
  run(...values: string[]): unknown;
}

/** What both engines have alike. */
type Engine = new (
  path: string,
) => Pick<Database, "exec" | "prepare" | "close"> & {
  /** Of the package, and of the platform. */
  readonly inTransaction?: boolean;
  readonly isTransaction?: boolean;
};

const BUSY_MILLISECONDS = 1_000;

/**
 * Opens the database in a file with what the platform has built in, which is `node:sqlite` from Node 22.13 on, or the
 * package `libsql`, which whoever needs it installs: it is larger than all the rest of the program. Files are alike.
 * @throws Error where there is neither.
 */
export function openDatabase(path: string): Database {
  const database = new (builtIn() ?? installed())(path);
  database.exec(`PRAGMA busy_timeout = ${BUSY_MILLISECONDS}`);
  return {
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => database.prepare(sql),
    isOpen: () => database.inTransaction ?? database.isTransaction ?? true,
    close: () => void database.close(),
  };
}

/** A function of newer versions, which knows modules that older ones lack. */
const { getBuiltinModule } = process as { readonly getBuiltinModule?: (name: string) => unknown };

function builtIn(): Engine | undefined {
  const found = getBuiltinModule?.("node:sqlite") as { readonly DatabaseSync: Engine } | undefined;
  return found?.DatabaseSync;
}

function installed(): Engine {
  try {
    return createRequire(import.meta.url)("libsql") as Engine;
  } catch (error) {
    throw new Error(
      `Node ${process.versions.node} has no database built in, as Node 22.13 has, and the package libsql is not installed: "npm install libsql", or use a later Node`,
      { cause: error },
    );
  }
}
