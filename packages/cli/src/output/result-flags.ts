import { DOCS_URL_FLAG } from "./docs-url.ts";
import { FORMAT_HELP } from "./formats.ts";

/** Flags of every command that ends with a report and its exit code. */
export const RESULT_FLAGS = {
  out: { value: "DIR", help: "folder of the report (default reports/latest)" },
  format: { value: "NAME", many: true, help: FORMAT_HELP },
  "docs-url": DOCS_URL_FLAG,
  "known-failures": { value: "FILE", help: "checks that may fail, with reasons (YAML or JSON)" },
  "allow-incomplete": { help: "exit 0 even if a MUST could not run" },
  strict: { help: "exit 1 even if only a SHOULD is broken" },
  quiet: { help: "print only errors" },
  verbose: { help: "list everything in the summary" },
} as const;
