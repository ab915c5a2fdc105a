import type { JsonSchema } from "@plumbline/schemas";
import type { Shot } from "../campaigns/shot.ts";
import { below } from "../mutants/edit.ts";
import { isJson } from "./is-json.ts";
import { keepsItsPoint } from "./keeps-its-point.ts";
import { withoutPlaces } from "./shrink-body.ts";

/**
 * A planned request without what its stored form was shrunk by: of the stored body only the names of its members and the
 * lengths of its lists count, never a value. As it was planned where it would lose its point.
 */
export function shapedLike(shot: Shot, stored: string | undefined, schema: JsonSchema | undefined): Shot {
  const { rawBody } = shot.call;
  if (rawBody === undefined || stored === undefined || schema === undefined) return shot;
  if (!isJson(rawBody) || !isJson(stored)) return shot;
  const gone = missing(JSON.parse(rawBody), JSON.parse(stored));
  if (gone.length === 0) return shot;
  const smaller = withoutPlaces(rawBody, gone);
  return keepsItsPoint(shot, schema, smaller) ? { ...shot, call: { ...shot.call, rawBody: smaller } } : shot;
}

/** Places of a value that another one does not have. */
function missing(value: unknown, other: unknown, pointer = ""): readonly string[] {
  if (typeof value !== "object" || value === null || typeof other !== "object" || other === null) return [];
  if (Array.isArray(value) !== Array.isArray(other)) return [];
  const held = new Map<string, unknown>(Object.entries(other));
  return Object.entries(value).flatMap(([name, member]) =>
    held.has(name) ? missing(member, held.get(name), below(pointer, name)) : [below(pointer, name)],
  );
}
