import { KINDS, type KindOfRecord } from "@plumbline/model";
import { type OperationId, operations } from "@plumbline/schemas";
import { ALL_KINDS, type Shown } from "./template.ts";

const MODEL = new Map<string, KindOfRecord>(Object.entries(KINDS));

/** Names these rules for each kind that the model knows and that `isTold` selects. */
export const modelled = (isTold: (kind: KindOfRecord) => boolean, ...rules: readonly string[]): Shown =>
  Object.fromEntries(
    ALL_KINDS.flatMap((kind) => {
      const known = MODEL.get(kind);
      return known !== undefined && isTold(known) ? [[kind, rules]] : [];
    }),
  );

/** Every read that shows records of a kind. */
export const readsOf = ({ gets, lists, parts = [] }: KindOfRecord): readonly OperationId[] => [
  ...gets,
  ...lists,
  ...parts,
];

/** True if the description gives the operation a route in version 1.0 and one in version 2. */
export const isInBothVersions = (id: OperationId): boolean => Object.keys(operations[id].routes).length > 1;

/** Whether the description names the role that a read needs. */
export const namesRole = (id: OperationId): boolean => typeof operations[id].roles !== "string";

/** Whether a list comes in pages. */
export const isPaged = (id: OperationId): boolean => operations[id].query.some(({ name }) => name === "itemsPerPage");
