import type { Exchange } from "@plumbline/client";
import type { Ask, Judgement } from "@plumbline/conformance";
import type { Contract } from "@plumbline/schemas";
import { judge, ruling } from "../asking/judge.ts";
import type { FuzzedSubject } from "../cases/subjects.ts";

/** What two or more reads of the same showed, and which exchanges they were. */
export interface Related {
  /** What was compared. */
  readonly name: string;
  readonly level: "MUST" | "SHOULD";
  readonly judgement: Judgement;
  readonly evidence: readonly string[];
}

/** Reads that are held against each other; nothing where what they need is not answered. */
export type Comparison = (ask: Ask, contract: Contract) => Promise<readonly Related[]>;

/** The read that other forms of it are compared with. */
export const plainCallOf = ({ operation, version }: FuzzedSubject) =>
  ({ operation: operation.id, version, send: "again" }) as const;

/** The plain read was carried out, so another form of it is as well, unless something in between spoke. */
export const refused = (exchange: Exchange): Judgement => {
  const said = ruling({ aim: "accepted", call: {} }, exchange);
  return judge({ expected: "2xx: the plain request was carried out" }, said, exchange);
};

/** A finding that two exchanges or more show. */
export const found = (
  name: string,
  judgement: Judgement,
  exchanges: readonly Exchange[],
  level: Related["level"] = "MUST",
): Related => ({ name, level, judgement, evidence: exchanges.map(({ id }) => id) });
