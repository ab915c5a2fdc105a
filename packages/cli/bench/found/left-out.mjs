/** Why no few requests show a fault, by its id. */
const REASONS = {};

export const whyLeftOut = (id) => REASONS[id];
