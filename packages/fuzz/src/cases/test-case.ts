import type { Call } from "@plumbline/conformance";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Certificate } from "../certificate.ts";
import type { Ordered } from "../order.ts";

/** Which valid request a test case differs from; a refusal proves something only when that one is accepted. */
export type Base = "plain" | "matchers" | "monitoring" | "full";

/** What must come of a test case. */
export type Aim = "refused" | "accepted" | "no crash" | "kept out" | "let in";

/** What a test case shows of the contract: a keyword at a place, from one side. */
export interface Cell {
  readonly location: Certificate["location"];
  /** JSON pointer into a body; name of a parameter, form field or header. */
  readonly pointer: string;
  readonly keyword: string;
  readonly side: string;
}

/** What is sent, as it is stored with a failure: in that form two members say what it is due. */
export interface CaseCall extends Omit<Call, "operation" | "version" | "due"> {
  /** It breaks a stated limit, and an error code is shown for that. */
  readonly invalid?: true;
  /** The description does not say what comes of it, whatever it breaks. */
  readonly open?: true;
}

/** One planned request: all of it is known before the first is sent, except ids of records that the campaign makes. */
export interface TestCase extends Ordered {
  readonly aim: Aim;
  readonly operation: OperationId;
  readonly version: RouteVersion;
  readonly base: Base;
  readonly level: "MUST" | "SHOULD";
  /** Of the finding, should it break: the same for all sides of one keyword at one place. */
  readonly name: string;
  readonly expected: string;
  readonly shows: Cell;
  /** What is wrong with a test case that must be refused. */
  readonly certificate?: Certificate;
  readonly call: CaseCall;
  /** The path names something of the right form that need not exist: 404 is as right as a record. */
  readonly elsewhere?: true;
  /** What it was drawn by, when it is none of those that are enumerated: the same request comes of the same number. */
  readonly drawn?: number;
}

/** All in which an operation can be asked for. */
export const VERSIONS = ["1.0", "2", "standalone"] as const satisfies readonly RouteVersion[];

const SUFFIXES: Readonly<Record<string, string>> = {
  minimum: "-1",
  minLength: "-1",
  minItems: "-1",
  maximum: "+1",
  maxLength: "+1",
  maxItems: "+1",
};

/** Such as `query/itemsPerPage:maximum+1` and `body/notifications/0/delayMin:type`. */
export function cellName(location: string, pointer: string, keyword: string, crossed: boolean): string {
  const place = pointer === "" || pointer.startsWith("/") ? pointer : `/${pointer}`;
  return `${location}${place}:${keyword}${crossed ? (SUFFIXES[keyword] ?? "") : ""}`;
}

/** The cell that a name of the form above speaks of. */
export function cellOf(name: string, side: string): Cell {
  const [, location = "body", pointer = "", keyword = ""] =
    /^(body|form|query|path|header)(\/.*?)?:([^:]*)$/.exec(name) ?? [];
  const inBody = location === "body";
  return {
    location: location as Cell["location"],
    pointer: inBody ? pointer : pointer.slice(1),
    keyword: keyword.replace(/[+-]1$/, ""),
    side,
  };
}
