import { matcher, notification, notificationInput } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";
import type { ConfigFields } from "./fields.ts";
import { fieldsOf, flagMember, listMember, only, textMember } from "./members.ts";

/** Which members each kind of notification target has. */
const MEMBERS_OF_KIND: ReadonlyMap<unknown, readonly string[]> = new Map(
  notificationInput.oneOf?.map((kind) => [kind.properties?.["typeName"]?.const, Object.keys(kind.properties ?? {})]),
);
const MATCHER_MEMBERS = Object.keys(matcher.properties ?? {});

/** An alert configuration as a request states it: members that the resource does not have are ignored. */
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
 * For most kinds the description shows no members, so a request may put anything there; what could not be shown again
 * without breaking the types that answers have is ignored like an unknown member.
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
