import { wrapped } from "@plumbline/report/wrapped";
import { nearest } from "@plumbline/schemas/nearest";
import type { Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

type Row = Readonly<Record<string, string | number | boolean>>;

const KINDS: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  requirements: async () => rowsOf((await import("@plumbline/conformance/listed")).listedRequirements),
  operations: async () => {
    const { INTERFACE_VERSIONS, OPERATION_IDS, operations } = await import("@plumbline/schemas");
    return OPERATION_IDS.flatMap((id) => {
      const { number, part, title, basis, standalone, routes, provisional, risk } = operations[id];
      const common = {
        id,
        number,
        ...(part ? { part } : {}),
        basis,
        provisional: provisional === true,
        risk,
        title,
      };
      if (standalone) return [{ ...common, versions: "standalone", method: standalone.method, path: standalone.path }];
      const own = INTERFACE_VERSIONS.flatMap((version) => {
        const route = routes[version];
        return route === undefined ? [] : [{ version, ...route }];
      });
      const last = own.at(-1);
      const others = own.filter(({ path }) => path !== last?.path).map(({ version, path }) => ` (${version}: ${path})`);
      const versions = own.map(({ version }) => version).join(", ");
      return [{ ...common, versions, method: last?.method ?? "", path: `${last?.path ?? ""}${others.join("")}` }];
    });
  },
  faults: async () => rowsOf((await import("@plumbline/reference/listed-faults")).listedFaults),
  variants: async () => rowsOf((await import("@plumbline/reference/listed-variants")).listedVariants),
};

const rowsOf = (listed: readonly object[]): readonly Row[] => listed.map((one) => ({ ...one }));

/** How to print one kind: one row per line with `columns`, or if that is too wide, `head` and the lines of `below`. */
interface Layout {
  readonly columns: readonly string[];
  readonly head: readonly string[];
  readonly below: (cell: (column: string) => string) => readonly string[];
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  requirements: {
    columns: ["id", "level", "basis", "text"],
    head: ["id", "level", "basis"],
    below: (cell) => [cell("text")],
  },
  operations: {
    columns: ["number", "id", "method", "path", "versions", "basis"],
    head: ["number", "id", "versions", "basis"],
    below: (cell) => [`${cell("method")} ${cell("path")}`],
  },
  faults: {
    columns: ["id", "violates", "text"],
    head: ["id"],
    below: (cell) => [cell("text"), `breaks ${cell("violates")}`],
  },
  variants: { columns: ["id", "text"], head: ["id"], below: (cell) => [cell("text")] },
};

/** `plumbline list`: requirements, operations, faults or variants. */
export const list: Command = {
  name: "list",
  summary: "list requirements, operations, faults or variants",
  words: "[requirements|operations|faults|variants]",
  flags: { json: { help: "print JSON, with every column" } },
  examples: ["plumbline list", "plumbline list operations --json", "plumbline list faults"],
  run: async (given, terminal) => {
    const [kind = "requirements", ...more] = given.words;
    const rows = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    if (rows === undefined || more.length > 0) {
      const close = nearest(kind, Object.keys(KINDS));
      throw new UsageError(
        `plumbline list takes ${Object.keys(KINDS).join(", ")}, received "${given.words.join(" ")}"${close && !rows ? `: did you mean "${close}"?` : ""}`,
      );
    }
    const found = await rows();
    const layout = LAYOUTS[kind];
    terminal.out(
      given.has("json") || layout === undefined
        ? `${JSON.stringify(found, null, 2)}\n`
        : shown(found, layout, terminal.outWidth),
    );
    return 0;
  },
};

/** One row per line, unless the rows do not fit into the reader's terminal. */
function shown(rows: readonly Row[], layout: Layout, width = Number.POSITIVE_INFINITY): string {
  const lines = table(rows, layout.columns);
  if (lines.every((line) => line.length <= width)) return `${lines.join("\n")}\n`;
  return rows.map((row) => block(row, layout, width)).join("");
}

function table(rows: readonly Row[], columns: readonly string[]): readonly string[] {
  const widths = columns.map((column) => Math.min(WIDEST, Math.max(...rows.map((row) => cellOf(row)(column).length))));
  return rows.map((row) =>
    columns
      .map((column, index) => cellOf(row)(column).padEnd(widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** A row as several lines: its name, wrapped so that no id is cut, and the longer texts indented below. */
function block(row: Row, { head, below }: Layout, width: number): string {
  const cell = cellOf(row);
  const room = Math.max(width - INDENT.length, 1);
  const lines = below(cell).flatMap((text) => wrapped(text, room).map((line) => INDENT + line));
  return `${[...wrapped(head.map(cell).join(GAP), width), ...lines].join("\n")}\n`;
}

const cellOf =
  (row: Row) =>
  (column: string): string =>
    String(row[column] ?? "");

const GAP = "  ";
const INDENT = "    ";
/**
 * The widest padding. A few cells are many times as long as the others of their column, and no other row is padded to
 * their length.
 */
const WIDEST = 40;
