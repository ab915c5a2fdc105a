/* Faults that a few drawn requests cannot show, by reason. All others are drawn, whether or not they are found. */
const REASONS = {
  "a digest is wrong in a way of its own; drawn requests carry right ones, and plainly wrong ones":
    "AU-05 AU-06 AU-12 AU-13 AU-15 AU-16 AU-26 AU-27 AU-28 AU-29 AU-34 AU-35 AU-67 AU-68",
  "ids are drawn as they are, and not with an escape in place of a letter": "AU-66",
  "nobody gets in, so nothing is asked": "AU-17 AU-24 AU-25",
  "the answer is right, and only the record tells that it was changed all the same": "AU-31 AU-32 AU-33",
  "token requests are counted by the minute, and drawn ones leave most of them to others":
    "LI-01 LI-02 LI-03 TK-02 TK-03 TK-06 QP-72 RS-72",
  "whether the operation has those parameters is assumed, and drawn requests assume nothing":
    "QP-20 QP-21 QP-42 QP-51 QP-52create QP-53get RS-20 RS-21 RS-52create",
  "it shows where a list holds nothing, and in most places it holds something":
    "EL-04 EL-11 EL-12 EL-15 EL-18 EL-30 EL-36 EL-39 EL-46 EL-48list EL-59 EL-62 EL-90 EL-91 EL-92",
  "an operation that is not there could not run, which accuses nobody": "RT-10 RT-11 VE-12 SE-13 BK-08 BK-35",
  "a snapshot has to be taken, which takes its time, and only one can be taken at once":
    "KE-09 KE-18 KE-19 EB-15 SN-28 QP-47 RS-47 SN-07 SN-25 SN-26 SN-27 SN-29 SN-30 SN-31 SN-34 RS-46 RS-48delete RS-49 RS-51",
  "the only schedule of a cluster would have to be deleted": "SN-11 EN-15 RS-43 QP-43",
  "the organization has one link, which stands and is not ended": "MI-10 AU-62 RS-60 QP-60 RO-60 RS-61 QP-61 RO-61",
  "a cluster has one outage, which would have to be started, watched and ended":
    "OU-01 OU-02 OU-03 OU-04 OU-05 RS-65 RS-66 RS-67 QP-65 QP-66 QP-67",
  "migrations follow one another for minutes": "KE-20 MI-07 MI-11 MI-12 QP-58",
  "a restore job has to be caught while it waits": "BK-30 BK-37 RS-41",
  "private IP mode is disabled once and for all": "SE-11 SE-12 SE-14",
  "it shows in a project, a cluster or an organization of another kind than the one at hand":
    "AU-69 CL-03 CL-04 CL-28 CL-29 SE-06 SE-15 SE-17 SN-71 SR-14 AC-05 BK-07 SR-70",
  "nothing that would stay behind is asked in the name of who may not": "AU-65",
  "the description contradicts itself about who may": "AU-21",
  "a record has to be asked for at a second place, where it is not":
    "AL-17 AL-27 SR-17 SR-29 SR-31 SR-60 SN-33 ME-09 OU-04",
  "which records belong together is known to nobody who only reads": "AL-26",
  "it is a rule between members, or between a record and another, which the schema of no member states":
    "BK-15 BK-16 BK-17 BK-70 BK-73 BK-29 BK-41 BK-60 BK-61 BK-63 SN-02 SN-10 SN-12 SN-62 CL-10 CL-11 CL-12 CL-72 CL-17 SR-02 SR-10 SR-71 SR-03 SR-05 ME-03 SN-70 CL-70",
  "a write changes something besides what it carries: a moment, or a list of others":
    "AL-02 AL-31 AL-05 AL-16 AL-29 ST-03 BK-66 KE-11 SN-13",
  "whether anybody has touched a setting is known to nobody who only reads": "SE-05",
  "which part of a secret may be shown is no matter of types": "AL-04 AL-15",
};

const REASON_OF = new Map(Object.entries(REASONS).flatMap(([reason, ids]) => ids.split(" ").map((id) => [id, reason])));

/** Why a few requests cannot show a fault, by its id; `undefined` for faults that are drawn. */
export const whyLeftOut = (id) => REASON_OF.get(id);
