// npm run floors: lists each import that goes up or sideways between rooms (see floors-order.mjs), each knot of rooms
// and each circle of files. Imports of types count too. Exits with 1 if there are any.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ALLOWED, FLOORS } from "./floors-order.mjs";

const PACKAGES = join(dirname(fileURLToPath(import.meta.url)), "../packages");
const SOURCE = /(?<!\.test|\.test-[\w-]*|\.d)\.ts$/;
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** The violations in the packages, one sentence each. */
export const objections = () =>
  [...new Set([...Object.keys(FLOORS), ...readdirSync(PACKAGES)])].flatMap((name) =>
    objectionsTo(name, readSources(join(PACKAGES, name, "src")), FLOORS[name], ALLOWED[name]),
  );

/** The texts of the sources below a folder, by their path with slashes. */
function readSources(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => SOURCE.test(file));
  return new Map(files.map((file) => [file.split(sep).join("/"), readFileSync(join(folder, file), "utf8")]));
}

/**
 * The violations in one package, from the text of its sources, its floors from the ground up, and its allowed knots.
 */
export function objectionsTo(name, sources, floors = [], allowed = []) {
  const imports = importsIn(sources);
  const between = imports
    .map((one) => ({ ...one, from: roomOf(one.file), to: roomOf(one.path) }))
    .filter(({ from, to }) => from !== to);
  const knots = knotsOf(between.map(({ from, to }) => [from, to]));
  const isAllowed = (knot) => allowed.some((rooms) => same(rooms, knot));
  const tied = (from, to) => knots.some((knot) => knot.includes(from) && knot.includes(to));
  const circles = knotsOf(imports.map(({ file, path }) => [file, path]));
  return [
    ...floorObjections(new Set([...sources.keys()].map(roomOf)), floors),
    ...upward(
      between.filter(({ from, to }) => !tied(from, to)),
      floors,
    ),
    ...knots.filter((knot) => !isAllowed(knot)).map((knot) => `a knot:${examples(knot, between)}`),
    ...allowed
      .filter((rooms) => !knots.some((knot) => same(rooms, knot)))
      .map((rooms) => `${rooms.join(", ")} are no knot any more: correct ALLOWED in scripts/floors-order.mjs`),
    ...circles.map((files) => `a circle of files: ${files.join(", ")}`),
  ].map((text) => `packages/${name}: ${text}`);
}

/** The imports between sources. */
const importsIn = (sources) =>
  [...sources].flatMap(([file, text]) =>
    [...text.matchAll(IMPORT)]
      .map(([, path]) => ({ file, path: posix.join(posix.dirname(file), path) }))
      .filter(({ path }) => path === file || sources.has(path)),
  );

const roomOf = (file) => file.split("/")[0];
const same = (some, others) => some.length === others.length && some.every((one) => others.includes(one));

/** Mistakes in the floors: a room on none or on two of them, or a room that does not exist. */
function floorObjections(rooms, floors) {
  const placed = floors.flat();
  return [
    ...[...rooms].filter((room) => !placed.includes(room)).map((room) => `${room} is on no floor`),
    ...placed.filter((room) => !rooms.has(room)).map((room) => `${room} has a floor and is not there`),
    ...placed.filter((room, at) => placed.indexOf(room) !== at).map((room) => `${room} is on two floors`),
  ];
}

/** Imports between rooms that do not go down, with one example each. */
function upward(imports, floors) {
  const floorOf = (room) => floors.findIndex((rooms) => rooms.includes(room));
  const wrong = imports.filter(({ from, to }) => floorOf(from) <= floorOf(to));
  return wrong
    .filter(({ from, to }, at) => wrong.findIndex((one) => one.from === from && one.to === to) === at)
    .map(({ from, to, file, path }) => {
      const where = floorOf(from) === floorOf(to) ? "beside it" : "above it";
      return `${from} imports ${to}, which is ${where}: ${file} -> ${path}`;
    });
}

/** One import for each pair of rooms in a knot. */
const examples = (knot, imports) =>
  knot
    .flatMap((from) =>
      knot.flatMap((to) => {
        const found = imports.filter((one) => one.from === from && one.to === to);
        return found.length === 0
          ? []
          : `\n    ${from} -> ${to} (${found.length}): ${found[0].file} -> ${found[0].path}`;
      }),
    )
    .join("");

/** The groups of nodes that can all reach each other, and nodes with an edge to themselves. */
function knotsOf(edges) {
  const next = new Map();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reached = new Map([...next.keys()].map((node) => [node, reachedFrom(node, next)]));
  const inCircles = [...next.keys()].filter((node) => reached.get(node).has(node)).sort();
  const knots = inCircles.map((node) =>
    inCircles.filter((other) => reached.get(node).has(other) && reached.get(other).has(node)),
  );
  return knots.filter((knot, at) => inCircles.indexOf(knot[0]) === at);
}

function reachedFrom(start, next) {
  const reached = new Set();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const other of next.get(node) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      open.push(other);
    }
  }
  return reached;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = objections();
  console.log(found.length === 0 ? "Every room imports only what is on a floor below it." : found.join("\n"));
  process.exitCode = found.length === 0 ? 0 : 1;
}
