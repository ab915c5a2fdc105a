import type { Report } from "../report.ts";
import { TRAFFIC } from "../summarise.ts";

/** What a report's doctor says about traffic and its recording. */
const SUBJECTS: readonly string[] = [TRAFFIC, "recording"];

/** What of somebody else's traffic was not judged, or not recorded, each in a sentence; empty where nothing passed by. */
export const passedBy = ({ doctor }: Pick<Report, "doctor">): readonly string[] =>
  doctor.flatMap(({ subject, state, text }) => (SUBJECTS.includes(subject) && state !== "ok" ? [text] : []));
