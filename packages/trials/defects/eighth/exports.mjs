// Export buckets.
import { accepted, asked, contentOf, eachRecord, withBody } from "../answers.mjs";
import { both, tells } from "../asking.mjs";
import { withMembers } from "../seventh/helpers.mjs";

const SECOND_PROVIDER = "PROVIDER_B";
const BUCKETS = ["createExportBucket", "getExportBucket", "listExportBuckets"];
const ANY_ROLE = "0123456789abcdef01234567";

/** The counter is incremented before the body is validated. */
const refusedCounted = ({ shows }) => {
  const refused = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    const { groupId } = request.values ?? {};
    const more = refused.get(groupId) ?? 0;
    if (request.operation === BUCKETS[0] && answer.status === 400) refused.set(groupId, more + 1);
    if (request.operation !== BUCKETS[2] || !accepted(answer) || more === 0) return answer;
    const { totalCount } = contentOf(answer);
    if (totalCount === undefined) return answer;
    shows();
    return withMembers(answer, { totalCount: totalCount + more });
  };
};

/** Buckets of the second provider are accessed in another way, and have no role. */
const roleNotNeeded = ({ shows }) => {
  const made = new Set();
  const create = async (request, pass) => {
    const { iamRoleId, ...body } = Object(request.operation === BUCKETS[0] ? asked(request) : undefined);
    if (iamRoleId !== undefined || body.cloudProvider !== SECOND_PROVIDER) return pass(request);
    const answer = await pass(withBody(request, { ...body, iamRoleId: ANY_ROLE }));
    if (accepted(answer)) made.add(contentOf(answer)._id);
    return answer;
  };
  const show = tells(
    BUCKETS,
    (content) => eachRecord(content, ({ iamRoleId, ...one }) => (made.has(one._id) ? one : undefined)),
    shows,
  );
  return both(show, create);
};

export const exports = [
  {
    id: "refused-bucket-counted",
    words: "30: list export buckets; conventions: paged list response `{results, totalCount}`",
    wrong: "`totalCount` also counts the buckets that were refused with 400.",
    lie: refusedCounted,
  },
  {
    id: "role-not-needed-for-second-provider",
    words: "31: create export bucket: body `{bucketName, cloudProvider, iamRoleId}` (all required)",
    wrong: "A bucket of the second provider is made without `iamRoleId`.",
    lie: roleNotNeeded,
  },
];
