import type { Command } from "../command.ts";
import type { Flags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";
import { type CompletedFlag, completedFlags } from "./completion-values.ts";

/** The commands with their flags, as a completion script needs them. */
export interface Vocabulary {
  readonly commands: Readonly<Record<string, { readonly flags: Flags }>>;
}

/** The vocabulary with every value that a flag or a word can have. */
interface Known {
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readonly flags: readonly CompletedFlag[];
  /** Words that may follow a command, besides flags. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

const SHELLS: Readonly<Record<string, (known: Known) => string>> = { bash, zsh, fish };

/** `plumbline completion`: a script for the user's shell; `load` returns the words to complete. */
export const completionCommand = (load: () => Promise<Vocabulary>): Command => ({
  name: "completion",
  summary: "print a shell script that completes commands, flags and their values in bash, zsh or fish",
  prints: "data",
  words: "SHELL",
  flags: {},
  examples: [
    `source <(plumbline completion bash)`,
    "plumbline completion fish > ~/.config/fish/completions/plumbline.fish",
  ],
  run: async (given, terminal) => {
    const [shell = "", ...more] = given.words;
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (script === undefined || more.length > 0)
      throw new UsageError(
        `plumbline completion takes one of ${Object.keys(SHELLS).join(", ")}, received "${given.words.join(" ")}"`,
      );
    terminal.out(script(await knownOf(await load())));
    return 0;
  },
});

async function knownOf({ commands }: Vocabulary): Promise<Known> {
  const { values, flags } = await completedFlags(Object.values(commands).map((command) => command.flags));
  const names = Object.keys(commands);
  return {
    commands: Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [name, Object.keys(command.flags).map((flag) => `--${flag}`)]),
    ),
    flags,
    words: {
      help: names,
      completion: Object.keys(SHELLS),
      explain: values.requirement,
      list: ["requirements", "operations", "faults", "variants"],
    },
  };
}

function bash({ commands, flags, words }: Known): string {
  const cases = Object.entries({ ...commands, help: [] }).map(([name, own]) => {
    const plain = words[name] ?? [];
    return `    ${name}) words="${own.join(" ")}"; plain="${plain.join(" ")}" ;;`;
  });
  const values = flags.map(({ name, values: own, files }) => {
    const completes = own.length > 0 ? `_plumbline_of "${own.join(" ")}"` : ":";
    return `    --${name}) ${completes}${own.length > 0 && files ? "; _plumbline_files" : ""}; return ;;`;
  });
  return `_plumbline_of() {
  local before="" last="$current"
  case "$current" in *,*) before="\${current%,*},"; last="\${current##*,}" ;; esac
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "$last"))
}
_plumbline_files() {
  COMPREPLY+=($(compgen -f -- "$current"))
}
_plumbline() {
  local words="" plain="" current="\${COMP_WORDS[COMP_CWORD]}" flag="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  [ "$current" = "=" ] && current=""
  [ "$flag" = "=" ] && flag="\${COMP_WORDS[COMP_CWORD-2]}"
  case "$flag" in
${values.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="help ${Object.keys(commands).join(" ")}" && plain=""
  case "$current" in
    -*) plain="" ;;
    *) [ -n "$plain" ] && words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words $plain" -- "$current"))
}
complete -o default -F _plumbline plumbline
`;
}

function zsh(known: Known): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(known)}`;
}

function fish({ commands, flags, words }: Known): string {
  const names = Object.keys(commands);
  const behind = (name: string): string => `-n "__fish_seen_subcommand_from ${name}"`;
  const completed = new Map(flags.map((flag) => [`--${flag.name}`, flag]));
  const lines = names.flatMap((name) =>
    (commands[name] ?? []).map((flag) => {
      const value = completed.get(flag);
      const takes = value === undefined ? "" : value.files ? " -r -F" : " -x";
      const own = value === undefined || value.values.length === 0 ? "" : ` -a "${value.values.join(" ")}"`;
      return `complete -c plumbline ${behind(name)} -l ${flag.replace(/^--/, "")}${takes}${own}`;
    }),
  );
  const plain = Object.entries(words).map(
    ([name, own]) => `complete -c plumbline ${behind(name)} -f -a "${own.join(" ")}"`,
  );
  const first = `complete -c plumbline -n "not __fish_seen_subcommand_from help ${names.join(" ")}" -a "help ${names.join(" ")}"`;
  return `${[first, ...lines, ...plain].join("\n")}\n`;
}
