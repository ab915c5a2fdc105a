import { existsSync } from "node:fs";
import type { Flags, Given } from "../flags.ts";
import { mayBeSecret } from "../target-file/secret-shape.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import type { OpenedTarget } from "./opened-target.ts";

export const TARGET_FLAGS: Flags = {
  target: { value: "TARGET", help: "a URL, a target file, reference (default) or prism" },
  profile: { value: "NAME", help: "names it speaks: neutral (default), atlas or a file" },
  "accept-date": { value: "DATE", help: "the date of version 2 to ask for (default 2025-01-01)" },
  "metrics-url": { value: "URL", help: "address of metrics discovery, for a URL target" },
  group: { value: "ID", help: "the project to address, for a URL target" },
  allow: {
    value: "RISK",
    many: true,
    help: "permit create, update, delete, costly, irreversible or quota; reading needs none",
  },
  fault: { value: "ID", many: true, help: "switch a fault of the reference on" },
  variant: { value: "ID", many: true, help: "switch another way to be right of the reference on" },
  ca: { value: "FILE", help: "certificates to trust, PEM: of a target whose own are self-signed" },
  "env-prefix": {
    value: "PREFIX",
    help: "how each variable begins that a target file may name",
  },
  rate: { value: "N", help: "requests per second at most" },
  limit: {
    value: "CREATE=N",
    many: true,
    help: "records of it that may stay, such as createCluster=2",
  },
};

/**
 * Opens what `--target` names.
 * @throws UsageError when it is none of the four kinds, or when flags contradict it.
 */
export async function openTarget(given: Given, terminal: Terminal): Promise<OpenedTarget> {
  // Who reads flags alone, for help, waits for nothing of this.
  const { withheld } = await import("@plumbline/conformance");
  const { acceptDateGiven, atAcceptDate } = await import("./accept-date.ts");
  const { limitsGiven } = await import("./limits.ts");
  const own = limitsGiven(given);
  const acceptDate = acceptDateGiven(given);
  const { target, ...opened } = await openNamed(given, terminal);
  const dated = atAcceptDate(target, acceptDate);
  return { ...opened, target: withheld({ ...dated, limits: { ...target.limits, ...own } }) };
}

async function openNamed(given: Given, terminal: Terminal): Promise<OpenedTarget> {
  const named = given.one("target") ?? "reference";
  const faults = given.all("fault");
  if (faults && named !== "reference")
    throw new UsageError("--fault needs --target reference: only the reference server can be made wrong on purpose");
  const variants = given.all("variant");
  if (variants && named !== "reference")
    throw new UsageError("--variant needs --target reference: only the reference server has other ways to be right");
  switch (named) {
    case "reference":
      return (await import("./reference.ts")).openReference(given, faults ?? [], variants ?? []);
    case "prism":
      return (await import("./prism.ts")).openPrism(given);
    default:
      if (/^https?:\/\//i.test(named)) return (await import("./url.ts")).openUrl(named, given, terminal);
      if (existsSync(named)) return (await import("./file.ts")).openFile(named, given, terminal);
      throw new UsageError(
        `--target${mayBeSecret(named) ? "" : ` "${named}"`} is neither a URL (http://...), an existing file, "reference" nor "prism"`,
      );
  }
}
