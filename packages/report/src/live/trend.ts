import { html, type Markup } from "../render/page/markup.ts";
import { nothing } from "../render/page/view/section.ts";
import { counted, duration, figure } from "../text/words.ts";
import type { RunLine } from "./run-line.ts";

/** Sizes in pixels: the width of the names at the left, and the heights of a plot, its dates and a row of areas. */
const LEFT = 76;
const HEIGHT = 120;
const DATES = 34;
const LINE = 22;
/** The maximum width of a column, in per cent of the plot, and the share of its place that it fills. */
const WIDEST = 12;
const FILLED = 0.82;
/** Dates that fit below a plot. */
const MOST_DATES = 8;

/** Requirements, areas and duration over runs of the same selection on one target, the oldest at the left. */
export function trend(runs: readonly RunLine[], base: string): Markup {
  if (runs.length < 2) return nothing("A trend needs two runs of the same checks on this target.");
  return html`<h3>Requirements over time</h3>
${requirements(runs, base)}
<ul class="legend"><li class="good">■ hold</li><li class="bad">■ broken</li><li class="open">■ could not run</li></ul>
<h3>Broken requirements by area</h3>
${areas(runs)}
<h3>Duration</h3>
${times(runs)}`;
}

interface Plot {
  readonly title: string;
  readonly runs: readonly RunLine[];
  readonly height: number;
  readonly names: readonly Markup[];
  readonly body: readonly Markup[];
  /** A plot with links must not have the role of an image, because screen readers would hide the links. */
  readonly role?: "img" | "group";
}

/** A plot with names at the left, one column per run, and dates below. */
function plot({ title, runs, height, names, body, role = "img" }: Plot): Markup {
  const whole = height + DATES + 16;
  const [newest] = runs.slice(-1);
  const summary = `${counted(runs.length, "run")}; the newest has ${figure(newest?.requirements.broken ?? 0)} broken`;
  return html`<div class="scroll plot" tabindex="0" role="group" aria-label="${title}"><svg class="names" width="${LEFT}" height="${whole}" aria-hidden="true"><svg y="16" overflow="visible">${names}</svg></svg><svg class="columns tens-${Math.ceil(runs.length / 10)}" height="${whole}" role="${role}" aria-label="${title}: ${summary}"><svg y="16" overflow="visible">${body}${dates(runs, height)}</svg></svg></div>`;
}

/** The middle, left edge and width of a run's column, in per cent of the plot. */
function columnOf(at: number, { length }: readonly RunLine[]): { middle: string; left: string; width: string } {
  const place = 100 / length;
  const width = Math.min(WIDEST, place * FILLED);
  const middle = place * (at + 0.5);
  return { middle: percent(middle), left: percent(middle - width / 2), width: percent(width) };
}

const percent = (value: number): string => `${value.toFixed(2)}%`;

function dates(runs: readonly RunLine[], height: number): readonly Markup[] {
  const step = Math.ceil(runs.length / MOST_DATES);
  return runs.flatMap((run, at) => {
    // Counts from the newest run, whose date must be shown.
    if ((runs.length - 1 - at) % step !== 0) return [];
    const { middle } = columnOf(at, runs);
    const [day = "", time = ""] = moment(run).split(" ");
    return html`<text x="${middle}" y="${height + 15}" text-anchor="middle">${day.slice(5)}</text><text x="${middle}" y="${height + 29}" text-anchor="middle">${time.slice(0, 5)}</text>`;
  });
}

function requirements(runs: readonly RunLine[], base: string): Markup {
  const most = Math.max(1, ...runs.map(({ requirements: { pass, broken, open } }) => pass + broken + open));
  return plot({
    title: "Requirements that hold, are broken or could not run",
    runs,
    height: HEIGHT,
    names: axis(figure(most), HEIGHT),
    body: runs.map((run, at) => column(run, columnOf(at, runs), most, base)),
    role: "group",
  });
}

