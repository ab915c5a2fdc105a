import { parseJson } from "@plumbline/client";
import type { Contract, OperationId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { isObject, member } from "../../ground/json.ts";
import { broken, decidedBy, mild, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import type { Target } from "../../target/target.ts";
import type { Passed } from "../passed.ts";
import type { Found, Onlooker } from "./onlooker.ts";

/** The value of a member that a request leaves out. */
interface Default {
  readonly requirement: string;
  readonly operations: readonly OperationId[];
  /** The neutral name. */
  readonly member: string;
  /** The default, in words. */
  readonly value: string;
  /** Whether an answer shows the default; `undefined` for a value of another type, which another requirement judges. */
  readonly isShown: (value: unknown) => boolean | undefined;
  /** No operation changes the member later, so one record is enough. */
  readonly isLasting?: true;
  /**
   * The description does not say that the default also applies if the member was set before; the suite concludes it.
   */
  readonly isMild?: true;
}

const isOff = (value: unknown): boolean | undefined => (typeof value === "boolean" ? !value : undefined);
const POLICY = { operations: ["updateBackupCompliancePolicy"], value: "false", isShown: isOff, isMild: true } as const;

const DEFAULTS: readonly Default[] = [
  {
    requirement: "ALC-ENABLED-DEFAULT",
    operations: ["createAlertConfig"],
    member: "enabled",
    value: "false",
    isShown: isOff,
  },
  {
    requirement: "SRCH-TYPE-DEFAULT",
    operations: ["createSearchIndex", "createSearchIndexLegacy"],
    member: "type",
    value: '"search"',
    isShown: (value) => (typeof value === "string" ? value === "search" : undefined),
  },
  {
    requirement: "EXJ-CREATE-READ",
    operations: ["createExportJob"],
    member: "customData",
    value: "empty",
    isShown: (value) => {
      const items = listIn(value);
      return items === undefined ? undefined : !items.some(isObject);
    },
    isLasting: true,
    isMild: true,
  },
  { ...POLICY, requirement: "CMP-DEFAULT-COPYPROTECTIONENABLED", member: "copyProtectionEnabled" },
  { ...POLICY, requirement: "CMP-DEFAULT-ENCRYPTIONATRESTENABLED", member: "encryptionAtRestEnabled" },
  { ...POLICY, requirement: "CMP-DEFAULT-FROM-TRUE", member: "pitEnabled" },
];

/** How many answers must show another value before it counts as the server's fault. */
const OFTEN = 2;

/** The answer to a write shows the value of a member that the request left out and that has a stated default. */
export function defaults({ contract }: Target): Onlooker {
  const breaches = new Map<string, number>();
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange } = passed;
    if (call.due !== undefined || !wasAccepted(exchange)) return [];
    return DEFAULTS.flatMap((one) => (one.operations.includes(call.operation) ? told(passed, one, contract) : []));
  };
  return { decides: DEFAULTS.map(({ requirement }) => requirement), see };

  function told(passed: Passed, one: Default, { field }: Contract): readonly Found[] {
    const { exchange } = passed;
    const name = field(one.member);
    const sent = parseJson(exchange.request.body ?? "");
    if (!isObject(sent) || Object.hasOwn(sent, name)) return [];
    const shown = member(recordIn(jsonOf(exchange)), name);
    const isRight = one.isShown(shown);
    if (isRight === undefined) return [];
    const { requirement } = one;
    if (isRight) return [{ requirement, judgement: upheld, passed }];
    const count = (breaches.get(requirement) ?? 0) + 1;
    breaches.set(requirement, count);
    if (count < OFTEN && !one.isLasting) return [];
    const judgement = broken(`${name} ${one.value}, as nothing was sent for it`, quoted(shown, 60));
    const decided = decidedBy(judgement, `/${name}`, exchange);
    return [{ requirement, judgement: one.isMild ? mild(decided) : decided, passed }];
  }
}
