// Keys shown in clear text, or masked in another way than described.
import { accepted, asked, contentOf, eachRecord, versionOf, withStatus } from "./answers.mjs";
import { both, tells } from "./asking.mjs";

const KEY = "monitoringApiKey";
const LEFT = 4;
const KEPT = ["createAlertConfig", "updateAlertConfig"];
const ALONE = ["createAlertConfig", "getAlertConfig", "setAlertConfigEnabled", "updateAlertConfig"];

/** The sent keys, by configuration and index of the target. */
function keysSent() {
  const sent = new Map();
  const learn = async (request, pass) => {
    const answer = await pass(request);
    if (!KEPT.includes(request.operation) || !accepted(answer)) return answer;
    const keys = (asked(request)?.notifications ?? []).map((target) => target[KEY]);
    sent.set(contentOf(answer).id, keys);
    return answer;
  };
  return { sent, learn };
}

/** The record with keys that `masked` derives from the sent ones; undefined when there is none. */
function withKeys(record, keys, masked) {
  let altered = false;
  const notifications = record.notifications?.map((target, place) => {
    const key = keys?.[place];
    const other = key === undefined || /^\*/.test(key) ? undefined : masked(key, place);
    if (other === undefined || other === target[KEY] || target[KEY] === undefined) return target;
    altered = true;
    return { ...target, [KEY]: other };
  });
  return altered ? { ...record, notifications } : undefined;
}

/** Shows keys in the form of `masked` in those answers to `operations` that `isWrong` selects. */
const showsKeys =
  (operations, masked, isWrong = () => true) =>
  ({ shows }) => {
    const { sent, learn } = keysSent();
    const show = tells(
      operations,
      (content, request) =>
        isWrong(request) ? eachRecord(content, (one) => withKeys(one, sent.get(one.id), masked)) : undefined,
      shows,
    );
    return both(show, learn);
  };

const clear = (key) => key;
const stars = (many) => "*".repeat(Math.max(0, many));
const lastSix = (key) => (key.length > 8 ? stars(key.length - 6) + key.slice(-6) : undefined);
const firstFour = (key) => (key.length > 8 ? key.slice(0, LEFT) + stars(key.length - LEFT) : undefined);
const firstOnly = (key, place) => (place > 0 ? key : undefined);

/** Shows the keys of updated configurations in clear text. */
const clearAfterUpdate = ({ shows }) => {
  const { sent, learn } = keysSent();
  const updated = new Set();
  const note = async (request, pass) => {
    const answer = await pass(request);
    if (request.operation === "updateAlertConfig" && accepted(answer)) updated.add(request.values.alertConfigId);
    return answer;
  };
  const show = tells(
    ["getAlertConfig"],
    (content) => (updated.has(content.id) ? withKeys(content, sent.get(content.id), clear) : undefined),
    shows,
  );
  return both(show, both(note, learn));
};

const echoesRefused =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!KEPT.includes(request.operation) || answer.status !== 400) return answer;
    const sent = request.body.toString("utf8");
    if (!sent.includes(KEY)) return answer;
    shows();
    const error = contentOf(answer);
    return withStatus(request, answer, 400, { ...error, detail: `${error.detail} Received: ${sent}` });
  };

/** Needs no clear text: masks the visible end of a key too. */
const hidesAll = ({ shows }) =>
  tells(
    ["listAlertConfigs"],
    (content) =>
      eachRecord(content, (record) => {
        const isMasked = record.notifications?.some((target) => /[^*]/.test(target[KEY] ?? ""));
        if (!isMasked) return undefined;
        const notifications = record.notifications.map((target) =>
          target[KEY] === undefined ? target : { ...target, [KEY]: stars(target[KEY].length) },
        );
        return { ...record, notifications };
      }),
    shows,
  );

const clearOfToggle = showsKeys(["setAlertConfigEnabled"], clear);
const clearInFirstList = showsKeys(["listAlertConfigs"], clear, (request) => versionOf(request) === "1.0");
const clearOfSecondTarget = showsKeys([...ALONE, "listAlertConfigs"], firstOnly);

export const secrets = [
  {
    id: "key-clear-after-update",
    sentence: "Alert configuration: `monitoringApiKey` is returned masked",
    what: "After an update the key of a configuration is read in clear.",
    lie: clearAfterUpdate,
  },
  {
    id: "key-clear-in-list",
    sentence: "Alert configuration: `monitoringApiKey` is returned masked",
    what: "The list of version 1.0 shows keys in clear.",
    lie: clearInFirstList,
  },
  {
    id: "key-clear-after-toggle",
    sentence: "Alert configuration: `monitoringApiKey` is returned masked",
    what: "The answer to a toggle shows the key in clear.",
    lie: clearOfToggle,
  },
  {
    id: "key-of-second-target-clear",
    sentence: "Alert configuration: `monitoringApiKey` is returned masked",
    what: "Only the key of the first target is masked.",
    lie: clearOfSecondTarget,
  },
  {
    id: "mask-shows-six",
    sentence: "Alert configuration: only the last four characters are visible",
    what: "Six characters of a key stay visible.",
    lie: showsKeys([...ALONE, "listAlertConfigs"], lastSix),
  },
  {
    id: "mask-shows-first-four",
    sentence: "Alert configuration: only the last four characters are visible",
    what: "The first four characters of a key are visible instead of the last.",
    lie: showsKeys(ALONE, firstFour),
  },
  {
    id: "list-masks-everything",
    sentence: "Alert configuration: the last four characters are visible",
    what: "The list masks the last four characters as well.",
    lie: hidesAll,
  },
  {
    id: "key-in-error",
    sentence: "Alert configuration: `monitoringApiKey` is returned masked",
    what: "The error for a body that is refused repeats the body with its key.",
    lie: echoesRefused,
  },
];
