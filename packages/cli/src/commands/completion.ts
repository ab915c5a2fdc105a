import type { Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

/** What a shell has to know: the commands with their flags. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

const SHELLS: Readonly<Record<string, (words: Vocabulary) => string>> = { bash, zsh, fish };

export const completionCommand = (load: () => Promise<Vocabulary>): Command => ({
  name: "completion",
  summary: "print a script that completes commands and flags in bash, zsh or fish",
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
    terminal.out(script(await load()));
    return 0;
  },
});

function bash(words: Vocabulary): string {
  const cases = Object.entries(words).map(([name, flags]) => `    ${name}) words="${flags.join(" ")}" ;;`);
  return `_plumbline() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${Object.keys(words).join(" ")}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _plumbline plumbline
`;
}

function zsh(words: Vocabulary): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
}

function fish(words: Vocabulary): string {
  const names = Object.keys(words).join(" ");
  const flags = Object.entries(words).flatMap(([name, all]) =>
    all.map((flag) => `complete -c plumbline -n "__fish_seen_subcommand_from ${name}" -l ${flag.replace(/^--/, "")}`),
  );
  return `complete -c plumbline -n "not __fish_seen_subcommand_from ${names}" -a "${names}"\n${flags.join("\n")}\n`;
}
