type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether to print colours. FORCE_COLOR decides (force-color.org); without it, NO_COLOR (no-color.org) and a dumb
 * terminal switch colours off, and otherwise they are on if a person watches. Pure.
 */
export function hasColour(environment: Environment, isWatched: boolean): boolean {
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isWatched && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
}

/**
 * Whether a console shows ASCII only: a dumb one, or one whose locale names another encoding than UTF-8 (POSIX, section
 * 8.2: of LC_ALL, LC_CTYPE and LANG, the first that is set and not empty counts). With no locale set, the answer is no,
 * because containers and pipelines show UTF-8. Pure.
 */
export function hasAsciiAlone(environment: Environment): boolean {
  if (environment["TERM"] === "dumb") return true;
  const locale = environment["LC_ALL"] || environment["LC_CTYPE"] || environment["LANG"];
  return locale !== undefined && locale !== "" && !/utf-?8/i.test(locale);
}
