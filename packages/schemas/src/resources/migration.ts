import { array, boolean, integer, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { recordId } from "../vocabulary.ts";
import { migrationHost } from "./migration-input.ts";

/** A running or finished migration; it tells nothing of source and destination. */
export const migration = object(
  { _id: recordId },
  {
    lagTimeSeconds: integer({ examples: [10] }),
    migrationHosts: array(migrationHost),
    readyForCutover: boolean({ examples: [false] }),
    status: string({ "x-known-values": ["NEW", "WORKING", "FAILED", "COMPLETE", "EXPIRED"], examples: ["NEW"] }),
  },
  { title: "Migration" },
);
/** A migration as an answer shows it. */
export type Migration = Static<typeof migration>;
