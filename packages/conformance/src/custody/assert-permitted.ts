import type { Contract, WriteId } from "@plumbline/schemas";
import { commandsIn } from "../writes/commands-in.ts";
import { HandsOffError } from "./hands-off-error.ts";

/**
 * Lets a write through unless its body has a command that no operation undoes.
 * @param mayLast the user permits irreversible changes
 * @throws HandsOffError that names the member and the permission it needs
 */
export function assertPermitted(
  operation: WriteId,
  text: string | undefined,
  contract: Contract,
  mayLast: boolean,
): void {
  const commands = commandsIn(operation, text, contract);
  const [command] = commands.filter(({ never }) => never || !mayLast);
  if (command === undefined) return;
  const what = `${operation} with ${contract.field(command.member)} may ${command.does}`;
  if (command.never) throw new HandsOffError(`${what}, so the run never sends it`);
  throw new HandsOffError(
    `${what}, and nothing undoes that: to permit irreversible changes, add --allow irreversible or "allow: [irreversible]" in the target file`,
  );
}
