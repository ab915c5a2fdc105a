import { explain as explained, type Requirement } from "@plumbline/conformance";
import { faults } from "@plumbline/reference";
import { wrapped } from "@plumbline/report/wrapped";
import { bindContract, neutral, OPERATION_IDS, versionLabel } from "@plumbline/schemas";
import { nearest } from "@plumbline/schemas/nearest";
import type { Command } from "../command.ts";
import { everyRequirement } from "../every-requirement.ts";
import { UsageError } from "../usage-error.ts";

/** Characters per line when the width of the reader's terminal is unknown. */
const WIDTH = 110;
const INDENT = "           ";

/** `plumbline explain`: what a requirement demands, how it is checked, and how to fix a server that fails it. */
export const explain: Command = {
  name: "explain",
  summary: "say what a requirement demands and how it is checked",
  words: "ID",
  flags: { json: { help: "print JSON" } },
  examples: ["plumbline explain PAGE-ITEMS-REJECT", "plumbline explain 'PAGE-ITEMS-REJECT@listAlerts/v2'"],
  run: async (given, terminal) => {
    const [word, ...more] = given.words;
    if (word === undefined || more.length > 0)
      throw new UsageError("plumbline explain takes one requirement id: plumbline explain PAGE-ITEMS-REJECT");
    const id = word.split("@")[0] ?? word;
    const all = everyRequirement();
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
    expectSubject(found, word);
    const { level, basis, kind, section, text, mock } = found;
    const proven = faults.filter((fault) => fault.violates.includes(id));
    const detail = explained(found);
    if (given.has("json")) {
      terminal.out(
        `${JSON.stringify({ id, level, basis, kind, section, text, ...(mock ? { mock } : {}), provenBy: proven.map((fault) => fault.id), ...detail }, null, 2)}\n`,
      );
      return 0;
    }
    const width = (terminal.outWidth ?? WIDTH) - INDENT.length;
    const rows: readonly (readonly [name: string, lines: readonly string[]])[] = [
      ["level", [level]],
      ["basis", [`${basis}: ${detail.restsOn}`]],
      ["section", [section]],
      ["checked", detail.checked],
      ["asks", detail.cases],
      ["lacks", detail.obstacles],
      [
        "proven",
        proven.length === 0
          ? ["no fault of the reference breaks it"]
          : proven.map((one) => `by ${one.id} (${one.text})`),
      ],
      ["mend", detail.mend],
      ["alone", [detail.command]],
    ];
    const shown = rows
      .filter(([, lines]) => lines.length > 0)
      .map(([name, lines]) => {
        const folded = lines.flatMap((line) => wrapped(line, width));
        return `  ${name.padEnd(INDENT.length - 2)}${folded.join(`\n${INDENT}`)}\n`;
      });
    terminal.out(`${id}\n\n  ${text}\n\n${shown.join("")}`);
    return 0;
  },
};

/**
 * Checks what stands after the id in `ID@operation/version`.
 * @throws UsageError if there is no such operation or version, or if the requirement is not about it
 */
function expectSubject(requirement: Requirement, word: string): void {
  const [, subject] = word.split("@");
  if (subject === undefined) return;
  const [name = "", label] = subject.split("/");
  const contract = bindContract(neutral);
  const id = OPERATION_IDS.find((one) => one === name);
  if (id === undefined) {
    const close = nearest(name, OPERATION_IDS);
    throw new UsageError(
      `there is no operation "${name}": ${close === undefined ? '"plumbline list operations" shows them' : `did you mean "${close}"?`}`,
    );
  }
  const versions = contract.operation(id).routes.map(({ version }) => version);
  const asked = versions.filter((version) => label === undefined || versionLabel(version) === label);
  if (asked.length === 0)
    throw new UsageError(`${id} has no version "${label}": it has ${versions.map(versionLabel).join(" and ")}`);
  if (!("on" in requirement)) return;
  const { on } = requirement;
  const isAbout = asked.some((version) => on({ operation: contract.operation(id, version), version }, contract));
  if (!isAbout) throw new UsageError(`${requirement.id} is not about ${subject}: leave out what stands after the @`);
}
