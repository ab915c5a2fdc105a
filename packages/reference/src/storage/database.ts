import { createRequire } from "node:module";

/** The functions that an embedded database must have. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** Whether the current transaction is still open. If there is no room for it, the engine itself rolls it back. */
  isOpen(): boolean;
  close(): void;
}

/** A prepared statement, run with values in place of its question marks. */
export interface Statement {
  all(...values: string[]): unknown[];
  run(...values: string[]): unknown;
}

/** The functions that both engines have. */
type Engine = new (
  path: string,
) => Pick<Database, "exec" | "prepare" | "close"> & {
  /** `inTransaction` is a member of the package, `isTransaction` of the platform's engine. */
  readonly inTransaction?: boolean;
  readonly isTransaction?: boolean;
};

const BUSY_MILLISECONDS = 1_000;

/**
 * Opens the database in a file with the platform's own engine, which is `node:sqlite` from Node 22.13 on, or with the
 * package `libsql`. Users install that package themselves if they need it, because it is larger than the rest of the
 * program. Both use the same file format.
 * @throws Error if there is neither.
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

/** A function of newer Node versions, which finds modules that older versions lack. */
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
