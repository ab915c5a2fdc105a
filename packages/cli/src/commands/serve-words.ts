import { describeReference, type Reference } from "@plumbline/reference";
import { CONTROL } from "../control/control-address.ts";
import { CONTROL_TOKEN } from "../control/control-token.ts";
import { shellWord } from "../targets/shell-word.ts";
import type { Terminal } from "../terminal.ts";
import { type Ready, readyLine } from "./ready.ts";

/** The facts that `serve` prints about a ready server. */
export interface Shown {
  readonly reference: Reference;
  readonly ready: Ready;
  readonly control: { readonly url: string; readonly token: string } | undefined;
}

/** Prints a description for a person, and as the last line the facts for tools. */
export function printText({ reference, ready, control }: Shown, terminal: Terminal): void {
  terminal.out(`${describeReference(reference)}\n`);
  if (control) terminal.out(`Control URL    ${control.url}\nControl token  ${control.token}\n\n`);
  terminal.out(readyLine(ready));
}

/**
 * Prints a target file that contains the line for tools as a comment, and on standard error the variables that it
 * names.
 */
export async function printTarget({ reference, ready, control }: Shown, terminal: Terminal): Promise<void> {
  const { exportLines, referenceTargetText } = await import("../targets/file-of-reference.ts");
  terminal.note(exportLines(reference));
  if (control) terminal.note(`export ${CONTROL}=${control.url}\nexport ${CONTROL_TOKEN}=${shellWord(control.token)}\n`);
  terminal.out(`${referenceTargetText(reference)}# ${readyLine(ready)}`);
}

/** The warning for a server that other machines can reach. */
export const openTo = (host: string): string =>
  `plumbline: every client that can reach ${host} can call this server, without TLS: use it only in a test network, with keys that no other server accepts\n`;
