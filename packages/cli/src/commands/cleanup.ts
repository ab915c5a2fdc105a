import { readFileSync } from "node:fs";
import { connect, Redactor } from "@plumbline/client";
import type { UndoRequest } from "@plumbline/report";
import type { Command } from "../command.ts";
import { readReport } from "../output/read-report.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import { UsageError } from "../usage-error.ts";
import { type Debt, debtsOf } from "./debts.ts";
import { Payer } from "./payer.ts";
import { removalsOf } from "./removals.ts";

/** Milliseconds that all of a cleanup waits for what can only be undone later: a snapshot takes minutes. */
const PATIENCE = 180_000;

export const cleanup: Command = {
  name: "cleanup",
  summary: "remove what a run that was killed left on the target",
  flags: {
    ...TARGET_FLAGS,
    from: { value: "FILE", help: "the run's journal (default reports/latest/journal.ndjson)" },
    "dry-run": { help: "say what would be removed and send nothing" },
  },
  examples: [
    "plumbline cleanup --target target.yml --dry-run",
    "plumbline cleanup --target target.yml --from reports/latest/journal.ndjson",
  ],
  run: async (given, terminal) => {
    if (given.one("target") === undefined)
      throw new UsageError("plumbline cleanup needs --target: the server that the killed run judged");
    const from = given.one("from") ?? "reports/latest/journal.ndjson";
    const report = readReport(from);
    const { target, connection: settings, close } = await openTarget(given, terminal);
    try {
      if (target.baseUrl !== report.target.url)
        throw new UsageError(
          `the journal is about ${report.target.url}, but --target is ${target.baseUrl}: nothing was removed`,
        );
      const redactor = new Redactor();
      const connection = connect({
        origins: [target.baseUrl],
        ...settings,
        onSecret: (secret, username) => redactor.learn(secret, username),
      });
      const payer = new Payer(connection, target.credentials.main, PATIENCE);
      const { debts, marks } = from.endsWith(".ndjson")
        ? debtsOf(readFileSync(from, "utf8"))
        : { debts: [], marks: [] };
      let left = 0;
      const pay = async (debt: Debt): Promise<void> => {
        const what = `${debt.id} of ${debt.operation}`;
        if (given.has("dry-run")) return terminal.out(`would send ${debt.undo.method} ${debt.undo.url}\n`);
        const problem = await payer.pay(debt);
        if (problem !== undefined) left += 1;
        const done = debt.kind === "made" ? "is gone" : "is as it was";
        terminal.out(problem === undefined ? `✔ ${what} ${done}\n` : `✘ ${what} is left: ${problem}\n`);
      };
      for (const debt of debts) await pay(debt);
      for (const removal of removalsOf(report, target.contract)) {
        if (debts.some(({ operation, id }) => operation === removal.operation && id === removal.id)) continue;
        if (!("cannot" in removal)) await pay({ ...removal, kind: "made", undo: asRequest(removal) });
        else {
          left += 1;
          terminal.out(`✘ ${removal.id} of ${removal.operation} is left: ${removal.cannot}\n`);
        }
      }
      // What was asked for when the run was killed: nobody heard of it.
      const known = new Set(debts.map(({ id }) => id));
      for (const mark of marks) for (const debt of await payer.marked(mark)) if (!known.has(debt.id)) await pay(debt);
      connection.close();
      if (report.changes.every(({ state }) => state !== "left")) terminal.out("that run left nothing\n");
      return left === 0 ? 0 : 7;
    } finally {
      await close();
    }
  },
};

const asRequest = ({ url, accept }: { readonly url: string; readonly accept: string }): UndoRequest => ({
  method: "DELETE",
  url,
  headers: [["Accept", accept]],
});
