import { inconclusive, type Judgement } from "../ground/judgement.ts";

/** Keeps a pass only if the data could have shown a failure; otherwise the check names the data that it lacks. */
export const tells = (judgement: Judgement, able: boolean, lacking: string | (() => string)): Judgement =>
  judgement.kind !== "holds" || able ? judgement : inconclusive(typeof lacking === "string" ? lacking : lacking());
