import { inconclusive, type Judgement } from "../ground/judgement.ts";

/** A yes counts only where the data could have shown a no; otherwise the check says what it lacks. */
export const tells = (judgement: Judgement, able: boolean, lacking: string | (() => string)): Judgement =>
  judgement.kind !== "holds" || able ? judgement : inconclusive(typeof lacking === "string" ? lacking : lacking());
