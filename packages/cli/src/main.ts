import { wrapped } from "@plumbline/report/wrapped";
import { nearest } from "@plumbline/schemas/nearest";
import type { Command } from "./command.ts";
import type { Vocabulary } from "./commands/completion.ts";
import { flagHelp, readFlags } from "./flags.ts";
import { harmlessTerminal } from "./harmless-terminal.ts";
import { inAscii } from "./in-ascii.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";
import { VERSION } from "./version.ts";

/** Each command is loaded when it is called, so that `list` does not wait for modules that only `run` needs. */
const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
  run: { summary: "test a target and write the report", load: async () => (await import("./commands/run.ts")).run },
  ui: {
    summary: "start and compare runs in a browser, on this machine only",
    load: async () => (await import("./commands/ui.ts")).ui,
  },
  fuzz: {
    summary: "send random valid requests and single violations to a target",
    load: async () => (await import("./commands/fuzz.ts")).fuzz,
  },
  judge: {
    summary: "judge recorded traffic: an HTTP archive or the journal of a run",
    load: async () => (await import("./commands/judge-traffic.ts")).judgeTraffic,
  },
  proxy: {
    summary: "forward requests to a server and judge its answers",
    load: async () => (await import("./commands/proxy.ts")).proxy,
  },
  replay: {
    summary: "send stored failures again: FIXED, FAILED or ERROR",
    load: async () => (await import("./commands/replay.ts")).replay,
  },
  plan: {
    summary: "show the checks of a run without sending anything",
    load: async () => (await import("./commands/plan.ts")).plan,
  },
  report: {
    summary: "write a report again, in other formats or from a journal",
    load: async () => (await import("./commands/report.ts")).report,
  },
  diff: {
    summary: "compare two reports",
    load: async () => (await import("./commands/diff.ts")).diff,
  },
  merge: {
    summary: "make one report of the shards of a run",
    load: async () => (await import("./commands/merge.ts")).merge,
  },
  list: {
    summary: "list requirements, operations, faults or variants",
    load: async () => (await import("./commands/list.ts")).list,
  },
  explain: {
    summary: "say what a requirement demands and how it is checked",
    load: async () => (await import("./commands/explain.ts")).explain,
  },
  faults: {
    summary: "prove that the suite notices each fault of the reference",
    load: async () => (await import("./commands/faults.ts")).faults,
  },
  init: { summary: "write a commented target file", load: async () => (await import("./commands/init.ts")).init },
  cleanup: {
    summary: "delete or restore what a killed run left on the target",
    load: async () => (await import("./commands/cleanup.ts")).cleanup,
  },
  serve: {
    summary: "serve the reference implementation of the API",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  health: {
    summary: "check that a served reference is healthy, for containers",
    load: async () => (await import("./commands/health.ts")).health,
  },
  mock: {
    summary: "serve a Prism mock of the generated OpenAPI document",
    load: async () => (await import("./commands/mock.ts")).mock,
  },
  export: {
    summary: "write the interface as OpenAPI documents or JSON Schema files",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  completion: {
    summary: "print a script that completes commands, flags and values in a shell",
    load: async () => (await import("./commands/completion.ts")).completionCommand(vocabulary),
  },
};

/** Runs the program with the arguments after its name and returns the exit code. Never throws. */
export async function main(args: readonly string[], given: Terminal = processTerminal()): Promise<number> {
  const terminal = harmlessTerminal(given);
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    return fail(error, inAscii(terminal));
  }
}

async function vocabulary(): Promise<Vocabulary> {
  const named = Object.entries(COMMANDS).filter(([name]) => name !== "completion");
  const loaded = await Promise.all(
    named.map(async ([name, { load }]) => [name, { flags: (await load()).flags }] as const),
  );
  return { commands: { ...Object.fromEntries(loaded), completion: { flags: {} } } };
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = asHelp(args);
  if (name === undefined || HELP.includes(name)) {
    terminal.out(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-V" || name === "-v") {
    terminal.out(`${VERSION}\n`);
    return 0;
  }
  const command = await commandNamed(name);
  if (rest.includes("--help") || rest.includes("-h")) {
    inAscii(terminal).out(helpOf(command));
    return 0;
  }
  const given = readFlags(command.name, command.flags, rest);
  if (command.words === undefined && given.words.length > 0) throw new UsageError(noWords(command, given.words));
  const data = command.prints === "data" || DATA_FLAGS.some((flag) => given.has(flag));
  const printing = inAscii(terminal, { data });
  const { opensTarget } = command;
  if (opensTarget === undefined) return command.run(given, printing);
  const { withChosenTarget } = await import("./targets/chosen-target.ts");
  return command.run(withChosenTarget(given, printing, opensTarget), printing);
}

/** What a word that is no flag was probably meant for, by the first of these flags that the command has. */
const MEANT: readonly (readonly [flag: string, next: string])[] = [
  ["exec", 'name the server with --target, and a command with --exec "..."'],
  ["target", "name the target with --target"],
  ["url", "give the address with --url"],
  ["from", "name the file with --from"],
  ["only", "name ids with --only"],
  ["port", "choose a port with --port"],
];

function noWords({ name, flags }: Command, words: readonly string[]): string {
  const [, next] = MEANT.find(([flag]) => Object.hasOwn(flags, flag)) ?? ["", `see plumbline ${name} --help`];
  return `plumbline ${name} takes no words besides flags, received "${words.join(" ")}": ${next}`;
}

const HELP: readonly string[] = ["help", "--help", "-h"];

/** Turns `plumbline help run` into `plumbline run --help`. */
function asHelp([first, name, ...rest]: readonly string[]): readonly string[] {
  const asks = first !== undefined && HELP.includes(first) && name !== undefined && !HELP.includes(name);
  return asks ? [name, "--help"] : [first, name, ...rest].flatMap((word) => (word === undefined ? [] : [word]));
}

async function commandNamed(name: string): Promise<Command> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry !== undefined) return entry.load();
  const close = nearest(name, Object.keys(COMMANDS));
  throw new UsageError(
    `there is no command "${name}": ${close === undefined ? 'see "plumbline --help"' : `did you mean "plumbline ${close}"?`}`,
  );
}

/** Flags with which a command prints for programs. */
const DATA_FLAGS = ["json", "print-target", "print-world-schema"] as const;

async function fail(error: unknown, terminal: Terminal): Promise<number> {
  const { exitFor } = await import("./exit-for.ts");
  const { code, text } = exitFor(error);
  terminal.note(`plumbline: ${text}\n`);
  return code;
}

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `plumbline ${VERSION}: is this server true to its contract?

Usage: plumbline <command> [flags]        plumbline <command> --help

${rows.join("\n")}

  plumbline run                                  with target.yml of this folder
  plumbline run --target reference               the bundled reference server
  plumbline run --target http://127.0.0.1:8080   your server; the run only reads
  plumbline run --target staging.yml             with your own target file
  plumbline ui --target target.yml               the same, in a browser
`;
}

function helpOf(command: Command): string {
  const words = command.words === undefined ? "" : ` ${command.words}`;
  return `${wrapped(`plumbline ${command.name}${words}: ${command.summary}`, 80).join("\n")}

${flagHelp(command.flags)}

Examples:
${command.examples.map((example) => `  ${example}`).join("\n")}
`;
}
