/** Why a rule about all answers was not checked on any operation; another shard of the run may have checked it. */
export const UNSEEN_ANYWHERE = "no answer in this run shows it";
