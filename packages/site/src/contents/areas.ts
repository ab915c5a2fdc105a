/** The title of each area, by the first part of a requirement's id, in the order of the home page. */
export const AREAS: Readonly<Record<string, string>> = {
  OPS: "Each operation by itself",
  GEN: "Conventions of ids, names, records and reads",
  AUTH: "Authentication and roles",
  VER: "Versions",
  ENV: "Envelopes and pretty printing",
  PAGE: "Pages of lists",
  ERR: "Errors",
  HDR: "Headers of answers",
  REC: "Records across all answers",
  SIDE: "Side effects on other records",
  ACC: "Access history",
  ALC: "Alert configurations",
  ALT: "Alerts",
  EVT: "Events",
  SRCH: "Search indexes and analyzers",
  AUD: "Auditing",
  DNS: "Custom DNS",
  PIP: "Private IP mode",
  CPA: "Cloud provider access",
  OUT: "Outage simulation",
  EXB: "Export buckets",
  EXJ: "Export jobs",
  CMP: "Backup compliance policy",
  RST: "Restore jobs",
  SLS: "Serverless backup",
  SNP: "Snapshots",
  SCH: "Backup schedules",
  MIG: "Live migration",
  CLU: "Clusters",
  TOKEN: "Service account tokens",
  METRICS: "Metrics discovery",
  FUZZ: "Rules of the fuzzer",
  TRAFFIC: "Rules for recorded traffic",
  CLIENT: "Observations about clients in traffic",
};

/** The command that checks only one area. */
export function areaCommand(area: string): string {
  if (area === "TRAFFIC" || area === "CLIENT") return "plumbline judge traffic.har";
  return `plumbline run --target target.yml ${area === "FUZZ" ? "--fuzz 2000 " : ""}--area ${area}`;
}

/** The address of the page of an area. */
export const areaPage = (area: string): string => `/areas/${area}.html`;
