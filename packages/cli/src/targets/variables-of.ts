import type { ReadTargetFile } from "../target-file/read.ts";
import { isPlainlyName, isVariableName } from "../target-file/secret-shape.ts";
import { UsageError } from "../usage-error.ts";

/** The value of a variable that is named at a place of a target file. */
export type ValueAt = (pointer: string, variable: string) => string;

/**
 * Reads the variables that the file names. The user must set a missing one before anything is sent. If the file
 * contains the secret itself instead of a name, the message does not repeat it, because messages go to logs.
 */
export function variablesOf(
  { place }: Pick<ReadTargetFile, "place">,
  environment: Readonly<Record<string, string | undefined>>,
  prefix = "",
): ValueAt {
  return (pointer, variable) => {
    const member = `${place(pointer)}: ${pointer.slice(1).replaceAll("/", ".")}`;
    const [, inSigns = ""] = /^\$\{?(\w+)\}?$/.exec(variable) ?? [];
    if (isPlainlyName(inSigns))
      throw new UsageError(
        `${member} takes only the name of a variable: did you mean ${inSigns}, without the other characters?`,
      );
    if (!isVariableName(variable))
      throw new UsageError(
        `${member} takes the name of an environment variable, such as PLUMBLINE_PRIVATE_KEY; the value there is not a name and may be the secret itself, so it is hidden: put it into a variable, and write the name of the variable here`,
      );
    if (!variable.startsWith(prefix))
      throw new UsageError(
        `${member} names ${isPlainlyName(variable) ? `the environment variable ${variable}` : "an environment variable (hidden)"} that does not begin with ${prefix}: --env-prefix forbids all others`,
      );
    const found = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
    if (found) return found;
    throw new UsageError(
      isPlainlyName(variable)
        ? `${member} names the environment variable ${variable}, which is not set: set it, or name another variable`
        : `${member} names an environment variable that is not set (hidden, because it may be the secret itself): set it, or name another variable such as PLUMBLINE_PRIVATE_KEY`,
    );
  };
}
