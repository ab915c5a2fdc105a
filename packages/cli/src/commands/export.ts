import { dirname, join } from "node:path";
import { bindContract, type Contract, INTERFACE_VERSIONS, type InterfaceVersion, nearest } from "@plumbline/schemas";
import { jsonSchemaFiles } from "@plumbline/schemas/json-schema";
import { openApiDocument } from "@plumbline/schemas/openapi";
import { toOpenApi30 } from "@plumbline/schemas/openapi-30";
import { plain } from "@plumbline/schemas/plain";
import { stringify } from "yaml";
import type { Command } from "../command.ts";
import { isMachineFault, machineFaultInWords } from "../files/machine-fault.ts";
import { makeFolder } from "../files/make-folder.ts";
import { writeOwnFile } from "../files/own-file.ts";
import type { Given } from "../flags.ts";
import { profileNamed } from "../target-file/profile-file.ts";
import { UsageError } from "../usage-error.ts";

const OPENAPI_VERSIONS = ["3.1", "3.0"] as const;
type Format = `openapi-${(typeof OPENAPI_VERSIONS)[number]}` | "json-schema";

/** `plumbline export`: writes the interface for other tools. */
export const exportCommand: Command = {
  name: "export",
  prints: "data",
  summary: "write the interface as OpenAPI documents or JSON Schema files",
  flags: {
    openapi: { value: "VERSION", help: "version of OpenAPI: 3.1 (default) or 3.0" },
    "json-schema": { help: "write JSON Schema instead: one file for each resource, and a bundle" },
    profile: { value: "NAME|FILE", help: "neutral (default), atlas, or a file with your own names" },
    interface: { value: "VERSION", help: "interface version: 1.0, 2 or all (default)" },
    plain: { help: "without x- members, for tools that refuse unknown keywords" },
    yaml: { help: "write YAML instead of JSON" },
    out: { value: "DIR|-", help: "folder of the files (default: -, standard output)" },
  },
  examples: [
    "plumbline export --interface 2 > openapi.json",
    "plumbline export --openapi 3.0 --profile atlas --yaml --out documents",
    "plumbline export --json-schema --plain --interface 2 --out schemas",
  ],
  run: async (given, terminal) => {
    const format = formatGiven(given);
    const version = chosen("interface", given.one("interface") ?? "all", [...INTERFACE_VERSIONS, "all"] as const);
    const out = given.one("out") ?? "-";
    const contract = bindContract(profileNamed(given.one("profile") ?? "neutral"));
    const text = (document: object): string => {
      const value = given.has("plain") ? plain(document) : document;
      return given.has("yaml")
        ? stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
        : `${JSON.stringify(value, null, 2)}\n`;
    };
    if (out === "-") {
      terminal.out(text(single(contract, format, version)));
      return 0;
    }
    const documents = Object.entries(files(contract, format, version));
    for (const [name, value] of documents)
      write(join(out, given.has("yaml") ? name.replace(/\.json$/, ".yaml") : name), text(value));
    terminal.out(`${documents.length} ${documents.length === 1 ? "file is" : "files are"} in ${out}\n`);
    return 0;
  },
};

function formatGiven(given: Given): Format {
  const openapi = given.one("openapi");
  if (!given.has("json-schema")) return `openapi-${chosen("openapi", openapi ?? "3.1", OPENAPI_VERSIONS)}`;
  if (openapi === undefined) return "json-schema";
  throw new UsageError("--openapi and --json-schema are two different exports: give only one of them");
}

function chosen<const V extends string>(flag: string, value: string, known: readonly V[]): V {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  const close = nearest(value, known);
  throw new UsageError(
    `--${flag} is one of ${known.join(", ")}, received "${value}"${close ? `: did you mean "${close}"?` : ""}`,
  );
}

const versionsOf = (version: InterfaceVersion | "all"): readonly InterfaceVersion[] =>
  version === "all" ? INTERFACE_VERSIONS : [version];

function single(contract: Contract, format: Format, version: InterfaceVersion | "all"): object {
  switch (format) {
    case "openapi-3.1":
      return openApiDocument(contract, { versions: versionsOf(version) });
    case "openapi-3.0":
      return toOpenApi30(openApiDocument(contract, { versions: versionsOf(version) }));
    case "json-schema":
      if (version === "all")
        throw new UsageError(
          "a bundle of schemas covers one interface version: choose it with --interface, or write files with --out DIR",
        );
      return jsonSchemaFiles(contract, version)["bundle.schema.json"] ?? {};
    default:
      return format satisfies never;
  }
}

/** Documents by file name, with the names and folders of the built package. */
function files(
  contract: Contract,
  format: Format,
  version: InterfaceVersion | "all",
): Readonly<Record<string, object>> {
  const profile = contract.profile.name.replace(/[^A-Za-z0-9._-]+/g, "-");
  if (format !== "json-schema") return { [`${profile}-${version}.${format}.json`]: single(contract, format, version) };
  return Object.fromEntries(
    versionsOf(version).flatMap((one) =>
      Object.entries(jsonSchemaFiles(contract, one)).map(([name, schema]) => [`${profile}-${one}/${name}`, schema]),
    ),
  );
}

function write(path: string, text: string): void {
  try {
    makeFolder(dirname(path));
    writeOwnFile(path, text);
  } catch (error) {
    if (!isMachineFault(error)) throw error;
    throw new UsageError(`${path} cannot be written: ${machineFaultInWords(error)}`);
  }
}
