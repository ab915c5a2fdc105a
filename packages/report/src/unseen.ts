/** Why a rule about all answers was not examined on any operation; another shard of the run may have seen it. */
export const UNSEEN_ANYWHERE = "no answer in this run shows it";
