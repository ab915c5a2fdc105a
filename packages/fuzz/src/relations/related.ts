import type { Exchange } from "@plumbline/client";
import type { Ask, Judgement } from "@plumbline/conformance";
import type { Contract } from "@plumbline/schemas";
import { judge, ruling } from "../asking/judge.ts";
import type { FuzzedSubject } from "../cases/subjects.ts";

/** The result of comparing two or more reads of the same data, with their exchanges. */
export interface Related {
  /** The name of the comparison. */
  readonly name: string;
  readonly level: "MUST" | "SHOULD";
  readonly judgement: Judgement;
  readonly evidence: readonly string[];
}

/** A comparison of reads; empty if a read that it needs is not answered. */
export type Comparison = (ask: Ask, contract: Contract) => Promise<readonly Related[]>;

/** The plain read with which other forms are compared. */
export const plainCallOf = ({ operation, version }: FuzzedSubject) =>
  ({ operation: operation.id, version, send: "again" }) as const;

/** Judges a refused form of a read whose plain form was accepted: a violation, unless an intermediary answered. */
export const refused = (exchange: Exchange): Judgement => {
  const said = ruling({ aim: "accepted", call: {} }, exchange);
  return judge({ expected: "2xx: the plain request was carried out" }, said, exchange);
};

/** A finding with its exchanges. */
export const found = (
  name: string,
  judgement: Judgement,
  exchanges: readonly Exchange[],
  level: Related["level"] = "MUST",
): Related => ({ name, level, judgement, evidence: exchanges.map(({ id }) => id) });
