import { bindContract, fillPath, neutral } from "@plumbline/schemas";

const contract = bindContract(neutral);

/** Every operation below the address of the service, with its routes. */
export const operations = contract.operations.map(({ id, routes, risk }) => ({ id, routes, risk }));

/** The filled path of an operation in its newest version, with its method and Accept header. */
export const placeOf = (id, values) => placesOfVersions(id, values).at(-1);

/** The same in each version that has the operation. */
export const placesOfVersions = (id, values) =>
  contract.operation(id).routes.map(({ method, version, path, accept }) => ({
    method,
    version,
    path: fillPath(path, values),
    accept,
  }));

export const isPaged = (id) => contract.operation(id).query.some(({ name }) => name === "itemsPerPage");

const patterns = contract.operations.flatMap(({ id, routes }) =>
  routes.map(({ method, path, version }) => {
    const names = [...path.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => name);
    // A metrics address has its own prefix, and a parameter contains no slash.
    const pattern = new RegExp(`${path.replace(/[.]/g, "\\.").replace(/\{[a-zA-Z]+\}/g, "([^/]*)")}$`);
    return { id, version, method, pattern, names, fixed: path.replace(/\{[a-zA-Z]+\}/g, "").length };
  }),
);
// Literal segments of a path take precedence over parameters.
patterns.sort((one, other) => other.fixed - one.fixed);

/** The operation of a request, with its version and path parameters; undefined if the interface has none. */
export function operationAt(method, path) {
  for (const { id, version, method: own, pattern, names } of patterns) {
    const match = own === method ? pattern.exec(path) : null;
    if (match === null) continue;
    return { id, version, values: Object.fromEntries(names.map((name, at) => [name, decoded(match[at + 1])])) };
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

/** The possible members of an operation's answer, or of the records that it lists. */
export function membersOf(id) {
  const { result } = contract.operation(id);
  return Object.keys((result.items ?? result.schema)?.properties ?? {});
}
