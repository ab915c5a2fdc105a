import type { Report } from "../report.ts";
import { TRAFFIC } from "../summarise.ts";

/** Subjects of the doctor's findings about traffic and its recording. */
const SUBJECTS: readonly string[] = [TRAFFIC, "recording"];

/** Which parts of the traffic were not judged or not recorded, one sentence each; empty if nothing was missed. */
export const passedBy = ({ doctor }: Pick<Report, "doctor">): readonly string[] =>
  doctor.flatMap(({ subject, state, text }) => (SUBJECTS.includes(subject) && state !== "ok" ? [text] : []));
