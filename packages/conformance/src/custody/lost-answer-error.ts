import { HandsOffError } from "./hands-off-error.ts";

/** The network lost a request or its answer: nothing is judged by that, and the request is not sent again. */
export class LostAnswerError extends HandsOffError {}
