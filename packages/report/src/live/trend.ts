import { html, type Markup } from "../render/page/markup.ts";
import { nothing } from "../render/page/view/section.ts";
import { counted, duration, figure } from "../text/words.ts";
import type { RunLine } from "./run-line.ts";

/** Pixels: a run's column, the room of the names at the left, the height of a plot. */
const COLUMN = 26;
const LEFT = 76;
const HEIGHT = 120;
const LINE = 22;

/** What became of requirements, areas and time over runs of the same on one target, the oldest at the left. */
export function trend(runs: readonly RunLine[], base: string): Markup {
  if (runs.length < 2) return nothing("A trend needs two runs of the same on this target.");
  return html`<h3>Requirements over time</h3>
${plot("Requirements that hold, are broken or could not run", runs, HEIGHT, columns(runs, base), "group")}
<ul class="legend"><li class="good">■ hold</li><li class="bad">■ broken</li><li class="open">■ could not run</li></ul>
<h3>Broken requirements by area</h3>
${areas(runs)}
<h3>Duration</h3>
${plot("Duration of the runs", runs, HEIGHT / 2, times(runs))}`;
}

/** What has links in it is no image to those who hear it. */
function plot(
  title: string,
  runs: readonly RunLine[],
  height: number,
  body: readonly Markup[],
  role: "img" | "group" = "img",
): Markup {
  const width = LEFT + runs.length * COLUMN + 8;
  return html`<div class="scroll plot" tabindex="0" role="group" aria-label="${title}"><svg width="${width}" height="${height + 24}" viewBox="0 -16 ${width} ${height + 24}" role="${role}" aria-label="${title}: ${summary(runs)}">${body}</svg></div>`;
}

const summary = (runs: readonly RunLine[]): string =>
  `${counted(runs.length, "run")}; the newest has ${figure(runs.at(-1)?.requirements.broken ?? 0)} broken`;

function columns(runs: readonly RunLine[], base: string): readonly Markup[] {
  const most = Math.max(1, ...runs.map(({ requirements: { pass, broken, open } }) => pass + broken + open));
  const scale = (value: number): number => (value / most) * HEIGHT;
  return [
    axis(figure(most), HEIGHT),
    ...runs.map((run, at) => {
      const { pass, broken, open } = run.requirements;
      const x = LEFT + at * COLUMN;
      // What is broken stands at the bottom, where the columns can be compared with each other, and never vanishes.
      const low = broken === 0 ? 0 : Math.max(3, scale(broken));
      const middle = scale(open);
      const words = `${moment(run)}: ${figure(pass)} hold, ${figure(broken)} broken, ${figure(open)} could not run`;
      return html`<a href="${base}runs/${encodeURIComponent(run.id)}/" aria-label="${words}"><title>${words}</title><rect class="ground" x="${x}" y="0" width="${COLUMN - 4}" height="${HEIGHT}"/><rect class="bad" x="${x}" y="${(HEIGHT - low).toFixed(1)}" width="${COLUMN - 4}" height="${low.toFixed(1)}"/><rect class="open" x="${x}" y="${(HEIGHT - low - middle).toFixed(1)}" width="${COLUMN - 4}" height="${middle.toFixed(1)}"/><rect class="good" x="${x}" y="${Math.max(0, HEIGHT - low - middle - scale(pass)).toFixed(1)}" width="${COLUMN - 4}" height="${scale(pass).toFixed(1)}"/>${broken === 0 ? undefined : html`<text class="on" x="${x + (COLUMN - 4) / 2}" y="-4" text-anchor="middle">${broken}</text>`}</a>`;
    }),
  ];
}

function areas(runs: readonly RunLine[]): Markup {
  const names = [...new Set(runs.flatMap(({ broken }) => Object.keys(broken)))].sort();
  if (names.length === 0) return nothing("In none of these runs was anything broken.");
  const most = Math.max(...runs.flatMap(({ broken }) => Object.values(broken)));
  const rows = names.flatMap((name, row) => [
    html`<text x="0" y="${row * LINE + 14}">${name}</text>`,
    ...runs.map((run, at) => {
      const count = run.broken[name] ?? 0;
      const x = LEFT + at * COLUMN;
      const strength = count === 0 ? "none" : `s${Math.max(1, Math.ceil((count / most) * 4))}`;
      const figures =
        count === 0
          ? undefined
          : html`<text class="on" x="${x + 11}" y="${row * LINE + 14}" text-anchor="middle">${count}</text>`;
      return html`<g><title>${name}, ${moment(run)}: ${count} broken</title><rect class="heat ${strength}" x="${x}" y="${row * LINE}" width="${COLUMN - 4}" height="${LINE - 3}" rx="3"/>${figures}</g>`;
    }),
  ]);
  return plot("Broken requirements by area", runs, names.length * LINE, rows);
}

function times(runs: readonly RunLine[]): readonly Markup[] {
  const height = HEIGHT / 2;
  const most = Math.max(1, ...runs.map(({ milliseconds }) => milliseconds));
  const points = runs.map(({ milliseconds }, at) => ({
    x: LEFT + at * COLUMN + (COLUMN - 4) / 2,
    y: height - (milliseconds / most) * height,
  }));
  return [
    axis(duration(most), height),
    html`<polyline points="${points.map(({ x, y }) => `${x},${y.toFixed(1)}`).join(" ")}"/>`,
    ...runs.map((run, at) => {
      const { x = 0, y = 0 } = points[at] ?? {};
      return html`<circle cx="${x}" cy="${y.toFixed(1)}" r="3.5"><title>${moment(run)}: ${duration(run.milliseconds)}</title></circle>`;
    }),
  ];
}

function axis(top: string, height: number): Markup {
  return html`<text x="0" y="10">${top}</text><text x="0" y="${height}">0</text><line x1="${LEFT - 6}" y1="0" x2="${LEFT - 6}" y2="${height}"/>`;
}

/** When a run began, in a form that sorts. */
export const moment = ({ startedAt }: Pick<RunLine, "startedAt">): string => startedAt.replace("T", " ").slice(0, 19);
