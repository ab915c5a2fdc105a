import { ALL_KINDS, type Cell, type Template } from "./template.ts";
import { afterRemoval } from "./templates/after-removal.ts";
import { again } from "./templates/again.ts";
import { beside } from "./templates/beside.ts";
import { elsewhere } from "./templates/elsewhere.ts";
import { endedTwice } from "./templates/ended-twice.ts";
import { inPart } from "./templates/in-part.ts";
import { pages } from "./templates/pages.ts";
import { readers } from "./templates/readers.ts";
import { refused } from "./templates/refused.ts";
import { sameName } from "./templates/same-name.ts";
import { toTheEnd } from "./templates/to-the-end.ts";
import { twice } from "./templates/twice.ts";
import { versions } from "./templates/versions.ts";

/** Every history that the suite knows. */
export const TEMPLATES: readonly Template[] = [
  again,
  twice,
  versions,
  beside,
  readers,
  afterRemoval,
  refused,
  elsewhere,
  sameName,
  inPart,
  pages,
  toTheEnd,
  endedTwice,
];

const wordsOf = (cell: Cell | undefined): string => {
  if (cell === undefined) return "";
  return "why" in cell ? `_${cell.why}_` : cell.shownBy.map((rule) => `\`${rule}\``).join(", ");
};

const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The matrix of histories and kinds as a document. */
export const matrixDocument = (): string =>
  [
    "# Histories",
    "",
    "Most sentences of the description concern one request. These histories concern several. Each table names the requirements",
    "that cover a kind of record, or the reason why none does. The tables come from",
    "`packages/conformance/src/requirements/histories`, and a test compares them.",
    "",
    ...TEMPLATES.flatMap(({ name, tells, cells }) => [
      `## ${titled(name)}`,
      "",
      tells,
      "",
      "| kind | shown by, or why by nothing |",
      "| --- | --- |",
      ...ALL_KINDS.map((kind) => `| ${kind} | ${wordsOf(cells.get(kind))} |`),
      "",
    ]),
  ].join("\n");
