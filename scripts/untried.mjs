// Lists what the tests skip on a machine without some program, and the command that installs it.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";

/** Programs that tests need, what is not tested without them, and how to install them. */
const NEEDED = [
  { name: "Chromium", path: CHROMIUM, tries: "the pages in a browser", command: "npm run test:browsers" },
  { name: "curl", tries: "the printed curl lines", command: "apt-get install curl" },
  { name: "openssl", tries: "certificates", command: "apt-get install openssl" },
  { name: "shellcheck", tries: "scripts of workflows", command: "apt-get install shellcheck" },
  { name: "java", tries: "schemas in Java", command: "apt-get install default-jdk-headless" },
  { name: "python3", tries: "schemas in Python", command: "apt-get install python3" },
];

/** The line for the end of the tests; `undefined` if everything was tested. */
export function untried(isThere = isOnThisMachine) {
  const missing = NEEDED.filter(({ name, path }) => !isThere(path ?? name));
  if (missing.length === 0) return undefined;
  const parts = missing.map(({ name, tries, command }) => `${tries}, for want of ${name} (${command})`);
  return `Not tried: ${parts.join("; ")}`;
}

function isOnThisMachine(program) {
  if (program.includes("/")) return existsSync(program);
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}
