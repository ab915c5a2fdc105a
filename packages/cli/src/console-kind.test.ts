import { expect, it } from "vitest";
import { hasAsciiAlone, hasColour } from "./console-kind.ts";

it.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ TERM: "dumb" }, true, false],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ FORCE_COLOR: "false" }, true, false],
  [{ FORCE_COLOR: "3", NO_COLOR: "1", TERM: "dumb" }, false, true],
])("colours with %j, watched %s: %s", (environment, isWatched, expected) => {
  expect(hasColour(environment, isWatched)).toBe(expected);
});

it.each([
  [{}, false],
  [{ LANG: "" }, false],
  [{ LANG: "en_GB.UTF-8" }, false],
  [{ LANG: "C.utf8" }, false],
  [{ LANG: "C" }, true],
  [{ LANG: "de_DE.ISO-8859-1" }, true],
  [{ LC_ALL: "POSIX", LANG: "C.UTF-8" }, true],
  [{ LC_ALL: "", LC_CTYPE: "C.UTF-8", LANG: "C" }, false],
  [{ TERM: "dumb", LANG: "C.UTF-8" }, true],
])("ASCII alone with %j: %s", (environment, expected) => {
  expect(hasAsciiAlone(environment)).toBe(expected);
});
