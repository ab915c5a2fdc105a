import { bindContract, neutral } from "@plumbline/schemas";

const contract = bindContract(neutral);
const patterns = contract.operations.flatMap(({ id, routes }) =>
  routes.map(({ method, path, version }) => {
    const names = [...path.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => name);
    // A metrics address has a prefix of its own, and a parameter with a slash is none.
    const pattern = new RegExp(`${path.replace(/[.]/g, "\\.").replace(/\{[a-zA-Z]+\}/g, "([^/]*)")}$`);
    return { id, version, method, pattern, names, fixed: path.replace(/\{[a-zA-Z]+\}/g, "").length };
  }),
);
// What stands in a path word for word comes before what a parameter could take as well.
patterns.sort((one, other) => other.fixed - one.fixed);

/** Of which operation a request is, in which version, and what it says in its path; `undefined` where it is of none. */
export function addressOf(method, url) {
  const [path = "", query = ""] = url.replace(/^[a-z]+:\/\/[^/]*/, "").split("?");
  for (const { id, version, method: own, pattern, names } of patterns) {
    const match = own === method ? pattern.exec(path) : null;
    if (match !== null)
      return { id, version, query, path: Object.fromEntries(names.map((name, at) => [name, decoded(match[at + 1])])) };
  }
  return undefined;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
