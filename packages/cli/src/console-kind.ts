type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether there are colours: as FORCE_COLOR says (force-color.org), else none with NO_COLOR (no-color.org) or on a dumb
 * terminal, else where somebody watches. Pure.
 */
export function hasColour(environment: Environment, isWatched: boolean): boolean {
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isWatched && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
}

/**
 * Whether a console has ASCII alone: a dumb one, or one whose locale names another encoding than UTF-8 (POSIX, section 8.2:
 * the first of these that is set and not empty counts). Where no locale is set, UTF-8 is what containers and pipelines show. Pure.
 */
export function hasAsciiAlone(environment: Environment): boolean {
  if (environment["TERM"] === "dumb") return true;
  const locale = environment["LC_ALL"] || environment["LC_CTYPE"] || environment["LANG"];
  return locale !== undefined && locale !== "" && !/utf-?8/i.test(locale);
}
