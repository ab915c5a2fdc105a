import { createHash } from "node:crypto";
import { OPERATION_IDS, type OperationId, operations } from "@plumbline/schemas";

/** Texts in hostile files that must never be sent: the id of another client's record, and another host. */
export interface Strangers {
  readonly id: string;
  readonly host: string;
}

type Json = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Values of every type, to replace any value of a file. */
const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  "",
  "x",
  "../../x",
  [],
  {},
  [[]],
  { constructor: { prototype: { method: "DELETE" } } },
  JSON.parse('{"__proto__":{"method":"DELETE"}}'),
];

/** Members of calls that no stored request has, in several forms. */
const MEMBERS = ({ id, host }: Strangers): readonly Json[] => [
  ...["DELETE", "delete", "PUT", "PATCH", "POST", "GET", "DELETE /x HTTP/1.1\r\nHost: x"].map((method) => ({ method })),
  ...[`/groups/${id}`, `/groups/${id}/alertConfigs/${id}`, `@${host}/`, `//${host}/`, "/../../x", ""].map(
    (elsewhere) => ({ elsewhere }),
  ),
  ...["groupId", "clusterName", "alertConfigId", "alertId", "__proto__"].flatMap((name) => [
    { rawPath: { [name]: id } },
    { rawPath: { [name]: `../../groups/${id}` } },
    { path: { [name]: id } },
    { path: { [name]: `..%2f${id}` } },
    { path: { groupId: id, [name]: id } },
  ]),
  ...["noRole", "otherProject", "wrongSecret", "serviceAccount", "metrics", "none"].map((who) => ({ who })),
  { who: { role: "Organization Owner" } },
  { who: { header: `Bearer ${id}` } },
  { who: { fault: "none", challenge: { realm: host, nonce: id } } },
  { send: "to-tidy" },
  { send: "to-the-limit" },
  { send: "once" },
  { send: "again" },
  { keptFor: id },
  { body: { enabled: true, groupId: id } },
  { rawBody: JSON.stringify({ groupId: id, url: `http://${host}/` }) },
  { rawBody: `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}` },
  { rawBody: "x".repeat(200_000) },
  { rawQuery: `groupId=${id}` },
  { query: { envelope: "true", groupId: id } },
  { contentType: `text/${host}` },
  { accept: `text/${host}` },
  { accept: "text/html\r\nX-HTTP-Method-Override: DELETE" },
  { headers: { "X-HTTP-Method-Override": "DELETE" } },
];

/** Suffixes of the rules for which failures are stored. */
const SUFFIXES = ["", "-WRITES", "-UPDATES", "-RECORDS", "-SETTINGS", "-LASTING", "-TOKENS"];

/** Files that an attacker might add to a corpus, derived from valid ones; the same for the same seed. */
export function* hostileFiles(sound: readonly Json[], strangers: Strangers, seed: number): Generator<Buffer> {
  const [first = {}] = sound;
  for (const operation of OPERATION_IDS)
    for (const suffix of SUFFIXES) yield bytesOf(sealed(moved(first, operation, suffix)));
  for (const file of sound) {
    for (const path of placesOf(file)) {
      yield bytesOf(sealed(edited(file, path, undefined)));
      for (const value of WRONG) yield bytesOf(sealed(edited(file, path, value)));
    }
    yield* brokenTexts(file);
    yield* drawn(file, strangers, seed);
    yield* strangeFiles(file, strangers);
    for (const member of MEMBERS(strangers)) yield bytesOf(sealed({ ...file, ...member }));
  }
}

/** Files that name other clients' records and other hosts, or give a call more members than it may have. */
export function* strangeFiles(file: Json, strangers: Strangers): Generator<Buffer> {
  for (const text of [strangers.id, `http://${strangers.host}/`]) {
    for (const path of placesOf(file))
      if (typeof at(file, path) === "string") yield bytesOf(sealed(edited(file, path, text)));
    yield bytesOf(sealed(inBody(file, text)));
  }
  for (const member of MEMBERS(strangers))
    yield bytesOf(sealed(edited(file, ["testCase", "call"], { ...Object(at(file, ["testCase", "call"])), ...member })));
}

