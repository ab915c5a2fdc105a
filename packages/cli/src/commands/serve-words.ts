import { describeReference, type Reference } from "@plumbline/reference";
import { CONTROL } from "../control/control-address.ts";
import { CONTROL_TOKEN } from "../control/control-token.ts";
import type { Terminal } from "../terminal.ts";
import { type Ready, readyLine } from "./ready.ts";

/** What is shown of a server that is ready. */
export interface Shown {
  readonly reference: Reference;
  readonly ready: Ready;
  readonly control: { readonly url: string; readonly token: string } | undefined;
}

/** What a person reads when the server starts, and for tools its last line. */
export function printText({ reference, ready, control }: Shown, terminal: Terminal): void {
  terminal.out(`${describeReference(reference)}\n`);
  if (control) terminal.out(`Control URL    ${control.url}\nControl token  ${control.token}\n\n`);
  terminal.out(readyLine(ready));
}

/** A target file, with the line for tools as a comment in it, and beside it the variables that it names. */
export async function printTarget({ reference, ready, control }: Shown, terminal: Terminal): Promise<void> {
  const { exportLines, referenceTargetText } = await import("../targets/file-of-reference.ts");
  terminal.note(exportLines(reference));
  if (control) terminal.note(`export ${CONTROL}=${control.url}\nexport ${CONTROL_TOKEN}=${control.token}\n`);
  terminal.out(`${referenceTargetText(reference)}# ${readyLine(ready)}`);
}

/** The warning of a server that others can reach. */
export const openTo = (host: string): string =>
  `plumbline: every client that can reach ${host} can call this server, without TLS: use it only in a test network, with keys that no other server accepts\n`;
