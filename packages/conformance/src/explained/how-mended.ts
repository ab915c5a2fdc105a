import { operations } from "@plumbline/schemas";
import { areaOf } from "../rule/area-of.ts";
import type { Requirement } from "../rule/requirement.ts";
import type { Place } from "./explanation.ts";
import { repeatedBy } from "./repeated-by.ts";

/** Sentences that say how to fix a server: first what the requirement is about, then where to look. */
export function howMended(requirement: Requirement, places: readonly Place[]): readonly string[] {
  if (requirement.kind === "silent")
    return ["There is nothing to fix: either behaviour is correct. plumbline diff shows when the behaviour changes."];
  return [
    ...ofOperation(requirement, places),
    ...ofArea(requirement),
    ...ofBasis(requirement),
    ...ofSection(requirement),
    ...ofRefusal(requirement),
    ofKind(requirement, places),
  ];
}

/** The four requirements that every operation has. */
function ofOperation({ id }: Requirement, [place]: readonly Place[]): readonly string[] {
  if (areaOf(id) !== "OPS" || place === undefined) return [];
  const { title, roles } = operations[place.operation];
  switch (id.slice(id.indexOf("-") + 1)) {
    case "BIND":
      return [
        `Serve "${title}" with the method and at the path that the profile states, in each version: Plumbline takes 404 and 405 as a sign that it is absent.`,
      ];
    case "PARAMS":
      return ["Accept every listed parameter, alone and together with the others, and apply it."];
    case "ROLE":
      return [
        Array.isArray(roles)
          ? `Accept a key whose role on the project is ${roles.join(" or ")}, and refuse a key without any role there.`
          : "Accept a key with any role on the project, and refuse a key without one.",
      ];
    case "RESP":
      return ["Answer a successful request with the described body, with the described types, in every layout."];
    default:
      return [];
  }
}

const AREAS: Readonly<Record<string, string>> = {
  AUTH: "Look at the code before the operations: it determines the caller, verifies the credentials, and finds the caller's roles on the project of the path.",
  VER: "Look at the code that reads the interface version from path and media type, before it chooses an operation.",
  ENV: "Look at the one place that wraps answers into an envelope or prints them: statuses, lists and records all pass through it.",
  PAGE: "Look at the code that all lists share: filter first, count the remaining records, cut the page, then build the links.",
  ERR: "Look at the one place that builds error answers, including those of the framework and of a crash.",
  HDR: "Look at the code that adds headers to every answer, including errors.",
  TOKEN: "Look at the token endpoint: form body, client credentials in the header, and its own error bodies.",
  REC: "Look for a second copy of the data: a cache, a store for another version, a count next to the list. Write to one of them, and derive the others from it.",
  SIDE: "Look at how the server finds a record before it changes or removes it: it must use the whole address, in one place. Look also at what else it writes at the same time.",
  METRICS: "Look at the discovery endpoint, which has its own user, and neither digest nor versions.",
};

const ofArea = ({ id }: Requirement): readonly string[] => {
  const words = AREAS[areaOf(id)];
  return words === undefined ? [] : [words];
};

const BASES: Readonly<Record<string, string>> = {
  "derived:D1": "Validate the whole request before the operation does anything, and answer 4xx without a change.",
  "derived:D2": "Give the member the described type in every answer; leave it out if there is no value.",
  "derived:D3": "Check the roles of the key on that project before the operation does anything.",
  "derived:D4":
    "Fill in the default where the server reads the request, so that both requests then take the same path.",
  "derived:D5": "Look records up by every id in the path, including the project's, and answer with that record or 404.",
  "derived:D6": "Store the accepted values, and build the answer from the stored record, not from the request.",
  "derived:D7": "Apply the filter to every record before cutting pages, and refuse an unknown filter.",
  "derived:D8": "Check the condition when the server reads the request, and refuse it before any part takes effect.",
  "derived:RFC7616": "Compute the digest over the received bytes, and compare every field of the header.",
};

const ofBasis = ({ basis }: Requirement): readonly string[] => {
  const words = BASES[basis];
  return words === undefined ? [] : [words];
};

/** Advice that fits all requirements under one heading of the description. */
function ofSection({ section }: Requirement): readonly string[] {
  if (section.startsWith("States"))
    return ["Change the record's state in one place, and let every read show the state from that place."];
  if (section === "Limits")
    return ["A value at the limit is allowed, and a value beyond it is refused: test both sides."];
  if (section.startsWith(RESOURCE) && !section.endsWith("Conventions"))
    return [
      `Several operations show what is described as "${section.slice(RESOURCE.length)}": write it into answers in one place, and read it from requests in one place.`,
    ];
  return [];
}

const RESOURCE = "Resources and their fields > ";

/** Advice on refusals, for requirements whose basis does not give it already. */
function ofRefusal(requirement: Requirement): readonly string[] {
  if (requirement.kind !== "probe" && requirement.kind !== "story") return [];
  const { stage, basis } = requirement;
  const isRefused = typeof stage === "string" && stage.startsWith("refused");
  if (!isRefused || basis === "derived:D1" || basis === "derived:D8") return [];
  return [
    "Refuse invalid requests before any part of them takes effect; any 4xx is correct unless the rule names one.",
  ];
}

/** A requirement on more operations than this is probably broken in code that they share. */
const FEW = 4;

function ofKind(requirement: Requirement, places: readonly Place[]): string {
  const by = repeatedBy(requirement).kind;
  if (by === "fuzzer")
    return "plumbline replay sends the stored failure again, and says FIXED if the server is correct.";
  if (by === "traffic")
    return "Repeat the curl line of the report until the answer is as expected, then record the traffic again.";
  if (requirement.kind === "story")
    return "Read the exchanges of the check in order: the deciding one is marked, and those before it show the server's state. Fix the server, and run the check again.";
  const many =
    places.length > FEW ? "It concerns many operations, so fix it in the code that they share and not in each. " : "";
  return `${many}Repeat the curl line of the report until the answer is as expected, then check this rule alone.`;
}
