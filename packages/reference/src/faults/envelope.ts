import type { OperationId } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import { layer } from "./fault.ts";
import { listsConfigs } from "./requests.ts";

/** Gives a parameter the value `value` in each request with `envelope` before it. */
const inEnvelope =
  (name: string, value: unknown) =>
  ({ defaultOf, read }: Behaviour): Partial<Behaviour> => {
    let wrapped = false;
    return {
      defaultOf: (parameter) => {
        if (parameter.name === "envelope") wrapped = false;
        return defaultOf(parameter);
      },
      read: (parameter, text, operation) => {
        const reading = read(parameter, text, operation);
        if (parameter.name === "envelope") wrapped = text === "true";
        return wrapped && parameter.name === name && reading.kind === "value" ? { kind: "value", value } : reading;
      },
    };
  };

/** Recognises the bodies of one operation's answers. */
function ofOperation(id: OperationId, answers: Behaviour["answers"]) {
  const bodies = new WeakSet<object>();
  const own: Behaviour["answers"] = (operation, body, given) => {
    const answer = answers(operation, body, given);
    if (operation.id === id && typeof answer.body === "object" && answer.body !== null) bodies.add(answer.body);
    return answer;
  };
  return { answers: own, has: (body: unknown) => typeof body === "object" && body !== null && bodies.has(body) };
}

