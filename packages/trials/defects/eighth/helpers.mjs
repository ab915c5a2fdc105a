// What several of these defects need.
import { eachRecord } from "../answers.mjs";
import { tells } from "../asking.mjs";

export const idsOf = (records) => records.map(({ id }) => id);

/** The place of a cluster, as a key of what is remembered of it. */
export const placeOf = ({ groupId, clusterName }) => `${groupId}/${clusterName}`;

/** Tells other members of the records that `remembered` holds some for, by what `idOf` says of them. */
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
