import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const ROOT: string = fileURLToPath(new URL("../../../..", import.meta.url));
/** The folder of this package. */
export const HOME: string = fileURLToPath(new URL("../..", import.meta.url));
