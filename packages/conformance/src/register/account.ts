import { OPERATION_IDS, operations } from "@plumbline/schemas";
import { requirements } from "../requirements/requirements.ts";
import { operationRule } from "../rule/operation-rule.ts";
import { DESCRIBED_IDS } from "./described-ids.ts";

/** How the suite covers a statement of the description. */
export type Account =
  /** A requirement with the same id covers it. */
  | { readonly kind: "record" }
  /** Requirements with other ids cover it: each says the same, or together they say at least as much. */
  | { readonly kind: "merged"; readonly into: readonly string[] }
  /** No answer of a target can show whether the target obeys it. */
  | { readonly kind: "not-verifiable"; readonly reason: string };

const merged = (...into: readonly string[]): Account => ({ kind: "merged", into });
const unseen = (reason: string): Account => ({ kind: "not-verifiable", reason });

const CLIENTS = "a rule for clients; the tests of this project's client hold it";
const READING = "a rule for reading the description; profiles carry it out";
const NO_UPDATE = "no operation that updates a cluster is described";

/** A number that stands for several operations has rules for each of them, and none of its own. */
const divided: readonly (readonly [string, Account])[] = OPERATION_IDS.flatMap((first) => {
  const { number } = operations[first];
  const parts = OPERATION_IDS.filter((id) => operations[id].number === number);
  if (parts[0] !== first || parts.some((id) => operations[id].part === undefined)) return [];
  return (["BIND", "PARAMS", "ROLE", "RESP"] as const).map(
    (rule) => [`OP${number}-${rule}`, merged(...parts.map((id) => operationRule(id, rule)))] as const,
  );
});

/** The statements without a requirement of the same id, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, Account>> = {
  // Only the stated paths can fail a target; the others come from the profile.
  "GEN-PATH-GROUPS": merged("OP01-BIND", "OP29-BIND", "OP71-BIND"),
  "VER-1-ACCEPT": merged("VER-1-PATH"),
  "VER-2-ACCEPT": merged("VER-2-PATH"),
  "TOKEN-CONTENT-TYPE": merged("TOKEN-SUCCESS"),
  "TOKEN-ACCEPT": merged("TOKEN-SUCCESS", "GEN-JSON-BODIES"),
  "METRICS-NO-BODY": merged("OP71-BIND"),
  "ALT-ACK-PRESENT": merged("ALT-ACK"),
  ...Object.fromEntries(divided),

  "CLIENT-ACCEPT": unseen(CLIENTS),
  "CLIENT-DIGEST": unseen(CLIENTS),
  "CLIENT-TOKEN-BASIC": unseen(CLIENTS),
  "CLIENT-RETRY-AFTER": unseen(CLIENTS),
  "GEN-NEUTRAL-NAMES": unseen(READING),
  "GEN-PLACEHOLDERS": unseen(READING),
  "GEN-OTHER-OPS": unseen("nothing is known about these operations that a request could be made of"),
  "GEN-CUSTOM-DNS-SCOPE": unseen("it shows in name resolution, and no operation returns that"),
  "EVT-DELIVERY": unseen("it shows at the receivers of notifications, and the format is not given"),
  "ALT-NOTIFY-SUPPRESSED": unseen("it shows at the receivers of notifications"),
  "VER-ALERTS-MAY-CHANGE": unseen(
    "it is about later versions of the description; the report marks these areas as provisional",
  ),
  "MIG-PUSH-ONLY": unseen("no member tells a push migration from another"),
  "MIG-SOURCE-AUTH": unseen("it shows at the source and in the migrated data, and no operation returns these"),
  "CLU-GLOBAL-IMMUTABLE": unseen(NO_UPDATE),
  "CLU-MAJORVERSION-UPDATE": unseen(NO_UPDATE),
  "CLU-CONN-RESOLVE": unseen("it shows in name resolution, inside and outside a peered network"),
  "CLU-CREATE-NETWORK": unseen("no operation that returns networks is described"),
};

/** How the suite covers one statement; `undefined` for an id that is not among the 664. */
export function accountOf(id: string): Account | undefined {
  if (!DESCRIBED_IDS.includes(id)) return undefined;
  return EXCEPTIONS[id] ?? { kind: "record" };
}

/** The requirement ids that the account relies on: those of `record`, and those that others are merged into. */
export const RELIED_ON: readonly string[] = [
  ...new Set(
    DESCRIBED_IDS.flatMap((id) => {
      const account = accountOf(id);
      switch (account?.kind) {
        case "record":
          return [id];
        case "merged":
          return account.into;
        default:
          return [];
      }
    }),
  ),
];

const written = new Set(requirements.map(({ id }) => id));

/** The ids that the account relies on but that no requirement has; empty if the register is complete. */
export const unwritten: readonly string[] = RELIED_ON.filter((id) => !written.has(id));
