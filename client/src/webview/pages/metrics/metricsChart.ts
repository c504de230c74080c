/** A chart of one panel: lines over time, drawn by uPlot, with a cursor that follows pointer and keys. */
import * as l10n from '@vscode/l10n';
import uPlot from 'uplot';
import { axisWords } from '#core/metrics/panels/units.ts';
import { lookOf } from '#client/metrics/view/lineStyle.ts';
import type { ChartView } from '#client/metrics/view/metricsView.ts';
import { axisTimes, momentWords } from './metricsTime.ts';
import { element } from '../dom.ts';
import { isHighContrast, themeColor } from './metricsColors.ts';

const height = 170;

export interface Chart {
  readonly root: HTMLElement;
  /** Draws other data. */
  show(view: ChartView): void;
  /** Another theme. */
  redraw(): void;
  /** Hides a line, or shows it again. */
  toggle(name: string): void;
  /** Lines that are hidden, by their names. */
  readonly hidden: ReadonlySet<string>;
}

/** @param moved the cursor stands at this place of the times, or nowhere; `spoken` when a key has moved it there */
export function makeChart(title: string, moved: (index: number | undefined, spoken: boolean) => void): Chart {
  const canvas = element('div', { class: 'canvas' });
  const root = element(
    'div',
    {
      class: 'chart',
      role: 'slider',
      tabindex: '0',
      'aria-label': l10n.t`${title}: moments`,
      'aria-valuemin': '0',
      'aria-valuemax': '0',
      'aria-valuenow': '0',
    },
    canvas,
  );
  const hidden = new Set<string>();
  let view: ChartView | undefined;
  let plot: uPlot | undefined;
  let place = -1;
  let byKey = false;

  const width = () => Math.max(200, Math.floor(root.clientWidth));
  const draw = () => {
    plot?.destroy();
    plot = undefined;
    if (view === undefined || view.series.length === 0) return;
    plot = new uPlot(optionsOf(view, width(), hidden, cursorMoved), dataOf(view), canvas);
  };
  const cursorMoved = (index: number | undefined) => {
    if (byKey) return;
    moved(index, false);
  };
  const goTo = (index: number) => {
    if (view === undefined || plot === undefined) return;
    place = Math.max(0, Math.min(view.at.length - 1, index));
    byKey = true;
    plot.setCursor({ left: plot.valToPos(view.at[place] ?? 0, 'x'), top: plot.over.clientHeight / 2 });
    allAlike(plot);
    byKey = false;
    announce();
    moved(place, true);
  };
  const announce = () => {
    root.setAttribute('aria-valuemax', String(Math.max(0, (view?.at.length ?? 1) - 1)));
    root.setAttribute('aria-valuenow', String(Math.max(0, place)));
    root.setAttribute('aria-valuetext', view === undefined ? '' : momentWords(view.at[place === -1 ? view.at.length - 1 : place] ?? view.to));
  };

  root.addEventListener('keydown', (event) => {
    const last = (view?.at.length ?? 0) - 1;
    if (last < 0) return;
    const here = place === -1 ? last + 1 : place;
    const page = Math.max(1, Math.round(last / 10));
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last, PageUp: here - page, PageDown: here + page }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  });
  root.addEventListener('blur', () => {
    place = -1;
    if (plot !== undefined) {
      plot.setCursor({ left: -10, top: -10 });
      allAlike(plot);
    }
    moved(undefined, false);
  });
  new ResizeObserver(() => {
    if (plot !== undefined && plot.width !== width()) plot.setSize({ width: width(), height });
  }).observe(root);

  return {
    root,
    hidden,
    show(next) {
      const same = view !== undefined && plot !== undefined && sameLines(view, next);
      view = next;
      if (place >= next.at.length) place = -1;
      // The same lines go on: only their values are other ones.
      if (same && plot !== undefined) {
        const current = plot;
        current.batch(() => {
          current.setData(dataOf(next), false);
          current.setScale('x', { min: next.from, max: next.to });
        });
      } else draw();
      announce();
    },
    redraw: draw,
    toggle(name) {
      if (!hidden.delete(name)) hidden.add(name);
      const index = view?.series.findIndex((one) => one.name === name) ?? -1;
      if (index >= 0) plot?.setSeries(index + 1, { show: !hidden.has(name) });
    },
  };
}

