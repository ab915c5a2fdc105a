import type { BoundOperation } from "@plumbline/schemas";

/** A request that was sent: path parameters decoded, the query and the body as they were written. */
export interface Sent {
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body?: string;
}

declare const read: unique symbol;
/** A request as cells look at it. */
export interface Read {
  readonly [read]: true;
}

export interface Cell {
  readonly operation: string;
  readonly place: string;
  readonly kind: "edge" | "beyond" | "near";
  readonly keyword: string;
  readonly side: string;
  /** Unique within the contract. */
  readonly name: string;
  readonly shownBy: (request: Read) => boolean;
}

export function cellsOf(operation: BoundOperation): readonly Cell[];
export function readRequest(operation: BoundOperation, sent: Sent): Read;
