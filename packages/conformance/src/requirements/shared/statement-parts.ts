/** Why a mock cannot keep a rule about what was written. */
export const NO_STATE = "it keeps nothing of what it is sent";

const needsProject = { kind: "fixture", name: "groupId" } as const;
const needsCluster = { kind: "fixture", name: "clusterName" } as const;
/** The needs of a rule on the known project. */
export const ON_PROJECT = [needsProject];
/** The needs of a rule on the known cluster. */
export const ON_CLUSTER = [needsProject, needsCluster];
