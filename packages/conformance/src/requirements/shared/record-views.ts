import type { Exchange } from "@plumbline/client";
import type { BoundOperation, OperationId, WriteId } from "@plumbline/schemas";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { member } from "../../ground/json.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { type Shape, shapeOf } from "../../oracles/shape.ts";
import { wholeList } from "../../oracles/whole-list.ts";
import { WRITES } from "../../writes/table.ts";
import type { Changes, Makes, On, Write } from "../../writes/write.ts";

/** A way in which a target shows a record. */
export interface View {
  /** The name of the view in reports. */
  readonly name: string;
  /** The members that the contract lists for a record in this view. */
  readonly shape: Shape;
  /** The answer to the write itself, which cannot be read again. */
  readonly isAnswer?: true;
  /** Shows every record of its kind. */
  readonly isList?: true;
  readonly look: () => Promise<Look>;
}

/** A record as a view shows it, or that a readable view does not show it. "unread" says nothing about the record. */
export type Look =
  | { readonly kind: "shown"; readonly record: unknown }
  | { readonly kind: "missing" }
  | { readonly kind: "unread" };

const missing: Look = { kind: "missing" };
const unread: Look = { kind: "unread" };
const shown = (record: unknown): Look => (record === undefined ? unread : { kind: "shown", record });

/** An additional read of the record, not named in its write record. */
export interface Read {
  readonly operation: OperationId;
  readonly path?: Path;
  /** The path parameter for the id of a created record. */
  readonly parameter?: string;
}

/** An accepted write, with its body in neutral words. */
export interface Carried {
  readonly operation: WriteId;
  readonly exchange: Exchange;
  readonly sent: unknown;
  /** The address of the record that the write worked on. */
  readonly path?: Path | undefined;
}

/**
 * Every view that shows the record of a write: the write's own answer, the reads of the record, and the list of its
 * kind.
 */
export function viewsOf(story: Story, carried: Carried, reads: readonly Read[] = []): readonly View[] {
  const { operation, exchange, path } = carried;
  const { effect, on }: Write = WRITES[operation];
  switch (effect.kind) {
    case "makes":
      return ofMade(story, carried, effect, reads);
    case "changes":
      return [
        ...answerOf(story, operation, exchange),
        ...readAs(story, effect.read, path),
        ...changedIn(story, effect, path),
      ];
    case "starts":
    case "ends":
    case "owned":
    case "lasting":
      return [
        ...answerOf(story, operation, exchange),
        ...(path === undefined || on === undefined ? [] : ofOwn(story, path, on)),
        ...reads.flatMap((read) => readAs(story, read.operation, read.path)),
      ];
    default:
      return effect satisfies never;
  }
}

function ofMade(
  story: Story,
  { operation, exchange, sent }: Carried,
  effect: Makes,
  reads: readonly Read[],
): readonly View[] {
  const idName = story.contract.field(effect.id);
  const record = (json: unknown): unknown => recordOf(json, idName);
  const id = member(record(jsonOf(exchange)), idName) ?? member(sent, effect.id);
  const own = answerOf(story, operation, exchange, record);
  if (typeof id !== "string") return own;
  // If the record existed before, it shows the values of another client.
  if (effect.id !== "name" && story.records.whyForeign(id) !== undefined) return [];
  return [
    ...own,
    ...(effect.read === undefined ? [] : readAs(story, effect.read, { [effect.parameter]: id }, record)),
    ...reads.flatMap(({ operation: read, path, parameter }) =>
      readAs(story, read, { ...path, ...(parameter !== undefined && { [parameter]: id }) }, record),
    ),
    ...listedAs(story, effect, id, effect.listedAt?.(sent)),
  ];
}

/** The list that shows the changed record. */
function changedIn(story: Story, { listed }: Changes, path: Path = {}): readonly View[] {
  const id = listed && path[listed.parameter];
  return listed === undefined || id === undefined ? [] : listedAs(story, listed, id);
}

/** The write record of the create says how to read and list a record of the run. */
function ofOwn(story: Story, path: Path, { create }: On): readonly View[] {
  const { effect } = WRITES[create];
  const id = effect.kind === "makes" ? path[effect.parameter] : undefined;
  if (effect.kind !== "makes" || id === undefined) return [];
  const { read }: Makes = effect;
  return [...(read === undefined ? [] : readAs(story, read, path)), ...listedAs(story, effect, id, path)];
}

function answerOf(
  story: Story,
  operation: WriteId,
  exchange: Exchange,
  record: (json: unknown) => unknown = whole,
): readonly View[] {
  const shape = shapeIn(story.contract.operation(operation, story.subject.version));
  if (shape === undefined) return [];
  return [
    { name: `the answer to ${operation}`, shape, isAnswer: true, look: async () => shown(record(jsonOf(exchange))) },
  ];
}

/**
 * A read of the record in the story's version and in every other version that has the read, because all show the same
 * record.
 */
function readAs(
  story: Story,
  operation: OperationId,
  path: Path = {},
  record: (json: unknown) => unknown = whole,
): readonly View[] {
  return story.addresses.servedIn(operation).flatMap((version, index) => {
    const shape = shapeIn(story.contract.operation(operation, version));
    if (shape === undefined) return [];
    const look = async (): Promise<Look> => {
      const exchange = await story.ask(operation, { version, path });
      return wasAccepted(exchange) ? shown(record(jsonOf(exchange))) : unread;
    };
    return [{ name: nameIn(operation, version, index), shape, look }];
  });
}

/** The record with this id in the list of its kind at `path`, in each version that has the list. */
function listedAs(
  story: Story,
  effect: Pick<Makes, "list" | "records" | "id">,
  id: string,
  path: Path = {},
): readonly View[] {
  const { list: operation, records } = effect;
  if (operation === undefined) return [];
  const idName = story.contract.field(effect.id);
  const isIt = (record: unknown): boolean => member(record, idName) === id;
  return story.addresses.servedIn(operation).flatMap((version, index) => {
    const { result } = story.contract.operation(operation, version);
    // The contract says where a nested list is, but not what its records contain.
    const items = "items" in result ? result.items : records && {};
    if (items === undefined) return [];
    const step = { version, path };
    const recordsIn = (exchange: Exchange): readonly unknown[] | undefined => {
      const json = jsonOf(exchange);
      return records === undefined || !wasAccepted(exchange) ? listIn(json) : records(json, story.contract);
    };
    const look = async (): Promise<Look> => {
      const list =
        result.kind === "paged"
          ? await wholeList((page) => story.ask(operation, { ...step, ...page }), { idName, sought: isIt })
          : recordsIn(await story.ask(operation, step));
      if (list === undefined) return unread;
      const record = list.find(isIt);
      return record === undefined ? missing : shown(record);
    };
    return [{ name: nameIn(operation, version, index), shape: shapeOf([items]), isList: true, look }];
  });
}

/** The name states the version if it is not the story's own. */
const nameIn = (operation: OperationId, version: string, index: number): string =>
  index === 0 ? operation : `${operation} in version ${version}`;

const shapeIn = ({ result }: BoundOperation): Shape | undefined =>
  "schema" in result ? shapeOf([result.schema]) : undefined;

const whole = (json: unknown): unknown => json;
