import type { Contract, OperationId } from "@plumbline/schemas";
import type { Risk } from "../../ground/risk.ts";
import type { Subject } from "../../ground/subject.ts";

/*
 * Selects the operations of a rule, in the words of the description.
 */
export const mainApi = ({ operation }: Subject): boolean => operation.authentication === "digest";
/** The reading operations, except those of the token endpoint and metrics discovery. */
export const reads = (subject: Subject): boolean => mainApi(subject) && subject.operation.risk === "read";
/** The operations that change something, except the token endpoint. */
export const writes = (subject: Subject): boolean => mainApi(subject) && subject.operation.risk !== "read";
/** Lists with pages; a list that shows `results` and takes no paging parameters is not among them. */
export const pagedLists = (subject: Subject): boolean =>
  reads(subject) &&
  subject.operation.result.kind === "paged" &&
  subject.operation.query.some(({ name }) => name === "itemsPerPage");
/** Both operations of access history, by cluster and by host. */
export const accessHistory = ({ operation }: Subject): boolean => operation.area === "access-history";

/** The named operations, in every version that has them. */
export const is =
  (...ids: readonly OperationId[]) =>
  ({ operation }: Subject): boolean =>
    ids.includes(operation.id);

/** Reads for which the description itself states this query parameter. */
export const readsTaking =
  (query: string) =>
  (subject: Subject): boolean =>
    reads(subject) &&
    subject.operation.assumedQuery !== true &&
    subject.operation.query.some(({ name }) => name === query);

/** Operations for which the description itself states that they answer in an envelope on demand. */
export const takesEnvelope = ({ operation }: Subject): boolean =>
  operation.assumedQuery !== true && operation.query.some(({ name }) => name === "envelope");

/** The operations with this parameter in their path. */
export const addressedBy =
  (parameter: string) =>
  ({ operation }: Subject): boolean =>
    operation.pathParameters.some(({ name }) => name === parameter);

/** The reading operations with this parameter in their path, for rules that must not write. */
export const readsAddressedBy =
  (parameter: string) =>
  (subject: Subject): boolean =>
    reads(subject) && addressedBy(parameter)(subject);

/**
 * The operation on which a general rule is tested, in each version. If the target lacks it, this is the read with the
 * fewest ids in its path.
 */
export const shownOn =
  (usual: OperationId) =>
  ({ operation, version }: Subject, { operations, route }: Contract): boolean => {
    if (route(usual, version) !== undefined) return operation.id === usual;
    const [stand] = operations
      .filter(({ authentication, risk, id }) => authentication === "digest" && risk === "read" && route(id, version))
      .toSorted((one, other) => one.pathParameters.length - other.pathParameters.length);
    return operation.id === stand?.id;
  };

/** A well-formed id that no server has issued if it counts up from a moment in time. */
export const NEVER_ISSUED = "fedcba9876543210fedcba98";

/**
 * A rule about all writes creates and deletes its own records. A write that costs money or leaves records needs its own
 * permission.
 */
export const writeRisk = ({ operation: { risk } }: Subject): Risk =>
  risk === "costly" || risk === "irreversible" ? risk : "create";

const LASTING: readonly Risk[] = ["costly", "irreversible", "quota"];
/**
 * True for writes that cost money, leave a permanent record or use up a quota. Rules that other writes can show skip
 * them.
 */
export const lasts = ({ operation: { risk } }: Subject): boolean => LASTING.includes(risk);

/**
 * Operations whose every call has to wait, for about half a minute, until the previous one has ended. They send all
 * parameters in one call, with the switches off.
 */
export const SLOW_WRITES: readonly OperationId[] = [
  "takeSnapshot",
  "deleteSnapshot",
  "deleteShardedSnapshot",
  "changeSnapshotExpiration",
  "startOutageSimulation",
  "endOutageSimulation",
  "cutOverMigration",
];
