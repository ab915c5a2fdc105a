import { type CredentialUse, type Exchange, headerValue } from "./exchange.ts";

/**
 * A shell line (POSIX) that repeats the request of an exchange with the same method, target, headers and body. Secrets are
 * named by environment variables, never written out; an Authorization value that no credential stands for is printed
 * as recorded, so as `***` after redaction.
 */
export function curlLine(exchange: Exchange): string {
  const { method, url, headers, body, credential } = exchange.request;
  const binary = body?.includes("\0") ?? false;
  const parts = [
    "curl -sS -i --http1.1 --path-as-is --globoff",
    method === "HEAD" ? "--head" : `-X ${quote(method)}`,
    ...authentication(exchange),
    ...headers.flatMap(([name, value]) => header(name, value, credential)),
    ...suppressed(exchange),
    ...data(method, body, binary),
    quote(url),
  ];
  // An argument cannot hold a NUL character; standard input can.
  return `${binary ? `printf ${quote(octal(body ?? ""))} | ` : ""}${parts.join(" ")}`;
}

/** curl computes these itself. */
const OWN = new Set(["host", "connection", "content-length"]);

function header(name: string, value: string, { scheme }: CredentialUse): readonly string[] {
  const lower = name.toLowerCase();
  if (OWN.has(lower) || (lower === "authorization" && scheme !== "none")) return [];
  // "Name:" would remove a header; "Name;" sends it without a value.
  return [`-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`];
}

/** Headers that curl would add by itself. */
function suppressed({ request: { headers, body } }: Exchange): readonly string[] {
  const list = ["accept", "user-agent", ...(body === undefined ? [] : ["content-type"])];
  const added = list
    .filter((name) => headerValue(headers, name) === undefined)
    .map((name) => `-H ${quote(`${name}:`)}`);
  return body !== undefined && body.length > 1024 ? [...added, "-H 'expect:'"] : added;
}

function data(method: string, body: string | undefined, binary: boolean): readonly string[] {
  if (binary) return ["--data-binary @-"];
  if (body === undefined) return ["POST", "PUT", "PATCH"].includes(method) ? ["--data-raw '' -H 'content-type:'"] : [];
  // Unlike --data-binary it takes a leading "@" for what it is; neither changes line ends given on the command line.
  return [`--data-raw ${quote(body)}`];
}

function authentication({ request: { credential, headers } }: Exchange): readonly string[] {
  const { scheme, label = "main" } = credential;
  const user = `$${variable(credential.userVariable, label, "USER")}`;
  const secret = `$${variable(credential.secretVariable, label, scheme === "bearer" ? "TOKEN" : "SECRET")}`;
  switch (scheme) {
    case "none":
      return [];
    case "digest":
      return [`--digest --user "${user}:${secret}"`];
    case "basic":
      return [`--user "${user}:${secret}"`];
    case "bearer": {
      const word = /^[\w-]+/.exec(headerValue(headers, "authorization") ?? "")?.[0] ?? "Bearer";
      return [`-H "Authorization: ${word} ${secret}"`];
    }
    default:
      return scheme satisfies never;
  }
}

/** The given variable, or one made from the label: a credential without variables must not borrow those of another. */
function variable(given: string | undefined, label: string, suffix: string): string {
  const name = given ?? `${label}_${suffix}`.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
  return name.replace(/\W+/g, "_").replace(/^(?=\d)/, "_");
}

/** One word of a POSIX shell; nothing has a meaning inside single quotes but the closing one. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function octal(text: string): string {
  return Array.from(Buffer.from(text, "utf8"), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
