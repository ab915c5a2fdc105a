import { CONTRADICTIONS, type ContradictionClass, KINDS } from "@plumbline/model";
import type { BoundOperation, OperationId } from "@plumbline/schemas";
import { type Requirement, watch } from "../../rule/requirement.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";

const READS: ReadonlySet<OperationId> = new Set(
  Object.values(KINDS).flatMap(({ gets, lists, parts = [] }) => [...gets, ...lists, ...parts]),
);

/** The rule that each contradiction of the model breaks. */
export const RULE_OF: Readonly<Record<ContradictionClass, string>> = {
  count: "REC-COUNT",
  elsewhere: "REC-ELSEWHERE",
  gone: "REC-GONE",
  missing: "REC-THERE",
  refused: "REC-REFUSED",
  unaddressed: "REC-UNTOUCHED",
  views: "REC-VIEWS",
};

/** The rule that a visible key breaks. */
export const KEYS = "REC-KEY-MASKED";

/** Whether an operation shows alert configurations, or reports what is wrong with one. */
export const isOfConfigs = (id: OperationId): boolean => CONFIGS.has(id);
const CONFIGS: ReadonlySet<OperationId> = new Set<OperationId>([
  "createAlertConfig",
  "getAlertConfig",
  "listAlertConfigs",
  "listAlertConfigsOfAlert",
  "setAlertConfigEnabled",
  "updateAlertConfig",
]);

const BELONGING: ReadonlySet<OperationId> = new Set(Object.values(KINDS).flatMap(({ belongsTo = [] }) => belongsTo));

/** The operations that can show each class of contradiction. Default: every read of a record. */
const SHOWN_BY: Readonly<Partial<Record<ContradictionClass, (operation: BoundOperation) => boolean>>> = {
  count: ({ query }) => query.some(({ name }) => name === "includeCount"),
  elsewhere: ({ id }) => BELONGING.has(id),
};

const TEXTS: Readonly<Record<ContradictionClass, string>> = {
  count: "The totalCount of a list is the number of records that its pages show.",
  elsewhere:
    "A list of a project, a cluster, a collection or an alert configuration shows no record that belongs to another one.",
  gone: "No read shows a record that was removed.",
  missing: "Every list of its kind shows a record that was created and not removed, and the record can be read.",
  refused: "A write that is refused changes nothing.",
  unaddressed: "A record does not change as long as no request addresses it.",
  views: "Every answer shows the same values of a record, whichever operation and version shows it.",
};

/**
 * Rules about the answers of a run in combination. The model of the service looks at every exchange, from any sender,
 * and decides these rules (`run/model-watch-of.ts`).
 */
export const records: readonly Requirement[] = [
  ...CONTRADICTIONS.map((kind) =>
    watch({
      id: RULE_OF[kind],
      level: "MUST",
      basis: kind === "missing" ? "derived:D6" : "derived:D5",
      text: TEXTS[kind],
      section: "Resources and their fields > Conventions",
      mock: "it keeps no records",
      needs: ON_PROJECT,
      conditional: true,
      // If requests happen to come in another order, another answer shows the same fault, so every run reports all.
      each: true,
      on: ({ operation }) => SHOWN_BY[kind]?.(operation) ?? READS.has(operation.id),
      // A judgement about a record needs more than one answer.
      examine: () => undefined,
    }),
  ),
  watch({
    id: KEYS,
    level: "MUST",
    basis: "stated",
    text: "Every answer, errors included, masks a key of a monitoring platform that was sent.",
    section: "Endpoints > Alert configurations (may change; under revision)",
    mock: "it keeps no records",
    needs: ON_PROJECT,
    conditional: true,
    each: true,
    on: ({ operation }) => isOfConfigs(operation.id),
    examine: () => undefined,
  }),
];
