import { HandsOffError } from "./hands-off-error.ts";

/** The network lost a request or its answer: the run derives no verdict from it and does not send the request again. */
export class LostAnswerError extends HandsOffError {}
