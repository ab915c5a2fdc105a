import { HandsOffError } from "./hands-off-error.ts";

/** A request that the run did not send because the target says that the state to restore afterwards does not exist. */
export class NoStateError extends HandsOffError {}
