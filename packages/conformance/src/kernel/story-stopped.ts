import type { Judgement } from "../ground/judgement.ts";

/** Ends a story at the step that did not hold; `judgement` names the step and the reason. */
export class StoryStopped extends Error {
  override readonly name = "StoryStopped";
  readonly judgement: Judgement;
  constructor(judgement: Judgement) {
    super(
      judgement.kind === "broken" ? `expected ${judgement.expected}, received ${judgement.received}` : judgement.kind,
    );
    this.judgement = judgement;
  }
}
