import { HandsOffError } from "../custody/hands-off-error.ts";

/** A request that was not sent because its operation gave only answers that are too heavy; no permission helps. */
export class TooHeavyError extends HandsOffError {}
