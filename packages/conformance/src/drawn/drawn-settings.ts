import { isDeepStrictEqual } from "node:util";
import { type Fields, member } from "../ground/json.ts";
import { ON_PROJECT } from "../requirements/shared/statement-parts.ts";
import { is } from "../requirements/shared/subjects.ts";
import type { DrawnRule } from "./drawn-rule.ts";

const LONGEST_NAME = 40;

/** The document that a text holds; a text that holds none stands for itself. */
function documentOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

/** A filter is a document in a text, so two texts of the same document are equal. */
function filterShown(sent: Fields, record: unknown): unknown {
  const shown = member(record, "auditFilter");
  const isSame = isDeepStrictEqual(documentOf(sent["auditFilter"]), documentOf(shown));
  return "auditFilter" in sent && isSame ? { ...sent, auditFilter: shown } : sent;
}

/** Drawn audit filters, and custom DNS switched to its other state with each body. */
export const drawnSettings: readonly DrawnRule[] = [
  {
    of: "the settings of auditing",
    suffix: "-SETTINGS",
    risk: "update",
    lane: "auditing",
    needs: ON_PROJECT,
    on: is("updateAuditing"),
    prepare: async () => async (draw) => ({
      operation: "updateAuditing",
      groups: [
        {
          enabled: true,
          auditAuthorizationSuccess: draw.oneOf([true, false]),
          auditFilter: JSON.stringify({
            atype: draw.oneOf(["authenticate", "authCheck"]),
            // The texts contain characters that a careless JSON parser takes for the end of a text and the next member.
            users: [`${draw.prose(LONGEST_NAME)}: ${draw.prose(LONGEST_NAME)}`],
          }),
        },
      ],
      body: (members) => members,
      shownAs: filterShown,
    }),
  },
  {
    of: "the setting of custom DNS",
    suffix: "-DNS",
    risk: "update",
    lane: "customDns",
    needs: ON_PROJECT,
    on: is("updateCustomDns"),
    prepare: async (story) => {
      let enabled = member((await story.prepares("getCustomDns")).json, "enabled");
      // Each body switches the value, because a server that changes nothing would also show the current one.
      return async () => {
        enabled = enabled !== true;
        return { operation: "updateCustomDns", groups: [{ enabled }], body: (members) => members };
      };
    },
  },
];
