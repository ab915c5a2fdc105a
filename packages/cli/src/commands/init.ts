import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Command } from "../command.ts";
import { expectOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { Given } from "../flags.ts";
import { bundledProfile } from "../target-file/profile.ts";
import { productMistake } from "../target-file/read.ts";
import { targetFileText } from "../target-file/template.ts";
import { address } from "../targets/address.ts";
import { clusterGiven, groupGiven, metricsUrlGiven } from "../targets/expect-flags.ts";
import { networkSettings } from "../targets/network-settings.ts";
import { probed } from "../targets/probed.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** `plumbline init`: writes a commented target file. */
export const init: Command = {
  name: "init",
  summary: "write a commented target file",
  flags: {
    url: { value: "URL", help: "address of the server (without it, init asks)" },
    name: { value: "NAME", help: "name of the server in reports (default: its host)" },
    profile: { value: "NAME", help: "neutral (default) or atlas; with --probe, the profile that the server answers" },
    product: { value: "NAME", help: "the segment after /api/ in the server's paths, if it is not that of the profile" },
    group: { value: "ID", help: "id of the project to test" },
    cluster: { value: "NAME", help: "name of a cluster of it, for a server that does not list clusters" },
    "metrics-url": { value: "URL", help: "address of metrics discovery" },
    ca: { value: "FILE", help: "PEM file of certificates to trust, for a server with a self-signed certificate" },
    prefix: { value: "NAME", help: "prefix of the environment variables for keys (default PLUMBLINE)" },
    out: { value: "FILE", help: "the file to write (default target.yml)" },
    probe: { help: "find out what the server offers and which names it uses; init only reads" },
    force: { help: "overwrite an existing file" },
  },
  examples: [
    "plumbline init --url http://127.0.0.1:8080 --probe",
    "plumbline init --url https://staging.example.net --ca ca.pem --probe",
    "plumbline init --url http://127.0.0.1:8080 --product clusters --probe",
    "plumbline init",
    "plumbline init --url http://127.0.0.1:8080 --profile atlas --out staging.yml",
  ],
  run: async (given, terminal) => {
    const file = given.one("out") ?? "target.yml";
    if (existsSync(file) && !given.has("force"))
      throw new UsageError(`${file} exists already: name another file with --out, or overwrite it with --force`);
    expectOwnFile(file);
    const asked = await ask(given, terminal);
    const stated = given.one("profile") ?? asked.profile;
    const prefix = given.one("prefix") ?? "PLUMBLINE";
    if (!/^[A-Za-z_]\w*$/.test(prefix))
      throw new UsageError(`--prefix takes the beginning of a variable's name, such as STAGING, received "${prefix}"`);
    const metricsUrl = metricsUrlGiven(given);
    const ca = given.one("ca");
    const about = {
      baseUrl: address("--url", asked.url),
      ...(stated === undefined ? {} : { profile: bundledProfile(stated).name }),
      ...optional("product", productGiven(given)),
      ...optional("groupId", groupGiven(given) ?? (asked.group || undefined)),
      ...optional("clusterName", clusterGiven(given)),
      ...(metricsUrl === undefined ? {} : { metricsUrl }),
    };
    const network = networkSettings(given, terminal.environment, [about.baseUrl, metricsUrl]);
    const asking = given.has("probe") ? await probed(about, prefix, terminal.environment, network) : undefined;
    for (const note of asking?.notes ?? []) terminal.note(`${note}\n`);
    const text = targetFileText({
      name: given.one("name") ?? new URL(about.baseUrl).host,
      profile: "neutral",
      prefix,
      ...(ca === undefined ? {} : { ca: relative(dirname(file), ca) }),
      ...about,
      ...asking,
    });
    writeOwnFile(file, text);
    const next = nextStep(asking?.main ?? "key", prefix);
    terminal.out(`${file} is written. ${next} plumbline run --target ${file}\n`);
    return 0;
  },
};

/** Names the variables that a run with the new file needs. */
function nextStep(main: "key" | "account" | "token" | "none", prefix: string): string {
  switch (main) {
    case "key":
      return `Set ${prefix}_PUBLIC_KEY and ${prefix}_PRIVATE_KEY, then:`;
    case "account":
      return `Set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET, then:`;
    case "token":
      return `Set ${prefix}_TOKEN, then:`;
    case "none":
      return "The server answers without credentials:";
    default:
      return main satisfies never;
  }
}

/** @throws UsageError when the product is not one segment of a path. */
function productGiven(given: Given): string | undefined {
  const product = given.one("product");
  const mistake = product === undefined ? undefined : productMistake(product);
  if (mistake !== undefined) throw new UsageError(`--product ${mistake}`);
  return product;
}

const optional = (name: "groupId" | "clusterName" | "product", value: string | undefined) =>
  value === undefined ? {} : { [name]: value };

/**
 * Asks for values that no flag gives.
 * @throws UsageError when the address is missing and no terminal is there to ask on.
 */
async function ask(
  given: Given,
  { interactive }: Terminal,
): Promise<{ readonly url: string; readonly profile?: string; readonly group?: string }> {
  const url = given.one("url");
  if (url !== undefined) return { url };
  if (!interactive || process.stdin.isTTY !== true)
    throw new UsageError(
      "plumbline init needs --url without a terminal to ask on: plumbline init --url http://127.0.0.1:8080",
    );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = async (question: string): Promise<string> => (await lines.question(question)).trim();
    return {
      url: await answer("Address of the server, such as http://127.0.0.1:8080: "),
      profile: (await answer("Names that it uses, neutral or atlas [neutral]: ")) || "neutral",
      group: await answer("Id of the project to test, if you know it: "),
    };
  } finally {
    lines.close();
  }
}
