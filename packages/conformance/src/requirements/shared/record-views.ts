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
import type { Makes, On, Write } from "../../writes/write.ts";

/** A way in which a target shows a record. */
export interface View {
  /** What it is, for a reader. */
  readonly name: string;
  /** What is listed for a record there. */
  readonly shape: Shape;
  /** Cannot be looked at again. */
  readonly isAnswer?: true;
  /** Shows every record of its kind. */
  readonly isList?: true;
  readonly look: () => Promise<Look>;
}

/** A record as a view shows it, or that a view which can be read does not; anything else says nothing about the record. */
export type Look =
  | { readonly kind: "shown"; readonly record: unknown }
  | { readonly kind: "missing" }
  | { readonly kind: "unread" };

const missing: Look = { kind: "missing" };
const unread: Look = { kind: "unread" };
const shown = (record: unknown): Look => (record === undefined ? unread : { kind: "shown", record });

/** A read of the record beside those that its write record names. */
export interface Read {
  readonly operation: OperationId;
  readonly path?: Path;
  /** The path parameter that takes the id of a record that was made. */
  readonly parameter?: string;
}

/** A write that was accepted, with its body in neutral words. */
export interface Carried {
  readonly operation: WriteId;
  readonly exchange: Exchange;
  readonly sent: unknown;
  /** Addresses the record that it worked on. */
  readonly path?: Path | undefined;
}

/** Every way in which the record of a write is shown: by its own answer, by the reads of it, and by the list of its kind. */
export function viewsOf(story: Story, carried: Carried, reads: readonly Read[] = []): readonly View[] {
  const { operation, exchange, path } = carried;
  const { effect, on }: Write = WRITES[operation];
  switch (effect.kind) {
    case "makes":
      return ofMade(story, carried, effect, reads);
    case "changes":
      return [...answerOf(story, operation, exchange), ...readAs(story, effect.read, path)];
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
  // A record that was there before shows what somebody else has sent.
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

/** A record of the run's own is read and listed as what made it says. */
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

/** A read of the record, in the version of the story and in each other one that has it: there is but one record. */
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

/** The record of this id in the list of its kind, which stands where `path` says, in each version that has the list. */
function listedAs(story: Story, effect: Makes, id: string, path: Path = {}): readonly View[] {
  const { list: operation, records } = effect;
  if (operation === undefined) return [];
  const idName = story.contract.field(effect.id);
  const isIt = (record: unknown): boolean => member(record, idName) === id;
  return story.addresses.servedIn(operation).flatMap((version, index) => {
    const { result } = story.contract.operation(operation, version);
    // Of a list that stands inside of something else it is known where, and not what its records hold.
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

/** A read in a version that is not the one of the story says in which. */
const nameIn = (operation: OperationId, version: string, index: number): string =>
  index === 0 ? operation : `${operation} in version ${version}`;

const shapeIn = ({ result }: BoundOperation): Shape | undefined =>
  "schema" in result ? shapeOf([result.schema]) : undefined;

const whole = (json: unknown): unknown => json;
