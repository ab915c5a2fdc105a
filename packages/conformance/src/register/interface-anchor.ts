/** Where a rule stands in docs/interface.md: the fragment of a link to it, without the number sign. */
export function interfaceAnchor(id: string): string {
  return id.toLowerCase();
}
