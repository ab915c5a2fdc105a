export type { Contradiction, ContradictionClass } from "./contradiction.ts";
export { CONTRADICTIONS } from "./contradiction.ts";
export type { Kind, KindOfRecord } from "./kinds.ts";
export { ALL_KINDS, KINDS } from "./kinds.ts";
export type { Knowledge } from "./member-values.ts";
export type { Asked, Came, Observation, Values } from "./observation.ts";
export type { Agreement, Seeing } from "./seeing.ts";
export type { Extent, ModelParts } from "./service-model.ts";
export { ServiceModel } from "./service-model.ts";
