import { answered } from "@plumbline/client";
import { broken, received, upheld, wasAccepted } from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import type { FuzzedSubject } from "../cases/subjects.ts";
import { type Comparison, found, plainCallOf } from "./related.ts";

/** There is no such operation, or not in this form. */
const UNSERVED: readonly number[] = [404, 405, 406, 410, 501];

/** A read that one version serves is served by each other that has it: there is but one record to show. */
export const acrossVersions =
  (subject: FuzzedSubject): Comparison =>
  async (ask) => {
    const own = await ask(plainCallOf(subject));
    if (wasAccepted(own)) return [found("version", upheld, [own])];
    if (!answered(own) || !UNSERVED.includes(own.response.status)) return [];
    for (const version of subject.versions.filter((one) => one !== subject.version)) {
      const other = await ask({ ...plainCallOf(subject), version });
      if (!wasAccepted(other)) continue;
      const expected = `2xx, as ${versionLabel(version)} answers the same read`;
      return [found("version", broken(expected, received(own)), [own, other])];
    }
    return [];
  };