/** Files with several changes at once. */
function* drawn(file: Json, strangers: Strangers, seed: number): Generator<Buffer> {
  const next = lots(seed);
  const of = <T>(all: readonly T[]): T | undefined => all[next() % all.length];
  const values: readonly unknown[] = [...WRONG, strangers.id, strangers.host, "DELETE", "deleteAlertConfig", "plain"];
  const [places, members] = [placesOf(file), MEMBERS(strangers)];
  for (let count = 0; count < 100; count += 1) {
    const changes = Array.from({ length: 1 + (next() % 4) }, () => [of(places) ?? [], of(values)] as const);
    const other = changes.reduce<unknown>((one, [path, value]) => edited(one, path, value), file);
    const callMembers = { ...Object(at(other, ["testCase", "call"])), ...of(members) };
    yield bytesOf(sealed(next() % 2 === 0 ? edited(other, ["testCase", "call"], callMembers) : other));
  }
}

/** Numbers that are the same for the same seed (generator of Park and Miller). */
function lots(seed: number): () => number {
  let last = seed % 2_147_483_647 || 1;
  return () => {
    last = (last * 48_271) % 2_147_483_647;
    return last >>> 8;
  };
}

function* brokenTexts(file: Json): Generator<Buffer> {
  const text = JSON.stringify(file);
  for (const share of [0, 0.1, 0.5, 0.9, 0.999]) yield Buffer.from(text.slice(0, Math.floor(text.length * share)));
  yield Buffer.from(`\ufeff${text}`);
  yield Buffer.from(text, "utf16le");
  yield Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x7d])]);
  yield Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  yield Buffer.from(text.replace(/}$/, `,"x":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`));
  yield Buffer.from(text.replace(/}$/, `,"x":"${"x".repeat(2_000_000)}"}`));
  yield Buffer.from(text.replace(/\/1"/, '/2"'));
  yield Buffer.from(text.replace(/^{/, '{"format":"plumbline-failure/0",'));
  yield Buffer.from(text.replaceAll(/:(\d+)/g, ":NaN"));
  yield Buffer.from(`[${text}]`);
  yield Buffer.from(`${text}${text}`);
}

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? "");

/** The same failure for another operation, under a rule that may belong to that operation. */
function moved(file: Json, operation: OperationId, suffix: string): unknown {
  const version = operations[operation].standalone ? "standalone" : "2";
  const other = edited(edited(file, ["testCase", "operation"], operation), ["testCase", "version"], version);
  const certified = edited(other, ["testCase", "certificate", "operation"], operation);
  return edited(certified, ["rule"], `FUZZ-INVALID-REFUSED${suffix}`);
}

/** Replaces each text of a body by another text. */
function inBody(file: Json, text: string): unknown {
  const rawBody = at(file, ["testCase", "call", "rawBody"]);
  if (typeof rawBody !== "string") return file;
  return edited(file, ["testCase", "call", "rawBody"], rawBody.replaceAll(/:"[^"]*"/g, `:${JSON.stringify(text)}`));
}

/** Recomputes the fingerprint from the other parts, as an attacker can. */
export function sealed(file: unknown): unknown {
  const shows = at(file, ["testCase", "shows"]);
  const place = String(at(shows, ["pointer"])).replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const [operation, aim] = [at(file, ["testCase", "operation"]), at(file, ["testCase", "aim"])];
  const parts =
    at(file, ["steps"]) === undefined
      ? [operation, aim, at(shows, ["location"]), place, at(shows, ["keyword"]), at(file, ["reason"])].join("\n")
      : JSON.stringify([at(file, ["rule"]), at(file, ["steps"])]);
  const fingerprint = createHash("sha256").update(parts).digest("hex").slice(0, 16);
  return /^[0-9a-f]{16}$/.test(String(at(file, ["fingerprint"]))) ? edited(file, ["fingerprint"], fingerprint) : file;
}

function placesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...path, name], ...placesOf(member, [...path, name])]);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (held, name) =>
      typeof held === "object" && held !== null ? new Map(Object.entries(held)).get(String(name)) : undefined,
    value,
  );
}

/** Replaces the value at a place, or removes it for `undefined`. A value without this place is returned unchanged. */
function edited(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to;
  if (typeof value !== "object" || value === null) return value;
  const next = edited(at(value, [name]), rest, to);
  if (Array.isArray(value))
    return value.flatMap((one: unknown, index) =>
      String(index) !== String(name) ? [one] : next === undefined ? [] : [next],
    );
  const others = Object.entries(value).map(([key, own]) => [key, key === name ? next : own] as const);
  const all = Object.hasOwn(value, name) ? others : [...others, [String(name), next] as const];
  return Object.fromEntries(all.filter(([, own]) => own !== undefined));
}
