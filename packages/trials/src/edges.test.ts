import { bindContract, neutral, OPERATION_IDS, type OperationId, type RouteVersion } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { cellsOf, readRequest, type Sent } from "../edges/cells.mjs";

const contract = bindContract(neutral);
const GROUP = "32b6e34b3d91647abb20e7b8";

/** The cells of an operation at a place that a request covers, by keyword and side. */
function shownAt(place: string, id: OperationId, sent: Partial<Sent>, version: RouteVersion = "2"): readonly string[] {
  const operation = contract.operation(id, version);
  const request = readRequest(operation, { path: { groupId: GROUP }, query: "", ...sent });
  return cellsOf(operation)
    .filter((cell) => cell.place === place && cell.shownBy(request))
    .map(({ kind, keyword, side }) => `${kind} ${keyword} ${side}`);
}
const inPath = (groupId: string) => shownAt("path/groupId", "listAlerts", { path: { groupId } });
const asked = (place: string, query: string) => shownAt(place, "listAlerts", { query });
const inBody = (place: string, id: OperationId, body: unknown, version?: RouteVersion) =>
  shownAt(place, id, { body: typeof body === "string" ? body : JSON.stringify(body) }, version);

describe("the cells that a request shows", () => {
  it("are those of lengths in characters", () => {
    const comment = (acknowledgementComment: string) =>
      inBody("body/acknowledgementComment", "acknowledgeAlert", { acknowledgementComment });
    expect(comment("a".repeat(199))).toEqual([]);
    expect(comment("a".repeat(200))).toEqual(["edge maxLength at"]);
    expect(comment("\u{1f600}".repeat(200))).toEqual(["edge maxLength at", "edge maxLength at, in the second plane"]);
    expect(comment("\u00e9".repeat(201))).toEqual([
      "beyond maxLength 1 over",
      "beyond maxLength 1 over, in two-byte letters",
    ]);
  });

  it("are those of what nearly keeps a pattern", () => {
    expect(inPath(GROUP)).toEqual(["edge maxLength at", "edge minLength at", "edge pattern kept"]);
    expect(inPath(`-${GROUP.slice(1)}`)).toEqual(["beyond pattern broken", "near pattern hyphen before"]);
    expect(inPath(`${GROUP}\n`)).toContain("near pattern line break after");
    expect(inPath(GROUP.toUpperCase())).toContain("near pattern another letter case");
    expect(inPath(`\uff13${GROUP.slice(1)}`)).toContain("near pattern full-width characters");
    expect(inPath(GROUP.slice(1))).toContain("beyond minLength 1 under");
  });

  it("are those of a parameter's text", () => {
    expect(asked("query/itemsPerPage", "itemsPerPage=500")).toEqual(["edge maximum at"]);
    expect(asked("query/itemsPerPage", "itemsPerPage=501")).toEqual(["beyond maximum 1 over"]);
    expect(asked("query/itemsPerPage", "itemsPerPage=1e1")).toEqual(["near type an exponent for integer"]);
    expect(asked("query/itemsPerPage", "itemsPerPage=1.5")).toEqual(["beyond type a fraction for integer"]);
    expect(asked("query/status", "status=OPEN")).toEqual(["edge enum value OPEN"]);
    expect(asked("query/status", "status=Open")).toEqual(["beyond enum broken", "near enum another letter case"]);
    expect(asked("query/pretty", "pretty=true%0A")).toEqual(["near type line break after for boolean"]);
    expect(asked("query", "Pretty=true")).toContain("near properties a name in another letter case");
  });

  it("are those of numbers as they are written", () => {
    const retained = (number: string) =>
      inBody("body/retentionInDays", "takeSnapshot", `{"description":"1.0","retentionInDays":${number}}`);
    expect(retained("1")).toEqual(["edge minimum at"]);
    expect(retained("1e1")).toEqual(["near type an exponent"]);
    expect(retained("1.0")).toEqual(["near type a point and a zero"]);
    expect(retained('"1"')).toEqual(["near type an integer as text"]);
    expect(retained("2147483648")).toEqual(["beyond format too wide above"]);
  });

  it("are no edges where the rest of the body is wrong", () => {
    const bucket = { bucketName: "abc", cloudProvider: "PROVIDER_A", iamRoleId: GROUP };
    expect(inBody("body/bucketName", "createExportBucket", bucket)).toEqual(["edge minLength at"]);
    expect(inBody("body/bucketName", "createExportBucket", { ...bucket, iamRoleId: "plumbline" })).toEqual([]);
  });

  it("are those of members that are left out or not listed", () => {
    const body = '{"__proto__":1,"Notifications":[]}';
    expect(inBody("body", "createAlertConfig", body)).toEqual([
      "beyond required without eventTypeName",
      "beyond required without notifications",
      "near properties a name that nobody listed",
      "near properties a name in another letter case",
      "near properties the name __proto__",
    ]);
  });

  it("have names that no two share", () => {
    for (const id of OPERATION_IDS)
      for (const { version } of contract.operation(id).routes) {
        const names = cellsOf(contract.operation(id, version)).map(({ name }) => name);
        expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
      }
  });
});
