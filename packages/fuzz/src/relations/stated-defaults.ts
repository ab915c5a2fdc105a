import { wasAccepted, wasRefused } from "@plumbline/conformance";
import type { FuzzedSubject } from "../cases/subjects.ts";
import { sameIn } from "./relate.ts";
import { type Comparison, found, plainCallOf, refused } from "./related.ts";

/**
 * A read that states the default of each parameter must return the same as one without them. Assumed parameters may be
 * refused.
 */
export const statedDefaults =
  (subject: FuzzedSubject): Comparison =>
  async (ask) => {
    const { query: parameters, assumedQuery } = subject.operation;
    const stated = parameters.flatMap(({ name, schema }) =>
      schema.default === undefined ? [] : [[name, String(schema.default)] as const],
    );
    if (stated.length === 0) return [];
    const plain = await ask(plainCallOf(subject));
    if (!wasAccepted(plain)) return [];
    const varied = await ask({ ...plainCallOf(subject), query: Object.fromEntries(stated) });
    if (assumedQuery && wasRefused(varied)) return [];
    const judgement = wasAccepted(varied) ? sameIn(varied, plain, { variation: {}, schema: {} }) : refused(varied);
    return [found("form defaults", judgement, [plain, varied], assumedQuery ? "SHOULD" : "MUST")];
  };
