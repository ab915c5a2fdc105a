import { type CredentialUse, type Exchange, type HeaderList, headerValue } from "./exchange.ts";

/**
 * A shell line (POSIX) that repeats the request of an exchange with the same method, target, headers and body. The line
 * names secrets by environment variables and never contains them. It prints an Authorization value without a known
 * credential as recorded, so as `***` after redaction.
 */
export function curlLine({ request }: Exchange): string {
  const { method, url, headers, body, credential } = request;
  const binary = body?.includes("\0") ?? false;
  // One array for all words, because a campaign writes a line for each of its hundred thousand exchanges.
  const words = ["curl -sS -i --http1.1 --path-as-is --globoff", method === "HEAD" ? "--head" : `-X ${quote(method)}`];
  if (credential.scheme !== "none") words.push(authentication(credential, headers));
  const added = new Set(body === undefined ? ADDED : ADDED_WITH_BODY);
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    added.delete(lower);
    if (OWN.has(lower) || (lower === "authorization" && credential.scheme !== "none")) continue;
    // "Name:" would remove a header; "Name;" sends it without a value.
    words.push("-H", value === "" ? quote(`${name};`) : quoted(`${name}: ${value}`));
  }
  for (const name of added) words.push("-H", quote(`${name}:`));
  if (body !== undefined && body.length > 1024) words.push("-H 'expect:'");
  words.push(...data(method, body, binary), quote(url));
  const line = words.join(" ");
  // An argument cannot contain a NUL character; standard input can.
  return binary ? `printf ${quote(octal(body ?? ""))} | ${line}` : line;
}

/** curl computes these itself. */
const OWN = new Set(["host", "connection", "content-length"]);
/** Headers that curl would add by itself. */
const ADDED = ["accept", "user-agent"];
const ADDED_WITH_BODY = [...ADDED, "content-type"];

function data(method: string, body: string | undefined, binary: boolean): readonly string[] {
  if (binary) return ["--data-binary @-"];
  if (body === undefined) return ["POST", "PUT", "PATCH"].includes(method) ? ["--data-raw '' -H 'content-type:'"] : [];
  // Unlike --data-binary, it sends a leading "@" as it is; neither changes line ends given on the command line.
  return [`--data-raw ${quote(body)}`];
}

function authentication({ scheme, label = "main", ...names }: CredentialUse, headers: HeaderList): string {
  const secretSuffix = scheme === "bearer" ? "TOKEN" : "SECRET";
  const user = names.madeUp === "user" ? "nobody" : `$${variable(names.userVariable, label, "USER")}`;
  const secret = names.madeUp === "secret" ? "wrong" : `$${variable(names.secretVariable, label, secretSuffix)}`;
  switch (scheme) {
    case "none":
      return "";
    case "digest":
      return `--digest --user "${user}:${secret}"`;
    case "basic":
      return `--user "${user}:${secret}"`;
    case "bearer": {
      const word = /^\S+(?= )/.exec(headerValue(headers, "authorization") ?? "")?.[0] ?? "Bearer";
      // The word may contain characters with a meaning inside double quotes.
      return `-H "Authorization: ${word.replace(/[$`"\\]/g, "\\$&")} ${secret}"`;
    }
    default:
      return scheme satisfies never;
  }
}

/** The given variable, or one made from the label: a credential without variables must not use those of another. */
function variable(given: string | undefined, label: string, suffix: string): string {
  const name = given ?? `${label}_${suffix}`.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
  return name.replace(/\W+/g, "_").replace(/^(?=\d)/, "_");
}

/** One word of a POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text);
}

/** Inside single quotes, only the closing quote has a meaning. */
function quoted(text: string): string {
  return `'${text.includes("'") ? text.replaceAll("'", `'\\''`) : text}'`;
}

function octal(text: string): string {
  return Array.from(Buffer.from(text, "utf8"), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
