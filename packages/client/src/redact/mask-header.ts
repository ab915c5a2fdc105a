/** The text that replaces a secret. */
export const MASK = "***";

const WHOLE =
  /^(?:(?:set-)?cookie|x-(?:.*-)?(?:token|secret|password|credential|signature|api-?key|auth)|api-?key|private-token)$/i;
const AUTHORIZATION = /^(?:proxy-)?authorization$/i;
const AUTHENTICATION_INFO = /^(?:proxy-)?authentication-info$/i;

/** A header value without its secret parts. The name of the header decides, whatever the value looks like. */
export function maskHeader(name: string, value: string): string {
  switch (holdingOf(name)) {
    case "authorization":
      return maskAuthorization(value);
    case "parameters":
      return maskParameters(value) ?? MASK;
    case "secret":
      return value === "" ? value : MASK;
    case "nothing":
      return value;
  }
}

/** Whether the whole value of a header with this name is a secret. */
export const holdsSecret = (name: string): boolean => holdingOf(name) === "secret";

type Holding = "authorization" | "parameters" | "secret" | "nothing";

/** The kind of value by header name. It is cached, because a run sees a few dozen names in thousands of heads. */
function holdingOf(name: string): Holding {
  const known = holdings.get(name);
  if (known !== undefined) return known;
  const holding = AUTHORIZATION.test(name)
    ? "authorization"
    : AUTHENTICATION_INFO.test(name)
      ? "parameters"
      : WHOLE.test(name)
        ? "secret"
        : "nothing";
  // A target that invents names must not fill the memory.
  if (holdings.size > 500) holdings.clear();
  holdings.set(name, holding);
  return holding;
}

const holdings = new Map<string, Holding>();

/** Keeps the parts of a digest value that show the handshake. Of every other scheme it keeps only the name. */
function maskAuthorization(value: string): string {
  const [, scheme = "", blank = "", rest = ""] = /^([!#$%&'*+\-.^_`|~\w]+)([ \t]+)(.*)$/s.exec(value) ?? [];
  if (scheme === "") return value === "" ? value : MASK;
  const masked = scheme.toLowerCase() === "digest" ? maskParameters(rest) : undefined;
  return scheme + blank + (masked ?? MASK);
}

const VISIBLE = new Set([
  "username",
  "realm",
  "nonce",
  "uri",
  "qop",
  "nc",
  "algorithm",
  "opaque",
  "stale",
  "nextnonce",
]);
const PARAMETER = /([ \t,]*)([\w-]+)([ \t]*=[ \t]*)("(?:[^"\\]|\\.)*"|[^\s,"]*)(?=[ \t]*(?:,|$))/sy;

/** A parameter list with the values of unknown parameters masked; `undefined` if the text is not such a list. */
function maskParameters(text: string): string | undefined {
  let masked = "";
  let at = 0;
  while (at < text.length) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(text);
    if (found === null) return /^[ \t,]*$/.test(text.slice(at)) ? masked + text.slice(at) : undefined;
    const [whole, lead = "", name = "", equals = "", value = ""] = found;
    const shown = VISIBLE.has(name.toLowerCase()) ? value : value.startsWith('"') ? `"${MASK}"` : MASK;
    masked += lead + name + equals + shown;
    at += whole.length;
  }
  return masked;
}
