import type { Contract, OperationId } from "@plumbline/schemas";
import type { Risk } from "../../ground/risk.ts";
import type { Subject } from "../../ground/subject.ts";

/*
 * Which operations a rule is about, in the words of the description.
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

/** Reads of which the description itself says that they take a query parameter. */
export const readsTaking =
  (query: string) =>
  (subject: Subject): boolean =>
    reads(subject) &&
    subject.operation.assumedQuery !== true &&
    subject.operation.query.some(({ name }) => name === query);

/** Operations of which the description itself says that they answer in an envelope on demand. */
export const takesEnvelope = ({ operation }: Subject): boolean =>
  operation.assumedQuery !== true && operation.query.some(({ name }) => name === "envelope");

/** The operations whose path holds this parameter. */
export const addressedBy =
  (parameter: string) =>
  ({ operation }: Subject): boolean =>
    operation.pathParameters.some(({ name }) => name === parameter);

/** The reading operations whose path holds this parameter, for rules that must not write. */
export const readsAddressedBy =
  (parameter: string) =>
  (subject: Subject): boolean =>
    reads(subject) && addressedBy(parameter)(subject);

/**
 * The operation that a rule about all of them is shown on, in each version; where the target lacks it, the read with the
 * fewest ids in its path that there is.
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

/** Well-formed, and never issued by anyone who counts up from a moment in time. */
export const NEVER_ISSUED = "fedcba9876543210fedcba98";

/** A rule about all writes makes and removes records of its own; what costs money or stays needs its own permission. */
export const writeRisk = ({ operation: { risk } }: Subject): Risk =>
  risk === "costly" || risk === "irreversible" ? risk : "create";

const LASTING: readonly Risk[] = ["costly", "irreversible", "quota"];
/**
 * True for writes that cost money, leave a record for good or use up a quota: rules that other writes show too skip
 * them.
 */
export const lasts = ({ operation: { risk } }: Subject): boolean => LASTING.includes(risk);

/**
 * Operations of which each call has to wait, for half a minute or so, until the one before has come to its end: these
 * take all parameters in one call, with the switches off.
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
