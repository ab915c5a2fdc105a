import type { Call } from "@plumbline/conformance";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Certificate } from "../certificate.ts";
import type { Ordered } from "../order.ts";

/**
 * The valid request from which a test case differs. A refusal proves something only when the target accepts that one.
 */
export type Base = "plain" | "matchers" | "monitoring" | "full";

/** The required result of a test case. */
export type Aim = "refused" | "accepted" | "no crash" | "kept out" | "let in";

/** The part of the contract that a test case shows: a keyword at a place, from one side. */
export interface Cell {
  readonly location: Certificate["location"];
  /** JSON pointer into a body; name of a parameter, form field or header. */
  readonly pointer: string;
  readonly keyword: string;
  readonly side: string;
}

/** The call in the form in which a failure stores it: two members replace `due`. */
export interface CaseCall extends Omit<Call, "operation" | "version" | "due"> {
  /** The request breaks a stated limit, for which the description shows an error code. */
  readonly invalid?: true;
  /** The description leaves the answer open, whatever the request breaks. */
  readonly open?: true;
}

/**
 * One planned request. Everything is known before the first request is sent, except ids of records that the campaign
 * creates.
 */
export interface TestCase extends Ordered {
  readonly aim: Aim;
  readonly operation: OperationId;
  readonly version: RouteVersion;
  readonly base: Base;
  readonly level: "MUST" | "SHOULD";
  /** The name of a finding about the test case: the same for all sides of one keyword at one place. */
  readonly name: string;
  readonly expected: string;
  readonly shows: Cell;
  /** The fault of a test case that must be refused. */
  readonly certificate?: Certificate;
  readonly call: CaseCall;
  /** The path contains a well-formed name that may not exist: 404 is as correct as a record. */
  readonly elsewhere?: true;
  /** The number that drew the request, if it is not enumerated: the same number draws the same request. */
  readonly drawn?: number;
}

/** All versions of operations. */
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

/** The cell of a name in that form. */
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
