/**
 * Requirements that no fault of the reference can break, and why: `plumbline faults` counts them apart, and says so when
 * one of them turns red after all.
 */
export const unbreakable: Readonly<Record<string, string>> = {};