function column(
  run: RunLine,
  { middle, left, width }: ReturnType<typeof columnOf>,
  most: number,
  base: string,
): Markup {
  const scale = (value: number): number => (value / most) * HEIGHT;
  const { pass, broken, open } = run.requirements;
  // Broken requirements are at the bottom, where columns can be compared, and have a minimum height so that they stay
  // visible.
  const low = broken === 0 ? 0 : Math.max(3, scale(broken));
  const between = scale(open);
  const words = `${moment(run)}: ${figure(pass)} hold, ${figure(broken)} broken, ${figure(open)} could not run`;
  const bar = (kind: string, y: number, height: number): Markup =>
    html`<rect class="${kind}" x="${left}" y="${y.toFixed(1)}" width="${width}" height="${height.toFixed(1)}"/>`;
  return html`<a href="${base}runs/${encodeURIComponent(run.id)}/" aria-label="${words}"><title>${words}</title>${[
    bar("ground", 0, HEIGHT),
    bar("bad", HEIGHT - low, low),
    bar("open", HEIGHT - low - between, between),
    bar("good", Math.max(0, HEIGHT - low - between - scale(pass)), scale(pass)),
  ]}${broken === 0 ? undefined : html`<text class="on" x="${middle}" y="-4" text-anchor="middle">${broken}</text>`}</a>`;
}

function areas(runs: readonly RunLine[]): Markup {
  const names = [...new Set(runs.flatMap(({ broken }) => Object.keys(broken)))].sort();
  if (names.length === 0) return nothing("None of these runs found a broken requirement.");
  const most = Math.max(...runs.flatMap(({ broken }) => Object.values(broken)));
  return plot({
    title: "Broken requirements by area",
    runs,
    height: names.length * LINE,
    names: names.map((name, row) => html`<text x="0" y="${row * LINE + 14}">${name}</text>`),
    body: names.flatMap((name, row) =>
      runs.map((run, at) => {
        const count = run.broken[name] ?? 0;
        const { middle, left, width } = columnOf(at, runs);
        const strength = count === 0 ? "none" : `s${Math.max(1, Math.ceil((count / most) * 4))}`;
        const figures =
          count === 0
            ? undefined
            : html`<text class="on" x="${middle}" y="${row * LINE + 14}" text-anchor="middle">${count}</text>`;
        return html`<g><title>${name}, ${moment(run)}: ${count} broken</title><rect class="heat ${strength}" x="${left}" y="${row * LINE}" width="${width}" height="${LINE - 3}" rx="3"/>${figures}</g>`;
      }),
    ),
  });
}

function times(runs: readonly RunLine[]): Markup {
  const height = HEIGHT / 2;
  const most = Math.max(1, ...runs.map(({ milliseconds }) => milliseconds));
  const points = runs.map(({ milliseconds }, at) => ({
    x: columnOf(at, runs).middle,
    y: (height - (milliseconds / most) * height).toFixed(1),
  }));
  return plot({
    title: "Duration of the runs",
    runs,
    height,
    names: axis(duration(most), height),
    body: [
      ...points.slice(1).map(({ x, y }, at) => {
        const { x: before = x, y: last = y } = points[at] ?? {};
        return html`<line class="way" x1="${before}" y1="${last}" x2="${x}" y2="${y}"/>`;
      }),
      ...runs.map((run, at) => {
        const { x = "0", y = "0" } = points[at] ?? {};
        return html`<circle cx="${x}" cy="${y}" r="3.5"><title>${moment(run)}: ${duration(run.milliseconds)}</title></circle>`;
      }),
    ],
  });
}

function axis(top: string, height: number): readonly Markup[] {
  return [
    html`<text x="0" y="10">${top}</text><text x="0" y="${height}">0</text><line x1="${LEFT - 6}" y1="0" x2="${LEFT - 6}" y2="${height}"/>`,
  ];
}

/** The start of a run, in a form that sorts. */
export const moment = ({ startedAt }: Pick<RunLine, "startedAt">): string => startedAt.replace("T", " ").slice(0, 19);
