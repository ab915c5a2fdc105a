// Helpers for several of these defects.
import { eachRecord } from "../answers.mjs";
import { tells } from "../asking.mjs";

export const idsOf = (records) => records.map(({ id }) => id);

/** The path of a cluster, as a key for remembered values. */
export const placeOf = ({ groupId, clusterName }) => `${groupId}/${clusterName}`;

/** Replaces members of records in answers by those in `remembered`; `idOf` returns the key of a record. */
export const tellsRemembered = (operations, remembered, idOf, shows) =>
  tells(
    operations,
    (content) =>
      eachRecord(content, (one) => {
        const members = remembered.get(idOf(one));
        const differs = Object.entries(members ?? {}).some(([name, value]) => one[name] !== value);
        return differs ? { ...one, ...members } : undefined;
      }),
    shows,
  );
