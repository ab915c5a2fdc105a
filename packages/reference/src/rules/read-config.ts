import { matcher, notification, notificationInput } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";
import type { ConfigFields } from "./fields.ts";
import { fieldsOf, flagMember, listMember, only, textMember } from "./members.ts";

/** The members of each kind of notification target. */
const MEMBERS_OF_KIND: ReadonlyMap<unknown, readonly string[]> = new Map(
  notificationInput.oneOf?.map((kind) => [kind.properties?.["typeName"]?.const, Object.keys(kind.properties ?? {})]),
);
const MATCHER_MEMBERS = Object.keys(matcher.properties ?? {});

/** An alert configuration from a request, without unknown members. */
export function readConfigFields(body: unknown): ConfigFields {
  const fields = fieldsOf(body);
  return {
    enabled: flagMember(fields, "enabled"),
    eventTypeName: textMember(fields, "eventTypeName") ?? "",
    matchers: listMember(fields, "matchers").map((one) => only(one, MATCHER_MEMBERS)),
    notifications: listMember(fields, "notifications").map(readTarget),
  };
}

/**
 * For most kinds the description states no members, so a request may contain anything. A member is ignored, like an
 * unknown one, if its value has a type that answers must not show.
 */
function readTarget(fields: Fields): Fields {
  const kind = textMember(fields, "typeName");
  const known = MEMBERS_OF_KIND.get(kind) ?? Object.keys(fields);
  if (kind === "MONITORING_PLATFORM") return only(fields, known);
  const shown = only(fields, known);
  if (known.every((name) => fitsAnswers(name, shown[name]))) return shown;
  return only(
    fields,
    known.filter((name) => fitsAnswers(name, fields[name])),
  );
}

function fitsAnswers(name: string, value: unknown): boolean {
  if (value === undefined) return true;
  switch (notification.properties?.[name]?.type) {
    case "integer":
      return Number.isInteger(value);
    case "string":
      return typeof value === "string";
    default:
      return true;
  }
}
