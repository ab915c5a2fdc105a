import type { World } from "@plumbline/conformance";
import type { Redacted } from "@plumbline/report";
import { type Contract, type InterfaceVersion, type RouteVersion, versionLabel } from "@plumbline/schemas";
import { type Choice, familyOf, inShard, type Shard, unknownParameter } from "../cases/subjects.ts";
import { type ContractCell, contractCells } from "./contract-cells.ts";
import { cellKey, type FuzzLog, type Outcome } from "./log.ts";

/** A cell of the contract with the result of the run. */
export interface CoveredCell extends ContractCell {
  readonly verdict: "conforms" | "violates" | "unspecified" | "missing";
  /** Why the cell is missing or unspecified. */
  readonly why?: Redacted<string>;
}

/** The proven part of one operation. */
export interface OperationCoverage {
  readonly operation: string;
  readonly version: string;
  readonly cells: number;
  /** Cells that the run saw the target keep or break. */
  readonly proven: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** The proven part of the contract, cell by cell. */
export interface Coverage {
  readonly cells: readonly CoveredCell[];
  readonly total: number;
  readonly proven: number;
  readonly operations: readonly OperationCoverage[];
  /** Operations that never answered as if they existed: the run knows nothing about them. */
  readonly warnings: readonly string[];
  /** SHA-256 of each campaign's request list. */
  readonly plans: Readonly<Record<string, string>>;
}

/** The part of the contract that a run covers: cells that other runs must prove are not gaps. */
export interface Part extends Pick<Choice, "operations"> {
  readonly shard?: Shard;
}

/**
 * The proven cells of the contract, and for every other cell the reason. `world` is used when no campaign has started.
 */
export function coverageOf(
  log: FuzzLog,
  contract: Contract,
  world: World,
  versions: readonly InterfaceVersion[],
  part: Part = {},
): Coverage {
  const { operations: chosen, shard } = part;
  const asked = contract.operations.filter(
    ({ id }) => (chosen?.includes(id) ?? true) && inShard({ operation: id }, shard),
  );
  const served = asked.flatMap((operation) =>
    operation.routes
      .filter(({ version }) => version === "standalone" || versions.some((one) => one === version))
      .map(({ version }) => ({ operation, version })),
  );
  // Thousands of cells share a few dozen reasons, so each is redacted once.
  const reasons = new Map<string, Redacted<string>>();
  const reasonOf = (why: string): Redacted<string> => {
    const known = reasons.get(why) ?? log.shown(why);
    reasons.set(why, known);
    return known;
  };
  const cells = served.flatMap(({ operation, version }) => {
    const absent = whyNot(contract, log.world ?? world, operation.id, version);
    return contractCells(contract, operation, version).map((cell) => {
      const key = cellKey({ operation: operation.id, version, aim: cell.aim, shows: cell });
      const { why, ...shown } = covered(cell, log.outcomes.get(key), absent);
      return { ...shown, ...(why !== undefined && { why: reasonOf(why) }) };
    });
  });
  const operations = served.map(({ operation, version }): OperationCoverage => {
    const own = cells.filter((cell) => cell.operation === operation.id && cell.version === versionLabel(version));
    const statuses = log.statuses.get(`${operation.id}/${versionLabel(version)}`) ?? new Map<number, number>();
    return {
      operation: operation.id,
      version: versionLabel(version),
      cells: own.length,
      proven: own.filter(isProven).length,
      statuses: Object.fromEntries([...statuses].map(([status, count]) => [String(status), count])),
    };
  });
  return {
    cells,
    total: cells.length,
    proven: cells.filter(isProven).length,
    operations,
    warnings: operations.flatMap(warningOf),
    plans: Object.fromEntries(log.plans),
  };
}

/** The message of the coverage gate; `undefined` when at least `least` per cent of the cells are proven. */
export function coverageGap({ total, proven }: Coverage, least: number): string | undefined {
  const share = total === 0 ? 0 : (100 * proven) / total;
  if (share >= least) return undefined;
  return `the requests proved ${proven} of ${total} cells of the contract (${share.toFixed(1)} %), expected at least ${least} %: raise --requests, or read why each other cell is missing`;
}

const isProven = ({ verdict }: CoveredCell): boolean => verdict === "conforms" || verdict === "violates";

type Uncovered = Omit<CoveredCell, "why"> & { readonly why?: string };

function covered(cell: ContractCell, outcome: Outcome | undefined, absent: string | undefined): Uncovered {
  if (outcome === undefined)
    return { ...cell, verdict: "missing", why: absent ?? "the base request does not have this place" };
  const { ruling, why } = outcome;
  if (ruling === undefined) return { ...cell, verdict: "missing", ...(why === undefined ? {} : { why }) };
  return {
    ...cell,
    verdict: ruling.verdict,
    ...(ruling.verdict === "unspecified" ? { why: why ?? ruling.reason } : {}),
  };
}

function whyNot(
  contract: Contract,
  world: World,
  id: ContractCell["operation"],
  version: RouteVersion,
): string | undefined {
  const operation = contract.operations.find((one) => one.id === id);
  if (operation === undefined) return "the contract has no such operation";
  const unbound = world.unbound.get(`${operation.id}/${version}`);
  if (unbound !== undefined) return `not served: ${unbound}`;
  const parameter = unknownParameter(world, operation);
  if (parameter !== undefined) return `the run knows no ${parameter}: state fixtures.${parameter} in the target file`;
  if (familyOf(operation) === "tokens") return "the endpoint limits its requests, so the fuzzer tries only its form";
  if (familyOf(operation) === undefined)
    return operation.risk === "delete" ? "a missing refusal would cost a record" : "no campaign sends it";
  return undefined;
}

const UNREACHED: ReadonlySet<string> = new Set(["401", "403", "404", "410"]);

function warningOf({ operation, version, statuses }: OperationCoverage): readonly string[] {
  const seen = Object.keys(statuses);
  if (seen.length === 0 || seen.some((status) => !UNREACHED.has(status))) return [];
  return [`the run never reached ${operation}/${version}: every answer was ${seen.join(" or ")}`];
}
