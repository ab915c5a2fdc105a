import type { Flags, Given } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import type { OpenedTarget } from "./opened-target.ts";

/** The flags that describe the target of a command. */
export const TARGET_FLAGS: Flags = {
  target: {
    value: "TARGET",
    help: "URL, target file, reference or prism (default: PLUMBLINE_TARGET, else target.yml here, else reference)",
  },
  profile: { value: "NAME", help: "the target's names: neutral (default), atlas or a file" },
  "accept-date": { value: "DATE", help: "date of version 2 to request (default 2025-01-01)" },
  "metrics-url": { value: "URL", help: "address of metrics discovery, for a URL target" },
  group: { value: "ID", help: "id of the project to test, for a URL target" },
  allow: {
    value: "RISK",
    many: true,
    help: "permit create, update, delete, costly, irreversible or quota; reading needs no permission",
  },
  fault: { value: "ID", many: true, help: "switch on a fault of the reference" },
  variant: { value: "ID", many: true, help: "switch on a correct variant of the reference" },
  ca: { value: "FILE", help: "PEM certificates to trust, for a self-signed target" },
  "env-prefix": {
    value: "PREFIX",
    help: "variables in the target file must begin with this",
  },
  rate: { value: "N", help: "at most N requests per second (per minute: 100/min)" },
  limit: {
    value: "CREATE=N",
    many: true,
    help: "records of CREATE that may stay: createCluster=2",
  },
};

/**
 * Opens the target that `--target` names.
 * @throws UsageError if the text names no kind of target, or if flags contradict it.
 */
export async function openTarget(given: Given, terminal: Terminal): Promise<OpenedTarget> {
  // Loaded here, so that a command that reads the flags for help does not wait for these modules.
  const { withheld } = await import("@plumbline/conformance");
  const { acceptDateGiven, atAcceptDate } = await import("./accept-date.ts");
  const { limitsGiven } = await import("./limits.ts");
  await expectTargetFlags(given);
  const { target, ...opened } = await openNamed(given, terminal);
  const dated = atAcceptDate(target, acceptDateGiven(given));
  return { ...opened, target: withheld({ ...dated, limits: { ...target.limits, ...limitsGiven(given) } }) };
}

const namedIn = (given: Given): string => given.one("target") ?? "reference";

/**
 * Checks the flags about a target without opening it.
 * @throws UsageError for flags with which a run could not begin.
 */
export async function expectTargetFlags(given: Given): Promise<void> {
  const { expectFlags } = await import("./expect-flags.ts");
  const { kindOfTarget } = await import("./target-kind.ts");
  expectFlags(kindOfTarget(namedIn(given)), given);
}

async function openNamed(given: Given, terminal: Terminal): Promise<OpenedTarget> {
  const named = namedIn(given);
  const { kindOfTarget } = await import("./target-kind.ts");
  const kind = kindOfTarget(named);
  switch (kind) {
    case "reference":
      return (await import("./reference.ts")).openReference(
        given,
        given.all("fault") ?? [],
        given.all("variant") ?? [],
      );
    case "prism":
      return (await import("./prism.ts")).openPrism(given);
    case "url":
      return (await import("./url.ts")).openUrl(named, given, terminal);
    case "file": {
      const opened = (await import("./file.ts")).openFile(named, given, terminal);
      if (opened.target.skips !== undefined) (await import("./expect-known-skips.ts")).expectKnownSkips(named);
      return opened;
    }
    default:
      return kind satisfies never;
  }
}