/** Mistakes in the answers to `envelope` and `pretty`, alone and with other parameters. */
export const envelopeFaults = layer("envelope", [
  {
    id: "EN-02",
    text: "A list is wrapped twice, and the outer envelope has no status.",
    violates: ["ENV-LIST-STATUS", "ENV-WRAPPED", "ENV-LIST-CONTENT"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) =>
        list ? { content: envelope(status, body, list) } : envelope(status, body, list),
    }),
    probe: listsConfigs("envelope=true"),
  },
  {
    id: "EN-03",
    text: "The envelope of a list holds the list under data instead of content.",
    violates: ["ENV-LIST-CONTENT"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) => (list ? { status, data: body } : envelope(status, body, list)),
    }),
    probe: listsConfigs("envelope=true"),
  },
  {
    id: "EN-20",
    text: "The envelope of a list has no totalCount.",
    violates: ["ENV-LIST-CONTENT"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) => {
        const { totalCount, ...others } = fieldsOf(body);
        return envelope(status, list && totalCount !== undefined ? others : body, list);
      },
    }),
    probe: listsConfigs("envelope=true"),
  },
  {
    id: "EN-04",
    text: "The status in an envelope is always 0.",
    violates: ["ENV-STATUS-EQUALS-HTTP", "ENV-STATUS-OTHERS"],
    change: ({ envelope }) => ({ envelope: (_status, body, list) => envelope(0, body, list) }),
    probe: listsConfigs("envelope=true"),
  },
  {
    id: "EN-05",
    text: "The envelope of an array has no status.",
    violates: ["ENV-LIST-STATUS"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) => (Array.isArray(body) ? { content: body } : envelope(status, body, list)),
    }),
    probe: [["listMatcherFieldNames", { query: "envelope=true" }]],
  },
  {
    id: "EN-06",
    text: "The envelope of an array holds it under data, and its status is a word.",
    violates: ["ENV-LIST-CONTENT", "ENV-STATUS-EQUALS-HTTP"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) =>
        Array.isArray(body) ? { status: "OK", data: body } : envelope(status, body, list),
    }),
    probe: [["listMatcherFieldNames", { query: "envelope=true" }]],
  },
  {
    id: "EN-07",
    text: "In an envelope, every alert configuration shows the opposite value of enabled.",
    violates: ["ENV-WRAPPED"],
    inPassing: ["REC-VIEWS"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) => {
        const { enabled, ...record } = fieldsOf(body);
        const isConfig = typeof enabled === "boolean" && "eventTypeName" in record;
        return envelope(status, isConfig ? { ...record, enabled: !enabled } : body, list);
      },
    }),
    probe: [["getAlertConfig", { query: "envelope=true" }]],
  },
  {
    id: "EN-08",
    text: "In an envelope, the list across projects repeats its last project in place of the one before it.",
    violates: ["ENV-WRAPPED"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) => {
        const { results, ...around } = fieldsOf(body);
        const isCross = Array.isArray(results) && results.length > 1 && "clusters" in fieldsOf(results[0]);
        return envelope(
          status,
          isCross ? { ...around, results: [...results.slice(0, -2), results.at(-1), results.at(-1)] } : body,
          list,
        );
      },
    }),
    probe: [["listAllClusters", { query: "envelope=true" }]],
  },
  {
    id: "EN-10",
    text: "envelope is ignored.",
    violates: ["ENV-WRAPPED", "ENV-WRITES", "ENV-LIST-STATUS", "TOKEN-QUERY"],
    change: () => ({ envelope: (_status, body) => body }),
    probe: listsConfigs("envelope=true"),
  },
  {
    id: "EN-11",
    text: "envelope accepts any text.",
    violates: ["ENV-BOOL"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "envelope" ? { kind: "value", value: text === "true" } : read(parameter, text),
    }),
    probe: listsConfigs("envelope=abc"),
  },
  {
    id: "PR-01",
    text: "pretty is ignored.",
    violates: ["PRETTY-TRUE", "PRETTY-WRITES", "TOKEN-QUERY"],
    change: () => ({ print: (body) => JSON.stringify(body) }),
    probe: listsConfigs("pretty=true"),
  },
  {
    id: "PR-02",
    text: "pretty accepts any text.",
    violates: ["PRETTY-BOOL"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "pretty" ? { kind: "value", value: text === "true" } : read(parameter, text),
    }),
    probe: listsConfigs("pretty=abc"),
  },
  {
    id: "PR-03",
    text: "Bodies are always indented.",
    violates: ["PRETTY-FALSE"],
    change: ({ print }) => ({ print: (body) => print(body, true) }),
    probe: listsConfigs(""),
  },
  {
    id: "PR-04",
    text: "Inside an envelope pretty is ignored.",
    violates: ["PRETTY-TRUE", "TOKEN-QUERY"],
    change: ({ print, envelope }) => {
      const wrapped = new WeakSet<object>();
      return {
        envelope: (status, body, list) => {
          const whole = envelope(status, body, list);
          if (typeof whole === "object" && whole !== null) wrapped.add(whole);
          return whole;
        },
        print: (body, pretty) =>
          print(body, pretty && !(typeof body === "object" && body !== null && wrapped.has(body))),
      };
    },
    probe: listsConfigs("envelope=true&pretty=true"),
  },
  {
    id: "PR-05",
    text: "With pretty=true, the list of export buckets lacks the names, and the matcher field names repeat the first in place of the last.",
    violates: ["PRETTY-TRUE"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        if (given.get("pretty") !== "true") return answer;
        if (operation.id === "listMatcherFieldNames" && Array.isArray(answer.body))
          return { ...answer, body: [...answer.body.slice(0, -1), answer.body[0]] };
        if (operation.id !== "listExportBuckets") return answer;
        const { results, ...around } = fieldsOf(answer.body);
        const nameless = (Array.isArray(results) ? results : []).map(
          ({ bucketName: _name, ...rest }: Readonly<Record<string, unknown>>) => rest,
        );
        return { ...answer, body: { ...around, results: nameless } };
      },
    }),
    probe: [
      ["listExportBuckets", { query: "pretty=true" }],
      ["listMatcherFieldNames", { query: "pretty=true" }],
    ],
  },
  {
    id: "EN-15",
    text: "The deletion of a backup schedule ignores envelope.",
    violates: ["ENV-WRITES"],
    shownOn: ["deleteBackupSchedules"],
    change: ({ answers, envelope }) => {
      const plain = ofOperation("deleteBackupSchedules", answers);
      return {
        answers: plain.answers,
        envelope: (status, body, list) => (plain.has(body) ? body : envelope(status, body, list)),
      };
    },
    probe: [["deleteBackupSchedules", { query: "envelope=true" }]],
  },
  {
    id: "PR-06",
    text: "An update of auditing ignores pretty.",
    violates: ["PRETTY-WRITES"],
    shownOn: ["updateAuditing"],
    change: ({ answers, print }) => {
      const plain = ofOperation("updateAuditing", answers);
      return { answers: plain.answers, print: (body, pretty) => print(body, pretty && !plain.has(body)) };
    },
    probe: [["updateAuditing", { query: "pretty=true", json: { enabled: false } }]],
  },
  {
    id: "EN-09",
    text: "Inside an envelope itemsPerPage is ignored.",
    violates: ["PAGE-TOGETHER"],
    change: inEnvelope("itemsPerPage", 100),
    probe: listsConfigs("envelope=true&itemsPerPage=1"),
  },
  {
    id: "EN-12",
    text: "Inside an envelope pageNum is ignored.",
    violates: ["PAGE-TOGETHER"],
    change: inEnvelope("pageNum", 1),
    probe: listsConfigs("envelope=true&itemsPerPage=1&pageNum=2"),
  },
  {
    id: "EN-13",
    text: "Inside an envelope includeCount is ignored.",
    violates: ["PAGE-TOGETHER"],
    change: inEnvelope("includeCount", true),
    probe: listsConfigs("envelope=true&includeCount=false"),
  },
  {
    id: "EN-14",
    text: "Inside an envelope the status filter is ignored.",
    violates: ["PAGE-TOGETHER"],
    inPassing: ["REC-COUNT"],
    change: inEnvelope("status", undefined),
    probe: [["listAlerts", { query: "envelope=true&status=CLOSED" }]],
  },
  {
    id: "EN-19",
    text: "The envelope of an error says 200.",
    violates: ["ENV-STATUS-OTHERS"],
    change: ({ envelope }) => ({
      envelope: (status, body, list) => envelope(status < 400 ? status : 200, body, list),
    }),
    probe: listsConfigs("envelope=true&itemsPerPage=0"),
  },
  {
    id: "EN-18",
    text: "With pretty=true and itemsPerPage, totalCount is the number of records on the page.",
    violates: ["PAGE-TOGETHER"],
    inPassing: ["REC-COUNT"],
    change: ({ answers }) => ({
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        const { totalCount, ...list } = fieldsOf(answer.body);
        const isPage = given.get("pretty") === "true" && given.has("itemsPerPage") && totalCount !== undefined;
        return isPage ? { ...answer, body: { ...list, totalCount: listMember(list, "results").length } } : answer;
      },
    }),
    probe: listsConfigs("pretty=true&itemsPerPage=1"),
  },
]);
