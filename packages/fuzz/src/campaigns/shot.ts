import type { Call } from "@plumbline/conformance";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Ordered } from "../order.ts";

/** Which valid request a shot differs from; a refusal proves something only when that one is accepted. */
export type Ground = "plain" | "matchers" | "monitoring";

/** What must come of a shot. */
export type Aim = "refused" | "accepted" | "no crash";

/** One planned request: all of it is known before the first is sent, except ids of records that the campaign makes. */
export interface Shot extends Ordered {
  readonly aim: Aim;
  readonly operation: OperationId;
  readonly version: RouteVersion;
  readonly ground: Ground;
  readonly level: "MUST" | "SHOULD";
  /** Of the finding, should it break: the same for all sides of one keyword at one place. */
  readonly name: string;
  readonly expected: string;
  readonly call: Omit<Call, "operation" | "version">;
}

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
