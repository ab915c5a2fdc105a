import { canonical } from "./canonical.mjs";

/**
 * The exact differences between two inventories: operation, place, record and, if the record is in both, the member. A
 * difference that both a list and a read by id show appears once.
 */
export function difference(before, after) {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(listsFirst);
  const found = [];
  const told = new Set();
  for (const place of places) {
    const { operation, values } = before[place] ?? after[place];
    const [was, is] = [before[place]?.records ?? {}, after[place]?.records ?? {}];
    for (const id of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (told.has(id) && rank(operation) > 0) continue;
      const one = { operation, place: Object.values(values).join("/"), id };
      const all = [...differencesOf(one, was[id], is[id])];
      if (all.length > 0) for (const name of [id, (is[id] ?? was[id]).name]) told.add(name);
      found.push(...all);
    }
  }
  return found;
}

function* differencesOf(one, was, is) {
  if (same(was, is)) return;
  if (was === undefined) yield { ...one, kind: "added", name: is.name, after: is };
  else if (is === undefined) yield { ...one, kind: "gone", name: was.name, before: was };
  else
    for (const member of new Set([...Object.keys(was), ...Object.keys(is)]))
      if (!same(was[member], is[member]))
        yield { ...one, kind: "changed", member, before: was[member], after: is[member] };
}

/** Differences in short lines, grouped by kind. */
export function inLines(differences) {
  const kinds = new Map();
  for (const one of differences) {
    const kind = `${one.operation} ${one.kind} ${one.member ?? ""}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds.values()].map((alike) => `${alike.length} x ${inWords(alike[0])}`);
}

/** A difference in one short line. */
function inWords({ operation, place, id, kind, member, before, after }) {
  const what = `${operation}${place === "" ? "" : ` of ${place}`}: ${short(id)}`;
  if (kind !== "changed") return `${what} ${kind}`;
  const [was, is] = [asText(before), asText(after)];
  // Skips the common beginning.
  const alike = Math.max(0, [...was].findIndex((letter, at) => letter !== is[at]) - 30);
  return `${what} .${member} ${short(was.slice(alike))} -> ${short(is.slice(alike))}`;
}

const asText = (value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "none"));

const short = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);

/** Sorts lists first, then the operations that show their records again. */
const rank = (place) => (/^listAllClusters|^list\w+Of/.test(place) ? 1 : place.startsWith("list") ? 0 : 2);
const listsFirst = (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1);

const same = (one, other) => canonical(one) === canonical(other);
