import { operations } from "@plumbline/schemas";
import { areaOf } from "../rule/area-of.ts";
import type { Requirement } from "../rule/requirement.ts";
import type { Place } from "./explanation.ts";
import { repeatedBy } from "./repeated-by.ts";

/** How a server comes to keep a rule, in sentences: what the rule is about first, then where to look. */
export function howMended(requirement: Requirement, places: readonly Place[]): readonly string[] {
  if (requirement.kind === "silent")
    return ["Nothing has to be mended: either is right. plumbline diff shows when the server begins to do otherwise."];
  return [
    ...ofOperation(requirement, places),
    ...ofArea(requirement),
    ...ofBasis(requirement),
    ...ofSection(requirement),
    ...ofRefusal(requirement),
    ofKind(requirement, places),
  ];
}

/** The four rules that every operation has for itself. */
function ofOperation({ id }: Requirement, [place]: readonly Place[]): readonly string[] {
  if (areaOf(id) !== "OPS" || place === undefined) return [];
  const { title, roles } = operations[place.operation];
  switch (id.slice(id.indexOf("-") + 1)) {
    case "BIND":
      return [
        `Serve "${title}" with the method and at the path that the profile states, in each version: 404 and 405 are taken for its not being there.`,
      ];
    case "PARAMS":
      return ["Accept every listed parameter, alone and together with the others, and do what it asks for."];
    case "ROLE":
      return [
        Array.isArray(roles)
          ? `Let a key in whose role on the project is ${roles.join(" or ")}, and nobody who has no role there.`
          : "Let a key in that has a role on the project, and nobody who has none there.",
      ];
    case "RESP":
      return ["Answer a success with the described body, all members in the described types, in every layout."];
    default:
      return [];
  }
}

const AREAS: Readonly<Record<string, string>> = {
  AUTH: "Look at what stands before the operations: who asks, with which proof, and which roles that key has on the project of the path.",
  VER: "Look at where the interface version is read from path and media type, before an operation is chosen.",
  ENV: "Look at the one place where a finished answer is put into its envelope or printed: status, list and record pass it alike.",
  PAGE: "Look at what all lists share: filter first, count what is left, cut the page, then make the links.",
  ERR: "Look at the one place where refusals are made, those of the framework and of a crash among them.",
  HDR: "Look at what adds headers to every answer, refusals among them.",
  TOKEN: "Look at the token endpoint: form body, client credentials in the header, and its own error bodies.",
  REC: "Look for a second place where the same is kept: a cache, a store of another version, a count beside the list. Write to one of them, and let the others follow from it.",
  SIDE: "Look at how a record is found before it is changed or removed: by its whole address, in one place, and at what else is written with it.",
  METRICS: "Look at the discovery endpoint, which has a user of its own and neither digest nor versions.",
};

const ofArea = ({ id }: Requirement): readonly string[] => {
  const words = AREAS[areaOf(id)];
  return words === undefined ? [] : [words];
};

const BASES: Readonly<Record<string, string>> = {
  "derived:D1": "Validate the request as a whole before anything is done, and answer 4xx with nothing changed.",
  "derived:D2": "Give the member the described type wherever it is sent; leave it out where there is no value.",
  "derived:D3": "Ask for the roles of the key on that project before the operation does anything.",
  "derived:D4": "Fill in the default where the request is read, so that both requests take the same way from there.",
  "derived:D5":
    "Look records up by every id in the path, the project's among them, and answer with that record or 404.",
  "derived:D6": "Store what was accepted, and make the answer of what is stored rather than of the request.",
  "derived:D7":
    "Hold every record against the filter before pages are cut, and refuse a filter that is not understood.",
  "derived:D8": "Look at the condition when the request is read, and refuse before any of it is carried out.",
  "derived:RFC7616": "Compute the digest over what was received, byte by byte, and compare every field of the header.",
};

const ofBasis = ({ basis }: Requirement): readonly string[] => {
  const words = BASES[basis];
  return words === undefined ? [] : [words];
};

/** What the heading says that a rule stands under, as far as it says the same of all rules there. */
function ofSection({ section }: Requirement): readonly string[] {
  if (section.startsWith("States"))
    return ["Move the record from state to state in one place, and have every read show what that place says."];
  if (section === "Limits") return ["What is at the limit is allowed, what is beyond it is refused: try both sides."];
  if (section.startsWith(RESOURCE) && !section.endsWith("Conventions"))
    return [
      `Several operations show what is described as "${section.slice(RESOURCE.length)}": have one place write it into answers, and one read it from requests.`,
    ];
  return [];
}

const RESOURCE = "Resources and their fields > ";

/** What has to be refused, where no basis says so already. */
function ofRefusal(requirement: Requirement): readonly string[] {
  if (requirement.kind !== "probe" && requirement.kind !== "story") return [];
  const { stage, basis } = requirement;
  const isRefused = typeof stage === "string" && stage.startsWith("refused");
  if (!isRefused || basis === "derived:D1" || basis === "derived:D8") return [];
  return [
    "Whatever has to be refused is refused before any of it is carried out; any 4xx will do where none is named.",
  ];
}

/** A rule on more operations than these is kept in one place or in none. */
const FEW = 4;

function ofKind(requirement: Requirement, places: readonly Place[]): string {
  const by = repeatedBy(requirement).kind;
  if (by === "fuzzer") return "plumbline replay sends the stored failure again, and says FIXED once it is.";
  if (by === "traffic")
    return "Send the curl line of the report until its answer is what was expected, then record the traffic again.";
  if (requirement.kind === "story")
    return "Read the exchanges of the check in their order: the one that decided is marked, and those before it say what the server knew. Mend, and have the story told again.";
  const many = places.length > FEW ? "It is about many operations, so mend it where they meet and not in each. " : "";
  return `${many}Send the curl line of the report until its answer is what was expected, then check this rule alone.`;
}
