// Texts at their limits, and special characters.
import { accepted, acceptOf } from "./answers.mjs";
import { refuses, sends } from "./asking.mjs";

const MOST_COMMENT = 200;
const LEAST_NAME = 3;

const countsBytes = ({ shows }) =>
  refuses(
    ["acknowledgeAlert"],
    ({ acknowledgementComment: text }) =>
      typeof text === "string" && text.length <= MOST_COMMENT && Buffer.byteLength(text) > MOST_COMMENT,
    { acknowledgementComment: "x".repeat(MOST_COMMENT + 1) },
    shows,
  );

const refusesLongest = ({ shows }) =>
  refuses(
    ["acknowledgeAlert"],
    ({ acknowledgementComment: text }) => typeof text === "string" && text.length === MOST_COMMENT,
    { acknowledgementComment: "x".repeat(MOST_COMMENT + 1) },
    shows,
  );

const refusesShortest = ({ shows }) =>
  refuses(
    ["createExportBucket"],
    ({ bucketName }) => typeof bucketName === "string" && bucketName.length === LEAST_NAME,
    { bucketName: "xx" },
    shows,
  );

const escapesMarkup = ({ shows }) =>
  sends(
    ["acknowledgeAlert"],
    (body) => {
      const { acknowledgementComment: text } = body;
      if (typeof text !== "string" || text.length > MOST_COMMENT || !/[<>&]/.test(text)) return undefined;
      const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
      return { ...body, acknowledgementComment: escaped.slice(0, MOST_COMMENT) };
    },
    shows,
  );

const losesEmoji = ({ shows }) =>
  sends(
    ["takeSnapshot"],
    (body) => {
      const { description } = body;
      if (typeof description !== "string" || !/[\u{10000}-\u{10ffff}]/u.test(description)) return undefined;
      return { ...body, description: description.replace(/[\u{10000}-\u{10ffff}]/gu, "?") };
    },
    shows,
  );

/** A name in a path is compared before decoding, so that one with a space or an umlaut is never found. */
const comparesEncoded =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const name = request.path.split("/").at(-1);
    if (request.operation !== "getSearchIndexByName" || !accepted(answer) || !name.includes("%")) return answer;
    const absent = `${request.path.slice(0, -name.length)}no-such-index${Date.now()}`;
    const query = request.target.split("?")[1];
    const target = query === undefined ? absent : `${absent}?${query}`;
    const { status, text } = await caller.send("GET", target, acceptOf(request));
    if (status !== 404) return answer;
    shows();
    const headers = answer.rawHeaders.filter(([header]) => !/^content-type$/i.test(header));
    const rawHeaders = [...headers, ["Content-Type", "application/json"]];
    return { status, reason: "Not Found", rawHeaders, body: Buffer.from(text) };
  };

export const defectsOfTexts = [
  {
    id: "comment-counted-in-bytes",
    sentence: "Limits: `acknowledgementComment` at most 200 characters",
    what: "The limit of a comment is counted in bytes, so that 150 umlauts are refused.",
    lie: countsBytes,
  },
  {
    id: "longest-comment-refused",
    sentence: "Limits: `acknowledgementComment` at most 200 characters",
    what: "A comment of exactly 200 characters is refused.",
    lie: refusesLongest,
  },
  {
    id: "shortest-bucket-refused",
    sentence: "Limits: `bucketName` 3 to 63 characters",
    what: "A bucket name of exactly 3 characters is refused.",
    lie: refusesShortest,
  },
  {
    id: "comment-escaped-as-markup",
    sentence: "Alert: `acknowledgementComment` string",
    what: "A comment is kept with its <, > and & escaped as in HTML.",
    lie: escapesMarkup,
  },
  {
    id: "description-loses-emoji",
    sentence: "Snapshot: `description` string",
    what: "Characters beyond the basic plane become question marks in the description of a snapshot.",
    lie: losesEmoji,
  },
  {
    id: "index-name-not-decoded",
    sentence: "Search 19: get the index by `indexName`",
    what: "An index whose name needs percent encoding in a path is not found by its name.",
    lie: comparesEncoded,
  },
];
