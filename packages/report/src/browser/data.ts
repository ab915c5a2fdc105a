import type { Report, ReportExchange } from "../report.ts";
import { byId } from "./dom.ts";

const written = document.getElementById("report-data");

/** False for a live page before its first run. */
export const hasReport = written !== null;

/** The part of the embedded report that the script shows. */
export const report: Pick<Report, "requirements" | "verdicts"> =
  written === null ? { requirements: [], verdicts: [] } : JSON.parse(written.textContent);

let reading: Promise<ReadonlyMap<string, ReportExchange>> | undefined;

/** The exchanges by id, in the order of the run. They are unpacked on the first call. */
export function exchanges(): Promise<ReadonlyMap<string, ReportExchange>> {
  reading ??= unpack();
  return reading;
}

async function unpack(): Promise<ReadonlyMap<string, ReportExchange>> {
  const packed = atob(byId("exchange-data", HTMLElement).textContent);
  const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const list: readonly ReportExchange[] = await new Response(stream).json();
  return new Map(list.map((exchange) => [exchange.id, exchange]));
}
