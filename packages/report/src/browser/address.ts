/** What the fragment of the address (the part after `#`) selects. */
export type Wanted =
  | { readonly kind: "view"; readonly view: string; readonly parameters: URLSearchParams }
  | { readonly kind: "check"; readonly check: string }
  | { readonly kind: "requirement"; readonly requirement: string };

/** Parses `#check=ID`, `#requirement=ID` or `#view&name=value`; an empty fragment selects the first view. */
export function wantedBy(hash: string): Wanted {
  const text = hash.replace(/^#/u, "");
  const [head = ""] = text.split("&", 1);
  const parameters = new URLSearchParams(text);
  const check = parameters.get("check");
  if (check !== null) return { kind: "check", check };
  const requirement = parameters.get("requirement");
  if (requirement !== null) return { kind: "requirement", requirement };
  // Filters without a view belong to the list of requirements.
  if (head.includes("=")) return { kind: "view", view: "requirements", parameters };
  parameters.delete(head);
  return { kind: "view", view: head === "" ? "outcome" : head, parameters };
}

/** Writes a view and its filters into the address without adding a step to the history. */
export function rewriteAddress(view: string, filters: Readonly<Record<string, string>>): void {
  const chosen = Object.entries(filters).filter(([, value]) => value !== "");
  const parameters = new URLSearchParams(chosen).toString();
  history.replaceState(null, "", `#${view}${parameters === "" ? "" : `&${parameters}`}`);
}
