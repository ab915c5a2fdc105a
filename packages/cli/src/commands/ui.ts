import { requirements } from "@plumbline/conformance";
import { diffReports, type Report, renderLive } from "@plumbline/report";
import { BUNDLED_PROFILES, OPERATION_IDS } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import { docsUrl } from "../output/docs-url.ts";
import { ruleBook } from "../output/rule-book.ts";
import { stopSignal } from "../stop-signal.ts";
import { expectTargetFlags, TARGET_FLAGS } from "../targets/open-target.ts";
import { type Service, servePage } from "../ui/page-server.ts";
import { Stream } from "../ui/stream.ts";
import { targetFilesIn } from "../ui/target-files.ts";
import { type Prepare, Workbench } from "../ui/workbench.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { watchedPaths } from "../watch/watched-paths.ts";
import { judge, runAgain } from "./judge.ts";
import { listening } from "./listening.ts";
import { OUTPUT_FLAGS } from "./output-flags.ts";
import { selectionOf } from "./selection.ts";
import { SELECTION_FLAGS } from "./selection-flags.ts";

const { shard: _shard, ...SELECTING } = SELECTION_FLAGS;
const { quiet: _quiet, verbose: _verbose, "allow-incomplete": _gate, strict: _strict, ...WRITING } = OUTPUT_FLAGS;

/** `plumbline ui`: serves the live page. */
export const ui: Command = {
  name: "ui",
  summary: "start and compare runs in a browser, on this machine only",
  opensTarget: "or-reference",
  flags: {
    ...TARGET_FLAGS,
    ...SELECTING,
    ...WRITING,
    out: { value: "DIR", help: "folder with one subfolder for each run (default reports/runs)" },
    "known-failures": {
      value: "FILE",
      help: "checks that may fail, with reasons; the page adds the checks that you mark (default known-failures.yml)",
    },
    "watch-path": { value: "PATH", many: true, help: "repeat failed checks when a file in PATH changes" },
    port: { value: "N", help: "port on 127.0.0.1 (default: a free port)" },
    run: { help: "start with a run of everything" },
  },
  examples: [
    "plumbline ui",
    "plumbline ui --target target.yml --run",
    "plumbline ui --target target.yml --watch-path src",
  ],
  run: async (given, terminal) => {
    const port = given.integer("port", 0) ?? 0;
    const folder = given.one("out") ?? "reports/runs";
    const target = given.one("target") ?? "reference";
    watchedPaths(given);
    await expectTargetFlags(given);
    const book = ruleBook(docsUrl(given, terminal));
    const stream = new Stream();
    const prepare: Prepare = (wished) => {
      const selection = selectionOf(wished, requirements, terminal.environment);
      return (onlooker, heard) =>
        judge({ command: "run", requirements, selection, again: runAgain, onlooker, heard }, wished, terminal);
    };
    const workbench = new Workbench({ given, terminal, folder }, prepare, (event) => stream.tell(event));
    const targets = [...new Set([target, ...targetFilesIn("."), "reference"])];
    // The page offers fixed choices instead of a text field, because it must not make this process read files of the
    // machine.
    const profiles = BUNDLED_PROFILES.map(({ name }) => name);
    const names = [
      ...new Set(requirements.map(({ id }) => id.split("-")[0] ?? "")),
      ...requirements.map(({ id }) => id),
      ...OPERATION_IDS,
    ];
    const shown: Offer["shown"] = (report, base, instead) =>
      renderLive(report, {
        toolVersion: VERSION,
        data: { base, page: workbench.page, newest: instead === undefined },
        choices: { targets, profiles, target, names, ...workbench.wish },
        runs: workbench.earlier.lines,
        book,
        ...(instead !== undefined && { instead }),
      });
    const service = serviceOf(workbench, stream, { targets, profiles, shown });
    const server = await listening(servePage(service, port), { port });
    // Registered before the announcement, because a reader of it may send the signal at once.
    const told = stopSignal();
    terminal.out(`${server.url}\n`);
    terminal.note("Open this address in a browser on this machine. Ctrl-C ends it.\n");
    if (given.has("run")) workbench.run({ scope: "all" });
    await told;
    await workbench.close();
    stream.close();
    await server.close();
    return 0;
  },
};

/** What the page offers, and how a report is shown on it. */
interface Offer {
  readonly targets: readonly string[];
  readonly profiles: readonly string[];
  /** `instead` says what the page shows instead of the newest run. */
  readonly shown: (report: Report | undefined, base: string, instead?: string) => string;
}

/** What the page server does with requests of the page. */
function serviceOf(workbench: Workbench, stream: Stream, { targets, profiles, shown }: Offer): Service {
  let newest: { readonly page: number; readonly text: string } | undefined;
  return {
    page: (base, { run, before, after }) => {
      if (before !== undefined && after !== undefined) {
        const later = workbench.earlier.read(after);
        const comparison = diffReports(workbench.earlier.read(before), later);
        return shown({ ...later, comparison }, base, "A comparison of two runs.");
      }
      if (run !== undefined) return shown(workbench.earlier.read(run), base, "An earlier run.");
      if (newest?.page !== workbench.page) newest = { page: workbench.page, text: shown(workbench.report, base) };
      return newest.text;
    },
    listen: (response) => stream.join(response, workbench.standing),
    run: (wish) => {
      if (wish.target !== undefined && !targets.includes(wish.target))
        throw new UsageError(`${wish.target} is not one of the targets on this page`);
      if (wish.profile !== undefined && !profiles.includes(wish.profile))
        throw new UsageError(`the profile must be one of ${profiles.join(", ")}`);
      workbench.run(wish);
    },
    known: (wish) => workbench.mark(wish),
    stop: () => workbench.stop(),
  };
}
