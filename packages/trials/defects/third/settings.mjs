// Auditing, private IP mode.
import { asked } from "../answers.mjs";
import { tells } from "../asking.mjs";
import { listOf } from "../second/helpers.mjs";
import { turnsAway } from "./helpers.mjs";

const COLUMN = 255;
const filterCut = ({ shows }) =>
  tells(
    ["getAuditing"],
    (content) =>
      content.auditFilter?.length > COLUMN
        ? { ...content, auditFilter: content.auditFilter.slice(0, COLUMN) }
        : undefined,
    shows,
  );

const engineOf = ({ engineVersion }) => String(engineVersion).split(".").map(Number);

const newerThanFive = ({ caller, shows }) =>
  turnsAway(
    "disablePrivateIpMode",
    {
      status: 409,
      errorCode: "CLUSTER_VERSION_TOO_OLD",
      detail: "Every cluster of the project has to run a later engine.",
    },
    async (request) => {
      if (asked(request)?.enabled !== false) return false;
      const engines = (await listOf(caller, "listClusters", { groupId: request.values.groupId })).map(engineOf);
      const isOldest = ([major, minor]) => major === 5 && minor === 0;
      return engines.every(([major]) => major >= 5) && engines.some(isOldest);
    },
    shows,
  );

export const settings = [
  {
    id: "long-audit-filter-cut",
    words: "Auditing: `auditFilter` string holding a JSON document; 25",
    wrong: "A filter of more than 255 characters is read with the rest cut off.",
    lie: filterCut,
  },
  {
    id: "engine-five-too-old",
    words: "29: a project may, as soon as none of its clusters is older than engine 5.0",
    wrong: "A cluster that runs 5.0 itself is counted as older.",
    lie: newerThanFive,
  },
];
