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

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  requirements: ["id", "level", "basis", "text"],
  operations: ["number", "id", "method", "path", "versions", "basis"],
  faults: ["id", "violates", "text"],
  variants: ["id", "text"],
};

export const list: Command = {
  name: "list",
  summary: "list requirements, operations, faults or variants",
  words: "[requirements|operations|faults|variants]",
  flags: { json: { help: "as JSON, every column" } },
  examples: ["plumbline list", "plumbline list operations --json", "plumbline list faults"],
  run: async (given, terminal) => {
    const [kind = "requirements", ...more] = given.words;
    const rows = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    if (rows === undefined || more.length > 0) {
      const close = nearest(kind, Object.keys(KINDS));
      throw new UsageError(
        `plumbline list knows ${Object.keys(KINDS).join(", ")}, received "${given.words.join(" ")}"${close && !rows ? `: did you mean "${close}"?` : ""}`,
      );
    }
    const found = await rows();
    terminal.out(
      given.has("json") ? `${JSON.stringify(found, null, 2)}\n` : table(found, COLUMNS[kind] ?? [], terminal.outWidth),
    );
    return 0;
  },
};

/** A row a line; where a line has to fit into `width` characters, its widest columns are folded. */
function table(rows: readonly Row[], columns: readonly string[], width = Number.POSITIVE_INFINITY): string {
  const cell = (row: Row, column: string): string => String(row[column] ?? "");
  const natural = columns.map((column) => Math.max(...rows.map((row) => cell(row, column).length)));
  const widths = fitting(natural, width);
  return rows
    .map((row) => {
      const cells = columns.map((column, index) => wrapped(cell(row, column), widths[index] ?? 1));
      const height = Math.max(...cells.map(({ length }) => length));
      const lines = Array.from({ length: height }, (_, at) =>
        cells
          .map((one, index) => (one[at] ?? "").padEnd(widths[index] ?? 0))
          .join(GAP)
          .trimEnd(),
      );
      return `${lines.join("\n")}\n`;
    })
    .join("");
}

const GAP = "  ";
/** Narrower columns are of no use to anybody. */
const NARROWEST = 12;

/** Widths of columns that fit into a line: the widest gives way to the others, and none gets narrower than it has to. */
function fitting(natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural];
  const room = width - GAP.length * (natural.length - 1);
  for (;;) {
    const sum = widths.reduce((whole, one) => whole + one, 0);
    const widest = widths.indexOf(Math.max(...widths));
    const next = Math.max(NARROWEST, ...widths.filter((_, index) => index !== widest));
    const own = widths[widest] ?? 0;
    if (sum <= room || own <= NARROWEST) return widths;
    // Down to the next widest, or as far as is needed; where two are equally wide, one by one.
    widths[widest] = Math.max(own > next ? next : own - 1, own - (sum - room));
  }
}
