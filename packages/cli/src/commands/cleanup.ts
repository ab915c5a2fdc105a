import { answered, connect, Redactor } from "@plumbline/client";
import type { Command } from "../command.ts";
import { readReport } from "../output/read-report.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import { UsageError } from "../usage-error.ts";
import { removalsOf } from "./removals.ts";

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
    const report = readReport(given.one("from") ?? "reports/latest/journal.ndjson");
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
      let left = 0;
      for (const removal of removalsOf(report, target.contract)) {
        const what = `${removal.id} of ${removal.operation}`;
        if ("cannot" in removal) {
          left += 1;
          terminal.out(`✘ ${what} is left: ${removal.cannot}\n`);
        } else if (given.has("dry-run")) {
          terminal.out(`would send DELETE ${removal.url}\n`);
        } else {
          const { url, accept } = removal;
          const exchange = await connection.send({
            method: "DELETE",
            url,
            headers: { Accept: accept },
            ...(target.credentials.main && { credential: target.credentials.main }),
          });
          const status = answered(exchange) ? exchange.response.status : 0;
          const gone = (status >= 200 && status < 300) || status === 404 || status === 410;
          if (!gone) left += 1;
          terminal.out(
            gone ? `✔ ${what} is gone\n` : `✘ ${what} is left: DELETE was answered ${status || "not at all"}\n`,
          );
        }
      }
      connection.close();
      if (report.changes.every(({ state }) => state !== "left")) terminal.out("that run left nothing\n");
      return left === 0 ? 0 : 7;
    } finally {
      await close();
    }
  },
};
