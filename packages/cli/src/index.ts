export { everyRequirement } from "./every-requirement.ts";
export { main } from "./main.ts";
export type { Terminal } from "./terminal.ts";
