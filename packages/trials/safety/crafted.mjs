/*
 * Crafts journals that no run wrote. The crafts treat journals as JSON lines with values, and know no member by its
 * name.
 */
import { pick } from "./random.mjs";

/** Lines that only report requests and findings; a cleanup reads the others. */
const TELLING = /^\{"type":"(exchange|verdict|plan|doctor)"/;
const ID = /^[0-9a-f]{24}$/;

/** Replaces every string, number, boolean or null in a value by the result of `change`. */
function mapped(value, change) {
  if (Array.isArray(value)) return value.map((one) => mapped(one, change));
  if (typeof value !== "object" || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, change)]));
}

/** Replaces some values in half of the relevant lines, or in all lines if none is relevant. */
const values = (replaced) => (lines, random, ground) => {
  const crafted = (share) =>
    lines.map((line) => {
      if (TELLING.test(line) || random() >= share) return line;
      return JSON.stringify(mapped(JSON.parse(line), (value) => replaced(value, random, ground)));
    });
  const some = crafted(0.5);
  return some.every((line, at) => line === lines[at]) ? crafted(1) : some;
};

const texts = (test, replaced) =>
  values((value, random, ground) =>
    typeof value === "string" && test(value) ? replaced(value, random, ground) : value,
  );

const isUrl = (text) => /^https?:/.test(text);
const isMark = (text) => /^plumb\w*-[0-9a-z-]+$/i.test(text);
const isMethod = (text) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(text);
const isOperation = (text) => /^(create|update|delete|take|start|replace|acknowledge|disable)[A-Z]\w+$/.test(text);

const marks = (replaced) => texts(isMark, (mark, random) => replaced(mark, random));
const atMiddle = (line) => (lines) => lines.toSpliced(Math.floor(lines.length / 2), 0, line);

/** Replaces ids everywhere, even inside an address, each consistently by another one. */
const ids = (other) => (lines, random, ground) => {
  const chosen = new Map();
  return lines.map((line) => {
    if (TELLING.test(line) || random() < 0.3) return line;
    return line.replace(/[0-9a-f]{24}/g, (id) => {
      if (ground.places.includes(id)) return id;
      if (!chosen.has(id)) chosen.set(id, other(random, ground));
      return chosen.get(id);
    });
  });
};

/**
 * The possible changes of a journal; `ground` has the address of the server, that of another one, and records from
 * before the run.
 */
