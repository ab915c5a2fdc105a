// Clusters and metrics discovery.
import { accepted, asked, contentOf, eachRecord, queryOf, withBody } from "../answers.mjs";
import { tells, wholeList } from "../asking.mjs";
import { flag } from "../second/helpers.mjs";
import { cut } from "../third/helpers.mjs";
import { idsOf, tellsRemembered } from "./helpers.mjs";

const DELETED = "includeDeletedWithRetainedBackups";
const PER_MEMORY = 50;
const MOST_DISK = 4_096;
const TIER = "M10";
const HYPHEN_AT_END = /^[a-zA-Z0-9][a-zA-Z0-9-]{0,62}-$/;

/** The parameter acts as a filter. */
const onlyDeleted = ({ caller, shows }) =>
  tells(
    ["listClusters"],
    async (content, request) => {
      if (!flag(request, DELETED)) return undefined;
      const there = new Set(idsOf(await wholeList(caller, request, [DELETED])));
      const all = await wholeList(caller, request);
      return cut(
        content,
        request,
        all.filter(({ id }) => !there.has(id)),
      );
    },
    shows,
  );

/** Creates clusters that must be refused: `change` returns the body to send, and the members to show. */
const makes = (change, shows) => {
  const made = new Map();
  const create = async (request, pass) => {
    const body = request.operation === "createCluster" ? asked(request) : undefined;
    const { sent, told } = (body && change(body)) ?? {};
    if (sent === undefined) return pass(request);
    const answer = await pass(withBody(request, { ...body, ...sent }));
    if (accepted(answer)) made.set(contentOf(answer).id, told);
    return answer;
  };
  const show = tellsRemembered(["createCluster", "listClusters"], made, ({ id }) => id, shows);
  return (request, pass) => show(request, (changed) => create(changed, pass));
};

/** The limit is checked in the old layout only. */
const unlimitedWithSpecs = ({ fixtures, shows }) =>
  makes(({ diskSizeGB, replicationSpecs, providerSettings }) => {
    const most = PER_MEMORY * Number(fixtures.tierMemoryGB);
    if (!Array.isArray(replicationSpecs) || replicationSpecs.length === 0) return undefined;
    if (providerSettings?.instanceSizeName !== TIER || !(diskSizeGB > most && diskSizeGB <= MOST_DISK))
      return undefined;
    return { sent: { diskSizeGB: most }, told: { diskSizeGB } };
  }, shows);

const hyphenAtEnd = ({ shows }) =>
  makes(
    ({ name }) => (HYPHEN_AT_END.test(name) ? { sent: { name: `${name.slice(0, -1)}x` }, told: { name } } : undefined),
    shows,
  );

/** Replaces only the first occurrence. */
const firstHostMarked = ({ shows }) =>
  tells(
    ["listClusters"],
    (content) =>
      eachRecord(content, ({ connectionStrings, ...one }) => {
        const [first, ...others] = connectionStrings?.private?.split(",") ?? [];
        if (others.length === 0) return undefined;
        const hosts = [first, ...others.map((host) => host.replace("-pri.", "."))];
        return { ...one, connectionStrings: { ...connectionStrings, private: hosts.join() } };
      }),
    shows,
  );

const withoutPort = ({ shows }) =>
  tells(
    ["discoverMetricsTargets"],
    (content, request) =>
      queryOf(request).get("targetScheme") === "PRIVATE"
        ? eachRecord(content, ({ targets, ...one }) => ({
            targets: targets.map((target) => target.replace(/:\d+$/, "")),
            ...one,
          }))
        : undefined,
    shows,
  );

export const clusters = [
  {
    id: "only-deleted-clusters-listed",
    words: "69: list clusters of a project: `includeDeletedWithRetainedBackups` (boolean, default false)",
    wrong: "When deleted clusters are to be included, they alone are listed.",
    lie: onlyDeleted,
  },
  {
    id: "disk-unlimited-with-specs",
    words: "Cluster: the largest `diskSizeGB` is fifty times the RAM of its tier",
    wrong: "With `replicationSpecs` a new cluster may have a disk beyond the limit of its tier.",
    lie: unlimitedWithSpecs,
  },
  {
    id: "cluster-name-ends-in-hyphen",
    words: "Cluster: `name`: cluster name pattern `^([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+$`",
    wrong: "A cluster is made whose name ends in a hyphen.",
    lie: hyphenAtEnd,
  },
  {
    id: "only-first-host-private",
    words: "Connection strings: private: `-pri` follows the host label of the standard one",
    wrong: "Of several hosts in the private connection string only the first has `-pri` after its label.",
    lie: firstHostMarked,
  },
  {
    id: "private-targets-without-port",
    words: "Metrics scrape target: `targets: [string host:port]`",
    wrong: "Private targets are told without their port.",
    lie: withoutPort,
  },
];
