/** Cells that no request can show here, each with the reason; they are not counted. */
export const UNREACHED = [];

export const whyOpen = (name) => UNREACHED.find(([pattern]) => pattern.test(name))?.[1];
