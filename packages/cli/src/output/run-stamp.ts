/** The present time as run ids begin with it, so that they sort by time: `20261121T163802`. */
export const runStamp = (): string => new Date().toISOString().replace(/[-:]/g, "").slice(0, 15);
