/** States of an outage simulation that ends or has ended. */
export const ENDED = /^(RECOVER|COMPLETE|END|STOP|DONE|FINISH)/i;
