/**
 * * Requirements that no fault of the reference can break, with the reason. `plumbline faults` counts them separately,
 * and reports one that fails nevertheless.
 */
export const unbreakable: Readonly<Record<string, string>> = {};