/** No line stands out: a pointer brings the one below it out by paling the others, keys mean all of them. */
function allAlike(plot: uPlot): void {
  plot.setSeries(null, { focus: true });
}

function sameLines(one: ChartView, other: ChartView): boolean {
  const names = (view: ChartView) => JSON.stringify([view.unit, view.series.map(({ name }) => name), view.references]);
  return names(one) === names(other);
}

function dataOf({ at, series }: ChartView): uPlot.AlignedData {
  return [[...at], ...series.map(({ values }) => [...values])];
}

function optionsOf(view: ChartView, width: number, hidden: ReadonlySet<string>, moved: (index: number | undefined) => void): uPlot.Options {
  const { unit, references } = view;
  const text = () => themeColor('--vscode-descriptionForeground', '--vscode-foreground');
  const lines = () => themeColor('--vscode-panel-border', '--vscode-editorWidget-border', '--vscode-contrastBorder');
  const axis: uPlot.Axis = {
    stroke: text,
    font: `11px ${themeColor('--vscode-font-family')}`,
    grid: { stroke: lines, width: 1, ...(isHighContrast() ? { dash: [1, 6] } : {}) },
    ticks: { stroke: lines, width: 1, size: 4 },
  };
  return {
    width,
    height,
    // To the right, half of the label of the newest time.
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 6 }, focus: { prox: 16 } },
    focus: { alpha: 0.35 },
    scales: {
      x: { time: true, range: () => [view.from, view.to] },
      y: { range: (_, min, max) => rangeOf(min, max, view) },
    },
    axes: [
      { ...axis, values: (_, splits, __, ___, step) => axisTimes(splits, step), space: 70, size: (_, values) => (rows(values) > 1 ? 42 : 28) },
      {
        ...axis,
        size: 66,
        space: 28,
        values: (_, splits) => splits.map((value) => axisWords(value, unit)),
        ...(unit === 'yesNo' ? { splits: [0, 1] } : {}),
        ...(unit === 'bytes' ? { incrs: powersOfTwo } : {}),
        ...(unit === 'count' ? { incrs: wholeNumbers } : {}),
        // Labels have two digits, as 0.15 CPUs.
        ...(unit === 'msPerSecond' ? { incrs: twoDigits } : {}),
      },
    ],
    series: [
      {},
      ...view.series.map(({ name }, index): uPlot.Series => {
        const look = lookOf(index);
        return {
          label: name,
          show: !hidden.has(name),
          stroke: () => themeColor(look.variable, '--vscode-foreground'),
          width: 1.5,
          dash: [...look.dash],
          spanGaps: false,
          points: { size: 4 },
        };
      }),
    ],
    hooks: {
      draw: [
        (plot) =>
          drawReferences(
            plot,
            references.map(({ value }) => value),
            text(),
          ),
      ],
      setCursor: [({ cursor }) => moved(cursor.idx ?? undefined)],
    },
  };
}

/** @param values what uPlot has of labels; at first none */
function rows(values: readonly string[] | null): number {
  return values?.some((value) => value.includes('\n')) === true ? 2 : 1;
}

const powersOfTwo = Array.from({ length: 60 }, (_, power) => 2 ** power);
const twoDigits = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** (power - 4))).flat();
const wholeNumbers = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

/** From zero, so that a small change does not look like a large one; with what is compared with. */
function rangeOf(min: number | null, max: number | null, { unit, references }: ChartView): [number, number] {
  if (unit === 'yesNo') return [-0.1, 1.1];
  const all = [0, ...references.map(({ value }) => value), ...(min === null ? [] : [min]), ...(max === null ? [] : [max])];
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  if (lowest === highest) return [0, 1];
  const room = (highest - lowest) * 0.06;
  return [lowest === 0 ? 0 : lowest - room, highest + room];
}

function drawReferences(plot: uPlot, values: readonly number[], color: string): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = ratio;
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  for (const value of values) {
    const y = Math.round(plot.valToPos(value, 'y', true)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}
