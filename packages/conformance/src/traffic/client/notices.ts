import type { WatchedExchange } from "../../ground/watched-exchange.ts";
import { type NoticeRequirement, notice } from "../../rule/requirement.ts";
import { breachIn } from "./breach.ts";
import { isFreeBelow, membersOf, placesIn } from "./places.ts";

/** The most names in a note, because a client may invent any number. */
const MOST = 10;
const SECTION = "Resources and their fields";

/** Members and parameters of a request that the description does not list. */
function unlisted({ contract, operation, version, call }: WatchedExchange): readonly string[] {
  const { body, query } = contract.route(operation.id, version) ?? {};
  const listed = new Set((query ?? []).map(({ name }) => name));
  const parameters = Object.keys(call.query ?? {}).filter((name) => !listed.has(name));
  const places = body === undefined ? undefined : placesIn(body.schema);
  if (places === undefined) return parameters;
  const members = membersOf(contract.wire(call.body))
    .map(([pointer]) => pointer)
    .filter((pointer) => !places.has(pointer) && !isFreeBelow(places, pointer));
  return [...parameters, ...members];
}

/** The outdated things that a request uses: an old interface version, and deprecated members. */
function old({ contract, operation, version, call }: WatchedExchange): readonly string[] {
  const { body } = contract.route(operation.id, version) ?? {};
  const isOlder = version === "1.0" && operation.routes.some((route) => route.version === "2");
  const places = body === undefined ? undefined : placesIn(body.schema);
  const members = membersOf(contract.wire(call.body)).flatMap(([pointer]) =>
    places?.get(pointer)?.isDeprecated ? [pointer] : [],
  );
  return [...(isOlder ? ["version 1.0, although version 2 has the operation"] : []), ...members];
}

const noted = (what: string, names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `${what} ${[...new Set(names)].slice(0, MOST).join(", ")}`;

const common = {
  level: "UNSPECIFIED",
  section: SECTION,
  on: () => true,
} as const satisfies Partial<NoticeRequirement>;

/** Notices about clients. They say nothing about the server. */
export const clientNotices: readonly NoticeRequirement[] = [
  notice({
    ...common,
    id: "CLIENT-LIMITS",
    text: "What clients send that breaks a stated limit.",
    notice: (watched) => {
      const breach = watched.call.due === "refusal" ? breachIn(watched) : undefined;
      return breach && `sends what breaks a limit: ${breach.text}`;
    },
  }),
  notice({
    ...common,
    id: "CLIENT-UNLISTED",
    text: "Members and parameters that clients send and that are listed nowhere.",
    notice: (watched) => noted("sends what is not listed:", unlisted(watched)),
  }),
  notice({
    ...common,
    id: "CLIENT-OLD",
    text: "What clients use although there is something newer: interface versions and deprecated members.",
    notice: (watched) => noted("uses", old(watched)),
  }),
];
