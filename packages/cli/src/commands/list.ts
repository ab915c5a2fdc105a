import { INTERFACE_VERSIONS, nearest, OPERATION_IDS, operations } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

type Row = Readonly<Record<string, string | number | boolean>>;

const KINDS: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  requirements: async () => rowsOf((await import("@plumbline/conformance/listed")).listedRequirements),
  operations: async () =>
    OPERATION_IDS.flatMap((id) => {
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
    }),
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
    terminal.out(given.has("json") ? `${JSON.stringify(found, null, 2)}\n` : table(found, COLUMNS[kind] ?? []));
    return 0;
  },
};

function table(rows: readonly Row[], columns: readonly string[]): string {
  const cell = (row: Row, column: string): string => String(row[column] ?? "");
  const widths = columns.map((column) => Math.max(...rows.map((row) => cell(row, column).length)));
  return rows
    .map(
      (row) =>
        `${columns.map((column, index) => cell(row, column).padEnd(index === columns.length - 1 ? 0 : (widths[index] ?? 0))).join("  ")}\n`,
    )
    .join("");
}
