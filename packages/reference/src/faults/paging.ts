import type { Reading } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import { Refusal } from "../refusal.ts";
import { fieldsOf } from "../rules/members.ts";
import { layer } from "./fault.ts";
import type { Probe } from "./probe.ts";
import { listsConfigs } from "./requests.ts";

/** Reads one text of one parameter differently. */
const reads =
  (name: string, text: string, reading: Reading) =>
  ({ read }: Behaviour): Partial<Behaviour> => ({
    read: (parameter, given) => (parameter.name === name && given === text ? reading : read(parameter, given)),
  });

const listsPages = (size: number, ...numbers: readonly number[]): Probe =>
  numbers.map((number) => ["listAlertConfigs", { query: `itemsPerPage=${size}&pageNum=${number}` }]);

/** Mistakes in page size, page number, total count and the order of records between pages. */
export const pagingFaults = layer("paging", [
  {
    id: "PG-01",
    text: "totalCount is the number of records on the page.",
    violates: ["PAGE-UNION"],
    inPassing: ["REC-COUNT"],
    change: () => ({ totalCount: (onPage) => onPage }),
    probe: listsConfigs("itemsPerPage=5"),
  },
  {
    id: "PG-02",
    text: "Each page begins with the last record of the page before it.",
    violates: ["PAGE-DISJOINT", "PAGE-UNION"],
    change: ({ pageStart }) => ({
      pageStart: (number, size, list) => Math.max(pageStart(number, size, list) - (number - 1), 0),
    }),
    probe: listsPages(5, 1, 2),
  },
  {
    id: "PG-03",
    text: "itemsPerPage=500 is refused.",
    violates: ["PAGE-ITEMS-ACCEPT"],
    change: reads("itemsPerPage", "500", { kind: "none", keyword: "maximum", expected: "an integer of at most 499" }),
    probe: listsConfigs("itemsPerPage=500"),
  },
  {
    id: "PG-04",
    text: "itemsPerPage=501 is accepted.",
    violates: ["PAGE-ITEMS-REJECT"],
    change: reads("itemsPerPage", "501", { kind: "value", value: 501 }),
    probe: listsConfigs("itemsPerPage=501"),
  },
  {
    id: "PG-25",
    text: "itemsPerPage=1http://x is read as 1.",
    violates: ["PAGE-ITEMS-REJECT"],
    change: reads("itemsPerPage", "1http://x", { kind: "value", value: 1 }),
    probe: listsConfigs("itemsPerPage=1http://x"),
  },
  {
    id: "PG-26",
    text: "A query with a broken escape is answered 500.",
    violates: ["PAGE-ITEMS-REJECT"],
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.detail.startsWith("The query string") ? new Refusal(500, "UNEXPECTED_ERROR", given.detail) : given;
      },
    }),
    probe: listsConfigs("itemsPerPage=%zz"),
  },
  {
    id: "PG-05",
    text: "Records created at the same moment change their order with every request, so that pages repeat some and miss others.",
    violates: ["PAGE-DISJOINT", "PAGE-UNION"],
    change: () => {
      let times = 0;
      return {
        ordered: (records) => {
          times += 1;
          const place = new Map(records.map((record, index) => [record, scrambled(index, times)]));
          return [...records].sort((a, b) => a.created - b.created || (place.get(a) ?? 0) - (place.get(b) ?? 0));
        },
      };
    },
    probe: listsPages(7, 1, 2, 3),
  },
  {
    id: "PG-06",
    text: "pageNum=0 is accepted and returns the first page.",
    violates: ["PAGE-NUM-REJECT"],
    change: reads("pageNum", "0", { kind: "value", value: 1 }),
    probe: listsConfigs("pageNum=0"),
  },
  {
    id: "PG-10",
    text: "pageNum is ignored.",
    violates: ["PAGE-DISJOINT", "PAGE-UNION"],
    change: () => ({ pageNumber: () => 1 }),
    probe: listsPages(5, 2),
  },
  {
    id: "PG-11",
    text: "includeCount is ignored.",
    violates: ["PAGE-INCLUDECOUNT-FALSE"],
    change: () => ({ showsCount: () => true }),
    probe: listsConfigs("includeCount=false"),
  },
  {
    id: "PG-12",
    text: "itemsPerPage is ignored.",
    violates: ["PAGE-ITEMS-HONOURED", "PAGE-UNION"],
    change: () => ({ pageSize: () => 100 }),
    probe: listsConfigs("itemsPerPage=5"),
  },
  {
    id: "PG-13",
    text: "totalCount is absent by default.",
    violates: ["PAGE-INCLUDECOUNT-DEFAULT"],
    change: ({ defaultOf }) => ({
      defaultOf: (parameter) => (parameter.name === "includeCount" ? false : defaultOf(parameter)),
    }),
    probe: listsConfigs(""),
  },
  {
    id: "PG-14",
    text: "A page holds 20 records by default.",
    violates: ["PAGE-ITEMS-DEFAULT"],
    change: ({ defaultOf }) => ({
      defaultOf: (parameter) => (parameter.name === "itemsPerPage" ? 20 : defaultOf(parameter)),
    }),
    probe: listsConfigs(""),
  },
  {
    id: "PG-15",
    text: "includeCount accepts any text.",
    violates: ["PAGE-INCLUDECOUNT-BOOL"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "includeCount" ? { kind: "value", value: text !== "false" } : read(parameter, text),
    }),
    probe: listsConfigs("includeCount=abc"),
  },
  {
    id: "PG-16",
    text: "totalCount is a text.",
    violates: ["PAGE-SHAPE", "PAGE-INCLUDECOUNT-DEFAULT"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        const fields = fieldsOf(answer.body);
        return "totalCount" in fields
          ? { ...answer, body: { ...fields, totalCount: String(fields["totalCount"]) } }
          : answer;
      },
    }),
    probe: listsConfigs(""),
  },
  {
    id: "PG-17",
    text: "totalCount is one less than the number of records on the page.",
    violates: ["PAGE-COUNT-GE", "PAGE-UNION"],
    inPassing: ["REC-COUNT"],
    change: () => ({ totalCount: (onPage) => Math.max(0, onPage - 1) }),
    probe: listsConfigs(""),
  },
  {
    id: "PG-18",
    text: "pageNum=2 is refused.",
    violates: ["PAGE-NUM-ACCEPT", "PAGE-DISJOINT", "PAGE-UNION"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "pageNum" && text === "2"
          ? { kind: "none", keyword: "maximum", expected: "1" }
          : read(parameter, text),
    }),
    probe: listsConfigs("pageNum=2"),
  },
  {
    id: "PG-19",
    text: "The status filter is applied to the page instead of to the list.",
    violates: ["PAGE-UNION"],
    inPassing: ["PAGE-TOGETHER"],
    change: ({ statusMatches, answers }) => {
      const matching = new Map<string, Set<string>>();
      return {
        statusMatches: (alert, asked) => {
          const known = matching.get(asked) ?? new Set();
          matching.set(asked, known);
          if (statusMatches(alert, asked)) known.add(alert.id);
          return true;
        },
        answers: (operation, body, given) => {
          const answer = answers(operation, body, given);
          const status = String(given.get("status"));
          const { results, ...rest } = fieldsOf(answer.body);
          if (operation.id !== "listAlerts" || !given.has("status") || !Array.isArray(results)) return answer;
          const count = "totalCount" in rest ? { totalCount: matching.get(status)?.size ?? 0 } : {};
          return {
            ...answer,
            body: { ...rest, ...count, results: results.filter((one) => fieldsOf(one)["status"] === status) },
          };
        },
      };
    },
    probe: [["listAlerts", { query: "status=CLOSED&itemsPerPage=1" }]],
  },
  {
    id: "PG-20",
    text: "The list of serverless snapshots ignores itemsPerPage.",
    violates: ["PAGE-ITEMS-HONOURED"],
    change: ({ pageSize }) => ({
      pageSize: (asked, list) => (list === "listServerlessSnapshots" ? 100 : pageSize(asked, list)),
    }),
    probe: ({ reference: { world } }) => [
      [
        "listServerlessSnapshots",
        { path: { clusterName: world.backup.serverlessInstanceName }, query: "itemsPerPage=1" },
      ],
    ],
  },
  {
    id: "PG-21",
    text: "The list of export buckets ignores pageNum.",
    violates: ["PAGE-DISJOINT", "PAGE-UNION"],
    change: ({ pageNumber }) => ({
      pageNumber: (asked, list) => (list === "listExportBuckets" ? 1 : pageNumber(asked, list)),
    }),
    probe: [["listExportBuckets", { query: "itemsPerPage=1&pageNum=2" }]],
  },
  {
    id: "PG-22",
    text: "In the list of clusters across projects, every page after the first begins one record late.",
    violates: ["PAGE-UNION"],
    change: ({ pageStart }) => ({
      pageStart: (number, size, list) =>
        pageStart(number, size, list) + (list === "listAllClusters" && number > 1 ? 1 : 0),
    }),
    probe: [["listAllClusters", { query: "itemsPerPage=1&pageNum=2" }]],
  },
  {
    id: "PG-27",
    text: "From the third page on, the list of restore jobs begins one record early.",
    violates: ["PAGE-UNION"],
    change: ({ pageStart }) => ({
      pageStart: (number, size, list) =>
        pageStart(number, size, list) - (list === "listRestoreJobs" && number > 2 ? 1 : 0),
    }),
    probe: [["listRestoreJobs", { query: "itemsPerPage=1&pageNum=3" }]],
  },
  {
    id: "PG-24",
    text: "The list of serverless restore jobs contains null in place of each record.",
    violates: ["PAGE-SHAPE"],
    shownOn: ["listServerlessRestoreJobs"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        const { results, ...others } = fieldsOf(answer.body);
        return operation.id === "listServerlessRestoreJobs" && Array.isArray(results)
          ? { ...answer, body: { ...others, results: results.map(() => null) } }
          : answer;
      },
    }),
    probe: ({ reference: { world } }) => {
      const path = { clusterName: world.backup.serverlessInstanceName };
      return [["listServerlessRestoreJobs", { path }]];
    },
  },
  {
    id: "PG-23",
    text: "The list of restore jobs refuses pageNum=2.",
    violates: ["PAGE-NUM-ACCEPT", "PAGE-DISJOINT", "PAGE-UNION"],
    change: ({ missingCompanion }) => ({
      missingCompanion: (groups, given, operation) =>
        operation.id === "listRestoreJobs" && given.get("pageNum") === "2"
          ? "pageNum"
          : missingCompanion(groups, given, operation),
    }),
    probe: [["listRestoreJobs", { query: "itemsPerPage=1&pageNum=2" }]],
  },
]);

/** A number that does not show its inputs but is always the same for them (Knuth's multiplicative hash). */
function scrambled(index: number, times: number): number {
  return Math.imul(index + 1, Math.imul(times, 2_654_435_761) | 1) >>> 7;
}
