import { createValidator } from "@plumbline/schemas/validate";
import { memberProbes, strangers } from "./members.mjs";
import { placesOf, valuesAt } from "./places.mjs";
import { listed, probes } from "./probes.mjs";
import { readBody } from "./texts.mjs";

const { accepts } = createValidator();

/**
 * The cells of an operation: keyword x side x place. An `edge` must be accepted, so it counts only in a valid body;
 * `beyond` must be refused; `near` is valid, invalid or left open.
 */
export const cellsOf = (operation) => [
  ...placesOf(operation).flatMap(({ place, schema }) =>
    [
      ...probes.filter(({ is }) => is(schema, place)),
      ...listed(schema),
      ...(place.startsWith("body") ? memberProbes(schema, place) : []),
    ].map(({ shows, ...what }) =>
      cellOf(operation, place, what, (request) =>
        valuesAt(request, place).some((value) => shows(schema, value, place)),
      ),
    ),
  ),
  ...queryCells(operation),
];

const cellOf = ({ id: operation }, place, { kind, keyword, side }, shownBy) => ({
  operation,
  place,
  kind,
  keyword,
  side,
  name: `${operation} ${place} ${keyword} ${side}`,
  shownBy: (request) => (kind !== "edge" || request.isRight) && shownBy(request),
});

/** Cells of a query as a whole: parameters without those that they require, and unknown names. */
function queryCells(operation) {
  const names = operation.query.map(({ name }) => name);
  const on = (kind, keyword, side, shows) =>
    cellOf(operation, "query", { kind, keyword, side }, ({ query }) => {
      const own = query.map(([name]) => name);
      return shows((name) => own.includes(name), own);
    });
  return [
    ...(operation.together ?? []).flatMap((group) =>
      group.map((name) => on("beyond", "dependentRequired", `${name} alone`, (has) => has(name) && !group.every(has))),
    ),
    ...strangers(names).map((one) => on("near", "properties", ...one)),
    on("near", "properties", "a name twice", (_has, own) =>
      names.some((name) => own.filter((one) => one === name).length > 1),
    ),
  ];
}

/** A request in the form that cells read: path and query decoded, and the body as it is written. */
export function readRequest({ body: expected }, { path, query, body }) {
  const asked = { path: Object.entries(path), query: [...new URLSearchParams(query)], isRight: true };
  if (expected === undefined || body === undefined) return asked;
  if (expected.mediaType !== "application/json") {
    const fields = Object.fromEntries(new URLSearchParams(body));
    return { ...asked, body: fields, isRight: accepts(expected.schema, fields) };
  }
  const read = readBody(body);
  if (read === undefined) return { ...asked, isRight: false };
  return { ...asked, body: read.written, isRight: accepts(expected.schema, read.value) };
}