export const CRAFTS = {
  "other host": texts(isUrl, (url, _random, { base, foreign }) => url.replaceAll(base, foreign)),
  "host in user info": texts(isUrl, (url, _random, { base, foreign }) =>
    url.replaceAll(base, `${base}@${foreign.slice("http://".length)}`),
  ),
  "user info": texts(isUrl, (url) => url.replace("http://", "http://user:secret@")),
  "host behind a backslash": texts(isUrl, (url, _random, { base, foreign }) =>
    url.replaceAll(base, `${foreign}\\@${base.slice("http://".length)}`),
  ),
  "outside the base": texts(isUrl, (url, random) =>
    url.replace(
      /\/api\/.*/,
      pick(random, ["/admin", "/api/../admin", "/api/product/v2/../../../admin", "//admin", "/"]),
    ),
  ),
  "address of another record": texts(isUrl, (url, random, { existing }) =>
    url.replace(/[0-9a-f]{24}(?=[^0-9a-f]*$)/, pick(random, existing)),
  ),
  "other methods": texts(isMethod, (_method, random) =>
    pick(random, ["DELETE", "PUT", "PATCH", "POST", "GET", "delete", "TRACE", "CONNECT", ""]),
  ),
  "records of others": ids((random, { existing }) => pick(random, existing)),
  "records of others as ids alone": values((value, random, { existing, places }) =>
    typeof value === "string" && ID.test(value) && !places.includes(value) ? pick(random, existing) : value,
  ),
  "ids that are paths": ids((random) => pick(random, ["..", "../..", "%2e%2e", ".", "a/b", "a%2fb", "", "?", "#"])),
  "ids that objects have": ids((random) => pick(random, ["__proto__", "constructor", "toString", "hasOwnProperty"])),
  "ids that are not there": ids((random) =>
    Array.from({ length: 24 }, () => pick(random, [..."0123456789abcdef"])).join(""),
  ),
  "an empty mark": marks(() => ""),
  "a mark of one letter": marks((_mark, random) => pick(random, ["a", "e", "0", "p", " ", '"', "{"])),
  "a mark that all bear": marks((_mark, random) =>
    pick(random, ["id", "typeName", "EMAIL", "plumbline", "notifications", "snapshot-exports"]),
  ),
  "a mark of another form": marks((mark, random) =>
    pick(random, [mark.toUpperCase(), `${mark}x`, mark.slice(0, -3), ".*", "plumbline-"]),
  ),
  "other operations": texts(isOperation, (_name, random) =>
    pick(random, [
      "deleteAlertConfig",
      "deleteSnapshot",
      "deleteExportBucket",
      "deleteLinkToken",
      "cutOverMigration",
      "createExportBucket",
      "updateAlertConfig",
      "updateBackupSchedule",
      "deleteBackupSchedules",
      "endOutageSimulation",
    ]),
  ),
  "operations that read": texts(isOperation, (_name, random) =>
    pick(random, ["listAlertConfigs", "getAlert", "listClusters"]),
  ),
  "operations that are none": texts(isOperation, (_name, random) =>
    pick(random, ["", "__proto__", "constructor", "nothing"]),
  ),
  "wrong types": values((value, random) =>
    random() < 0.2 ? pick(random, [null, 7, true, [], {}, "", [[]], { id: 1 }, -1e308]) : value,
  ),
  "members gone": (lines, random) =>
    lines.map((line) => {
      if (TELLING.test(line)) return line;
      const all = Object.entries(JSON.parse(line));
      return JSON.stringify(Object.fromEntries(all.filter(() => random() < 0.8)));
    }),
  "cut lines": (lines, random) =>
    lines.map((line) => (random() < 0.02 ? line.slice(0, Math.floor(random() * line.length)) : line)),
  "a cut last line": (lines) => [...lines.slice(0, -1), (lines.at(-1) ?? "").slice(0, 20)],
  "one bad line": (lines, random) =>
    atMiddle(
      pick(random, ["{", "null", "[]", "7", '"text"', "\u0000", '{"type":"nothing"}', '{"__proto__":{"type":"made"}}']),
    )(lines),
  "a member __proto__": (lines) =>
    lines.map((line) => (TELLING.test(line) ? line : line.replace("{", '{"__proto__":{"id":"x","mark":""},'))),
  "lines twice": (lines) => lines.flatMap((line) => (TELLING.test(line) ? [line] : [line, line])),
  "lines a thousand times": (lines) => {
    const matter = lines.slice(1).filter((line) => !TELLING.test(line));
    return [...lines, ...Array.from({ length: 1_000 }, (_, index) => matter[index % matter.length])];
  },
  "the other way round": (lines) => [lines[0], ...lines.slice(1).reverse()],
  "without its beginning": (lines) => lines.slice(1),
  "of another format": (lines, random) => [
    lines[0].replace(
      /plumbline-events\/\d+/,
      pick(random, ["plumbline-events/0", "plumbline-events/99", "plumbline-report/1", ""]),
    ),
    ...lines.slice(1),
  ],
  "nothing undone": (lines) => lines.filter((line) => !/^\{"type":"undone"/.test(line)),
  "a huge line": (lines) =>
    atMiddle(JSON.stringify({ type: "made", operation: "createAlertConfig", id: "x".repeat(8_000_000) }))(lines),
  "a deep line": (lines) => atMiddle(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)(lines),
  "no line": () => [],
  "of another server": (lines, _random, { base, foreign }) => lines.map((line) => line.replaceAll(base, foreign)),
};
