import { matcher, notificationInput } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember } from "./members.ts";

/** A part of a body that has members, but no known ones. */
export interface StrayPart {
  readonly pointer: string;
  readonly known: readonly string[];
  readonly given: readonly string[];
}

const OF_MATCHERS = Object.keys(matcher.properties ?? {});

/** Members of a kind of notification, without the one that names the kind. */
const ofNotification = ({ typeName }: Fields): readonly string[] => {
  const kind = notificationInput.oneOf?.find(({ properties }) => properties?.["typeName"]?.const === typeName);
  return Object.keys(kind?.properties ?? {}).filter((name) => name !== "typeName");
};

/** The first matcher or notification of an alert configuration without any member that the server would store. */
export function strayPart(body: unknown): StrayPart | undefined {
  const fields = fieldsOf(body);
  const parts = [
    ...listMember(fields, "matchers").map((one, at) => partOf(`/matchers/${at}`, Object.keys(one), OF_MATCHERS)),
    ...listMember(fields, "notifications").map((one, at) =>
      partOf(
        `/notifications/${at}`,
        Object.keys(one).filter((name) => name !== "typeName"),
        ofNotification(one),
      ),
    ),
  ];
  return parts.find(({ given, known }) => given.length > 0 && !given.some((name) => known.includes(name)));
}

const partOf = (pointer: string, given: readonly string[], known: readonly string[]): StrayPart => ({
  pointer,
  given,
  known,
});
