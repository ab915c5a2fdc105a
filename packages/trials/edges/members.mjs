import { RESERVED } from "./forms.mjs";

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const folded = (name) => name.toLowerCase();

/** Probes of an object as a whole: members left out, alone or together, and unknown names. */
export function memberProbes({ required = [], dependentRequired = {}, anyOf, not, properties = {} }, place) {
  const on = (kind, keyword, side, shows) => ({
    kind,
    keyword,
    side,
    shows: (_schema, value) => isObject(value) && shows((name) => Object.hasOwn(value, name), Object.keys(value)),
  });
  const either = [...new Set((anyOf ?? []).flatMap((one) => one.required ?? []))];
  const apart = not?.required ?? [];
  const names = Object.keys(properties);
  return [
    ...required.map((name) => on("beyond", "required", `without ${name}`, (has) => !has(name))),
    ...Object.entries(dependentRequired).flatMap(([name, needs]) =>
      needs.map((need) =>
        on("beyond", "dependentRequired", `${name} without ${need}`, (has) => has(name) && !has(need)),
      ),
    ),
    ...(either.length > 0 ? [on("beyond", "anyOf", `none of ${either.join(", ")}`, (has) => !either.some(has))] : []),
    ...(apart.length > 0 ? [on("beyond", "not", `${apart.join(" and ")} together`, (has) => apart.every(has))] : []),
    ...(place === "body" && names.length > 0 ? strangers(names).map((one) => on("near", "properties", ...one)) : []),
  ];
}

/** Unknown names in a body or a query. */
export const strangers = (names) => [
  ["a name that nobody listed", (_has, own) => own.some((name) => !names.includes(name) && !RESERVED.includes(name))],
  [
    "a name in another letter case",
    (_has, own) => own.some((name) => !names.includes(name) && names.some((one) => folded(one) === folded(name))),
  ],
  ...RESERVED.map((name) => [`the name ${name}`, (has) => has(name)]),
];
