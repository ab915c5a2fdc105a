import { NothingSelectedError, UnreachableError } from "@plumbline/conformance";
import { InvalidProfileError } from "@plumbline/schemas";
import { isMachineFault, machineFaultInWords } from "./files/machine-fault.ts";
import { UsageError } from "./usage-error.ts";

/**
 * The exit code and text for an error that a command threw: a mistake of the user gets one clear message, a defect of
 * Plumbline a stack.
 */
export function exitFor(error: unknown): { readonly code: number; readonly text: string } {
  if (error instanceof UsageError || error instanceof NothingSelectedError) return { code: 2, text: error.message };
  if (error instanceof UnreachableError) return { code: 4, text: error.message };
  // Compared by name: the classes belong to the reference, which most commands need not load.
  if (
    error instanceof Error &&
    [
      "InvalidSinkError",
      "InvalidWorldError",
      "UnknownFaultError",
      "UnknownVariantError",
      "UnusableFolderError",
    ].includes(error.name)
  )
    return { code: 2, text: error.message };
  if (error instanceof InvalidProfileError) return { code: 2, text: `the profile cannot be used: ${error.message}` };
  if (isMachineFault(error))
    return { code: 2, text: `this machine refused an operation that Plumbline needs: ${machineFaultInWords(error)}` };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 5, text: `this is a defect of Plumbline itself (please report it):\n${text}` };
}
