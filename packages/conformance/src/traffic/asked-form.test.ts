import { bindContract, neutral, type Profile } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { type AskedForm, acceptedForm, askedForm } from "./asked-form.ts";
import { traffic } from "./exchange.test-support.ts";

const profile: Profile = { ...neutral, product: "ours", oldestDate: "2023-01-01" };
const { route } = bindContract(profile);
const [first, second] = [route("listAlerts", "1.0"), route("listAlerts", "2")];
if (first === undefined || second === undefined) throw new Error("both versions list alerts");
const inSecond = second;
const dated = (date: string): AskedForm => ({ kind: "dated", date });
const of = (date: string): string => `application/vnd.ours.${date}+json`;

it.each<[string | undefined, AskedForm]>([
  [of("2025-01-01"), dated("2025-01-01")],
  [of("2024-08-05"), dated("2024-08-05")],
  [of("2025-02-19"), dated("2025-02-19")],
  [`application/json, ${of("2023-01-01")};q=0.5`, dated("2023-01-01")],
  [`${of("2023-02-01")}, ${of("2024-05-30")}`, dated("2024-05-30")],
  [of("2022-12-31"), { kind: "any" }],
  [of("2024-02-30"), { kind: "any" }],
  [`${of("2024-05-30")};q=0`, { kind: "any" }],
  ["application/vnd.theirs.2024-05-30+json", { kind: "any" }],
  ["*/*", { kind: "any" }],
  ["application/json", { kind: "any" }],
  [undefined, { kind: "any" }],
])("acceptedForm, in version 2, of Accept: %s", (accept, form) => {
  expect(acceptedForm(accept, second, profile)).toEqual(form);
});

it.each<[string | undefined, AskedForm["kind"]]>([
  ["application/json", "plain"],
  ["text/html, */*;q=0.1", "plain"],
  [undefined, "plain"],
  ["text/html", "any"],
  [of("2024-08-05"), "any"],
])("acceptedForm, in version 1.0, of Accept: %s", (accept, kind) => {
  expect(acceptedForm(accept, first, profile)).toEqual({ kind });
});

function answeredAs(accept: string, type: string, status = 200) {
  const exchange = traffic()("GET", "/", status, { headers: [["accept", accept]] });
  if (!("headers" in exchange.response)) throw new Error("it is answered");
  const response = { ...exchange.response, headers: [["Content-Type", type]] as const };
  return askedForm({ ...exchange, response }, inSecond, profile);
}

it("askedForm takes the date from the answer if the request asked for none", () => {
  expect(answeredAs("*/*", `${of("2024-08-05")}; charset=utf-8`)).toEqual(dated("2024-08-05"));
  expect(answeredAs("*/*", "application/json")).toEqual({ kind: "any" });
  expect(answeredAs("*/*", of("2020-01-01"))).toEqual({ kind: "any" });
  expect(answeredAs(of("2023-01-01"), of("2024-08-05"))).toEqual(dated("2023-01-01"));
});

it('askedForm is "any" for a 406 to another date than the description\'s', () => {
  expect(answeredAs(of("2099-01-01"), "application/json", 406)).toEqual({ kind: "any" });
  expect(answeredAs(of("2025-01-01"), "application/json", 406)).toEqual(dated("2025-01-01"));
  expect(answeredAs(of("2099-01-01"), "application/json", 400)).toEqual(dated("2099-01-01"));
});
