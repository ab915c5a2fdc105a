import { answered } from "@plumbline/client";
import { broken, received, upheld, wasAccepted } from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import type { FuzzedSubject } from "../cases/subjects.ts";
import { type Comparison, found, plainCallOf } from "./related.ts";

/** Statuses of a missing operation, or of one that the target does not serve in this form. */
const UNSERVED: readonly number[] = [404, 405, 406, 410, 501];

/** If one version serves a read, every other version of it must too, because there is only one record. */
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
