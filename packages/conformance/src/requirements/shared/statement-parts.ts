import { fixture } from "../../rule/need.ts";

/** Why a mock cannot keep a rule about what was written. */
export const NO_STATE = "it keeps nothing of what it is sent";

/** The needs of a rule on the known project. */
export const ON_PROJECT = [fixture("groupId")];
/** The needs of a rule on the known cluster. */
export const ON_CLUSTER = [fixture("groupId"), fixture("clusterName")];
