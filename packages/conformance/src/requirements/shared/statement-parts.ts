import { fixture } from "../../rule/need.ts";

/** Why a mock cannot keep a rule about written state. */
export const NO_STATE = "it keeps nothing of what it is sent";

/** The needs of a rule about the known project. */
export const ON_PROJECT = [fixture("groupId")];
/** The needs of a rule about the known cluster. */
export const ON_CLUSTER = [fixture("groupId"), fixture("clusterName")];
