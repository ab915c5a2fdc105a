import { mayBeSecret } from "../target-file/secret-shape.ts";
import { UsageError } from "../usage-error.ts";

/** Limit of an address in characters; clients are not expected to handle longer ones. */
const MOST_LETTERS = 2_000;

const SUCH = "expected a URL such as http://127.0.0.1:8080";

/**
 * A base address without a slash at its end.
 * @throws UsageError that does not repeat a text that may contain a password, in the right place or a wrong one.
 */
export function address(what: string, text: string): string {
  if (text.length > MOST_LETTERS)
    throw new UsageError(`${what} is too long: expected at most ${MOST_LETTERS} characters, received ${text.length}`);
  if (!/^https?:\/\//i.test(text)) throw new UsageError(`${what} is not a URL: ${SUCH}${withScheme(text)}`);
  const bare = /^(https?:\/\/)([0-9a-f]*:[0-9a-f:]*:[0-9a-f:]*)(\/.*)?$/i.exec(text);
  if (bare !== null)
    throw new UsageError(`${what} has an IPv6 address without brackets: did you mean ${inBrackets(bare)}?`);
  // The URL parser silently drops line breaks, and a header would break at them.
  if (/[\s\p{Cc}]/u.test(text)) throw new UsageError(`${what} contains a space or a line break: remove it`);
  if (!URL.canParse(text)) throw new UsageError(`${what} is not a URL: ${SUCH}`);
  const { username, password, search, hash, hostname, pathname } = new URL(text);
  if (username || password)
    throw new UsageError(
      `${what} contains credentials: put them into environment variables, and name these in a target file`,
    );
  if (search || hash || /[?#]$/.test(text))
    throw new UsageError(`${what} must not have a query or a fragment: leave out the part from ? or # on`);
  if (/[^\w.~:[\]-]/.test(hostname)) throw new UsageError(`${what} has a placeholder instead of a host: ${SUCH}`);
  const document = /\/[^/]+\.(json|ya?ml)$/i.exec(pathname)?.[0];
  if (document !== undefined)
    throw new UsageError(
      `${what} is the address of a document: leave out ${document}, and give the address of the server`,
    );
  return text.replace(/\/+$/, "");
}

/** In an IPv6 address without brackets, a last part of four or five digits counts as the port. */
function inBrackets([, scheme = "", host = "", rest = ""]: readonly string[]): string {
  const [, name = host, port = ""] = /^(.*::?[0-9a-f]*?):(\d{4,5})$/i.exec(host) ?? [];
  return `${scheme}[${name}]${port && `:${port}`}${rest}`;
}

function withScheme(text: string): string {
  if (/^\$|^%\w+%$/.test(text)) return ", and the variable has no value";
  const rest = text.replace(/^(https?:\/*|\/\/)/i, "");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(rest)) return "";
  return mayBeSecret(rest) || !/^[\w.[\]-]+(:\d+)?(\/[\w./~-]*)?$/.test(rest)
    ? ""
    : `: did you mean ${/^https/i.test(text) ? "https" : "http"}://${rest}?`;
}
