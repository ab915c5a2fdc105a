import { array, boolean, integer, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { recordId } from "../vocabulary.ts";
import { migrationHost } from "./migration-input.ts";

/** A running or finished migration, without its source and destination. */
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
/** A migration in an answer. */
export type Migration = Static<typeof migration>;
