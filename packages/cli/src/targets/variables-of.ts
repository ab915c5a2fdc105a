import type { ReadTargetFile } from "../target-file/read.ts";
import { isPlainlyName, isVariableName } from "../target-file/secret-shape.ts";
import { UsageError } from "../usage-error.ts";

/** What a variable holds that stands at a place of a target file. */
export type ValueAt = (pointer: string, variable: string) => string;

/**
 * Reads the variables that the file names; one that is not set is the user's to mend before anything is sent. Whoever pastes
 * the secret itself there is not shown it again: the message goes to logs.
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
      throw new UsageError(`${member} takes the name of a variable alone: did you mean ${inSigns}, without the signs?`);
    if (!isVariableName(variable))
      throw new UsageError(
        `${member} takes the name of an environment variable, such as PLUMBLINE_PRIVATE_KEY; what stands there is none and is not shown, as it may be the secret itself: put that into a variable, and the name of the variable here`,
      );
    if (!variable.startsWith(prefix))
      throw new UsageError(
        `${member} names ${isPlainlyName(variable) ? `the environment variable ${variable}` : "an environment variable, which is not shown,"} that does not begin with ${prefix}: --env-prefix lets a target file name no others`,
      );
    const found = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
    if (found) return found;
    throw new UsageError(
      isPlainlyName(variable)
        ? `${member} names the environment variable ${variable}, which is not set: set it, or name another`
        : `${member} names an environment variable that is not set, and that is not shown, as it may be the secret itself: set it, or name another such as PLUMBLINE_PRIVATE_KEY`,
    );
  };
}
