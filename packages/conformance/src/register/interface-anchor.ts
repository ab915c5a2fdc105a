/** The fragment of a link to a rule in its file of docs/interface, without the number sign. */
export function interfaceAnchor(id: string): string {
  return id.toLowerCase();
}
