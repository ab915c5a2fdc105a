import type { Flag, Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";

const VARIABLE = "PLUMBLINE_DOCS_URL";
const PROTOCOLS = ["https:", "http:", "file:"];

/** The flag of every command that writes an HTML page. */
export const DOCS_URL_FLAG: Flag = {
  value: "URL",
  help: `address of the "npm run docs" site that reports link to (default ${VARIABLE}, else none)`,
  refuses: refusal,
};

/**
 * The address to which reports link for their rules, with a slash at the end. A variable with an unusable address is
 * noted and ignored.
 */
export function docsUrl(
  given: Given,
  { environment, note }: Pick<Terminal, "environment" | "note">,
): string | undefined {
  const flag = given.one("docs-url");
  const address = flag ?? environment[VARIABLE];
  if (address === undefined || address === "") return undefined;
  const refused = refusal(address);
  if (refused === undefined) return withSlash(new URL(address));
  note(`${VARIABLE} is ignored: ${refused}\n`);
  return undefined;
}

function refusal(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && PROTOCOLS.includes(url.protocol) && url.search === "" && url.hash === "") return undefined;
  return `expected an address such as https://example.org/plumbline/, received "${text}"`;
}

function withSlash({ href }: URL): string {
  return href.endsWith("/") ? href : `${href}/`;
}
