/** States of an outage simulation that is ending or has ended. */
export const ENDED = /^(RECOVER|COMPLETE|END|STOP|DONE|FINISH)/i;
