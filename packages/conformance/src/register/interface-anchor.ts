/** Where a rule stands in its file of docs/interface: the fragment of a link to it, without the number sign. */
export function interfaceAnchor(id: string): string {
  return id.toLowerCase();
}
