// Roles, projects and the information in refusals.
import { accepted, acceptOf, contentOf, digestOf, withContent } from "../answers.mjs";
import { answeredBy, ask } from "../asking.mjs";
import { flag } from "../second/helpers.mjs";
import { failedWith, forbidden } from "./helpers.mjs";

const deletedForOwners =
  ({ roleOf, shows }) =>
  async (request, pass) => {
    const isAsked = request.operation === "listClusters" && flag(request, "includeDeletedWithRetainedBackups");
    const answer = await pass(request);
    if (!isAsked || !accepted(answer) || roleOf(digestOf(request).username) !== "Project Read Only") return answer;
    shows();
    return failedWith(request, answer, forbidden);
  };

/** The project in the path is compared before it is decoded, and an unknown project has no role checks. */
const encodedNotGated =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isEncoded = request.method === "GET" && /\/groups\/[^/]*%[^/]*\//.test(request.path);
    if (answer.status !== 403 || !isEncoded) return answer;
    const other = await answeredBy(caller, request, answer);
    if (!accepted(other)) return answer;
    shows();
    return other;
  };

const cachedForAll = ({ shows }) => {
  const cached = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation === "updateBackupCompliancePolicy" && accepted(answer)) cached.clear();
    if (request.operation !== "getBackupCompliancePolicy") return answer;
    const place = `${acceptOf(request)} ${request.target}`;
    if (accepted(answer)) cached.set(place, answer);
    if (answer.status !== 403 || !cached.has(place)) return answer;
    shows();
    return cached.get(place);
  };
};

const cancelledAnyway =
  ({ caller, roleOf, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "cancelRestoreJob" || answer.status !== 403) return answer;
    if (roleOf(digestOf(request).username) !== "Project Cluster Admin") return answer;
    if (accepted(await answeredBy(caller, request, answer))) shows();
    return answer;
  };

const emailInRefusal =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "updateBackupCompliancePolicy" || answer.status !== 403) return answer;
    const { json } = await ask(caller, "getBackupCompliancePolicy", { groupId: request.values.groupId });
    if (json?.authorizedEmail === undefined) return answer;
    shows();
    const detail = `Only a Project Owner may change the policy. Ask ${json.authorizedEmail}.`;
    return withContent(answer, { ...contentOf(answer), detail });
  };

const ownerAnywhere =
  ({ caller, roleOf, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "takeSnapshot" || answer.status !== 403) return answer;
    if (roleOf(digestOf(request).username) !== "Other Project Owner") return answer;
    const other = await answeredBy(caller, request, answer);
    if (accepted(other)) shows();
    return other;
  };

const lostByMember = ({ roleOf, shows }) => {
  const done = new Set();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!accepted(answer)) return answer;
    const { operation, values } = request;
    if (operation === "cutOverMigration") done.add(values.liveMigrationId);
    const isLost = operation === "getMigration" && done.has(values.liveMigrationId);
    if (!isLost || roleOf(digestOf(request).username) !== "Organization Member") return answer;
    shows();
    return failedWith(request, answer, forbidden);
  };
};

export const callers = [
  {
    id: "deleted-clusters-for-owners-only",
    words: "69: `includeDeletedWithRetainedBackups`; Project Read Only",
    wrong: "A Project Read Only key is refused when it asks for the deleted clusters, too.",
    lie: deletedForOwners,
  },
  {
    id: "encoded-project-not-gated",
    words: "Authentication 2: roles gate operations",
    wrong: "With a percent-encoded character in the project id, reads need no role in the project.",
    lie: encodedNotGated,
  },
  {
    id: "policy-cached-for-all",
    words: "34: get backup compliance policy: Project Owner",
    wrong: "Once an owner has read the policy, the same address shows it to callers without the role.",
    lie: cachedForAll,
  },
  {
    id: "refused-cancel-carried-out",
    words: "41: cancel restore job: Project Owner",
    wrong: "A Project Cluster Admin is refused with 403, and the job is cancelled.",
    lie: cancelledAnyway,
  },
  {
    id: "email-in-refusal",
    words: "34, 35: Project Owner; compliance policy: `authorizedEmail`",
    wrong: "The refusal of an update tells the email address of the policy to callers who may not read it.",
    lie: emailInRefusal,
  },
  {
    id: "owner-of-other-project-takes-snapshot",
    words: "47: take on-demand snapshot: G; Project Owner (of that project)",
    wrong: "An owner of another project may take snapshots.",
    lie: ownerAnywhere,
  },
  {
    id: "member-loses-cut-over-migration",
    words: "57: get migration: Organization Member",
    wrong: "After the cutover of a migration an Organization Member may not read it any more.",
    lie: lostByMember,
  },
];
