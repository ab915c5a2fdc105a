import { conduct, type Requirement, requirements } from "@plumbline/conformance";
import { faults as allFaults, type Fault, startReference } from "@plumbline/reference";
import type { Report } from "@plumbline/report";
import { nearest } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import { targetOfReference } from "../targets/reference.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";

/** What a run against the reference with one fault came to. */
export interface Kill {
  readonly fault: Fault;
  /** Requirements that turned red although the fault does not name them. */
  readonly extra: readonly string[];
  /** Requirements that the fault names and that did not turn red. */
  readonly missing: readonly string[];
}

/** Runs the suite against the reference with one fault; red is a broken MUST, a broken SHOULD or a defect of our own. */
export async function tryFault(fault: Fault, selected: readonly Requirement[] = requirements): Promise<Kill> {
  const reference = await startReference({ seed: 1, faults: [fault.id] });
  let report: Report;
  try {
    report = await conduct(targetOfReference(reference, [fault.id]), {
      requirements: selected,
      command: `plumbline faults --only ${fault.id}`,
      runId: fault.id,
      toolVersion: VERSION,
    });
  } finally {
    await reference.close();
  }
  const red = new Set(
    report.verdicts
      .filter(({ outcome }) => outcome === "fail" || outcome === "warn" || outcome === "harness-error")
      .map(({ requirement }) => requirement),
  );
  return {
    fault,
    extra: [...red].filter((id) => !fault.violates.includes(id)),
    missing: fault.violates.filter((id) => !red.has(id)),
  };
}

export const faults: Command = {
  name: "faults",
  summary: "prove that each fault of the reference is noticed by the requirements it breaks",
  flags: {
    list: { help: "list the faults and run nothing" },
    only: { value: "ID", many: true, help: "only these faults" },
    json: { help: "as JSON" },
  },
  examples: ["plumbline faults", "plumbline faults --only PG-03,VA-16", "plumbline faults --list"],
  run: async (given, terminal) => {
    const chosen = choose(given.all("only"));
    if (given.has("list")) {
      terminal.out(
        given.has("json")
          ? `${JSON.stringify(
              chosen.map(({ id, layer, text, violates }) => ({ id, layer, text, violates })),
              null,
              2,
            )}\n`
          : chosen.map(line).join(""),
      );
      return 0;
    }
    const kills: Kill[] = [];
    for (const fault of chosen) {
      const kill = await tryFault(fault);
      kills.push(kill);
      if (!given.has("json")) terminal.out(row(kill));
    }
    const exact = kills.filter(({ extra, missing }) => extra.length === 0 && missing.length === 0);
    const proven = new Set(kills.flatMap(({ fault, missing }) => fault.violates.filter((id) => !missing.includes(id))));
    const unproven = requirements.filter(({ id, kind }) => kind !== "silent" && !proven.has(id)).map(({ id }) => id);
    if (given.has("json"))
      terminal.out(
        `${JSON.stringify({ kills: kills.map(({ fault, ...rest }) => ({ fault: fault.id, violates: fault.violates, ...rest })), unproven }, null, 2)}\n`,
      );
    else if (chosen.length === allFaults.length)
      terminal.out(`\nturned red by no fault: ${unproven.length === 0 ? "none" : unproven.join(", ")}\n`);
    if (!given.has("json"))
      terminal.out(`\n${exact.length} of ${kills.length} faults turn red exactly the requirements they name\n`);
    return exact.length === kills.length ? 0 : 1;
  },
};

function choose(ids: readonly string[] | undefined): readonly Fault[] {
  if (ids === undefined) return allFaults;
  return ids.map((id) => {
    const found = allFaults.find((fault) => fault.id === id);
    if (found) return found;
    const close = nearest(
      id,
      allFaults.map((fault) => fault.id),
    );
    throw new UsageError(
      `there is no fault "${id}": ${close ? `did you mean "${close}"?` : '"plumbline faults --list" shows them'}`,
    );
  });
}

const line = ({ id, violates, text }: Fault): string =>
  `${id.padEnd(6)}  ${text}\n        breaks ${violates.join(", ")}\n`;

function row({ fault, extra, missing }: Kill): string {
  const good = extra.length === 0 && missing.length === 0;
  const notes = [
    ...(missing.length > 0 ? [`not noticed by ${missing.join(", ")}`] : []),
    ...(extra.length > 0 ? [`also blamed on ${extra.join(", ")}`] : []),
  ];
  return `${good ? "✔" : "✘"} ${fault.id.padEnd(6)} ${fault.violates.join(", ")}${notes.length > 0 ? `: ${notes.join("; ")}` : ""}\n`;
}
