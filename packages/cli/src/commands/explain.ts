import { requirements, trafficRequirements } from "@plumbline/conformance";
import { faults } from "@plumbline/reference";
import { nearest } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const KINDS = {
  probe: "independent requests with a known answer",
  watch: "looked for in every answer of the run, whoever asked",
  story: "a story of dependent requests",
  campaign: "a seeded search within a budget",
  silent: "observed only: the description leaves it open, so it cannot fail",
} as const;

export const explain: Command = {
  name: "explain",
  summary: "say what a requirement demands and how it is checked",
  words: "ID",
  flags: { json: { help: "as JSON" } },
  examples: ["plumbline explain PAGE-ITEMS-REJECT", "plumbline explain 'PAGE-ITEMS-REJECT@listAlerts/v2'"],
  run: async (given, terminal) => {
    const [word, ...more] = given.words;
    if (word === undefined || more.length > 0)
      throw new UsageError("plumbline explain takes one requirement id: plumbline explain PAGE-ITEMS-REJECT");
    const id = word.split("@")[0] ?? word;
    const all = [...requirements, ...trafficRequirements];
    const found = all.find((requirement) => requirement.id === id);
    if (found === undefined) {
      const close = nearest(
        id,
        all.map((requirement) => requirement.id),
      );
      throw new UsageError(
        `there is no requirement "${id}": ${close === undefined ? '"plumbline list" shows them' : `did you mean "${close}"?`}`,
      );
    }
    const { level, basis, kind, section, text, mock } = found;
    const proven = faults.filter((fault) => fault.violates.includes(id));
    if (given.has("json")) {
      terminal.out(
        `${JSON.stringify({ id, level, basis, kind, section, text, ...(mock ? { mock } : {}), provenBy: proven.map((fault) => fault.id) }, null, 2)}\n`,
      );
      return 0;
    }
    terminal.out(`${id}

  ${text}

  level    ${level}
  basis    ${basis}
  section  ${section}
  checked  ${KINDS[kind]}
${mock ? `  mock     not applicable: ${mock}\n` : ""}  proven   ${proven.length === 0 ? "by no fault of the reference yet" : `by ${proven.map((fault) => `${fault.id} (${fault.text})`).join("\n           ")}`}
`);
    return 0;
  },
};
