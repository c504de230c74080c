/** Creates the uPlot options of a metrics chart: axes, lines, colors, and reference values. */
import type uPlot from 'uplot';
import { formatAxisValue, type MetricUnit } from '#core/metrics/panels/units.ts';
import { getLineStyle } from '#client/metrics/view/lineStyle.ts';
import type { ChartView } from '#client/metrics/view/metricsView.ts';
import { isHighContrast, themeColor } from './metricsColors.ts';
import { axisTimes } from './metricsTime.ts';

export interface ChartOptionsInput {
  readonly view: ChartView;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** Names of hidden lines. */
  readonly hidden: ReadonlySet<string>;
  /**
   * Called when the cursor moves.
   * @param index index of the time; undefined if the cursor is outside the chart
   */
  readonly onMove: (index: number | undefined) => void;
}

/** Creates the uPlot options of a chart. */
export function createChartOptions({ view, width, height, hidden, onMove }: ChartOptionsInput): uPlot.Options {
  return {
    width,
    height,
    // The right padding leaves room for half of the last time label.
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 6 }, focus: { prox: 16 } },
    focus: { alpha: 0.35 },
    scales: {
      x: { time: true, range: () => [view.from, view.to] },
      y: { range: (_, min, max) => rangeOf(min, max, view) },
    },
    axes: createAxes(view.unit),
    series: [{}, ...view.series.map(({ name }, index) => createLine(name, index, hidden))],
    hooks: {
      draw: [
        (plot) =>
          drawReferences(
            plot,
            view.references.map(({ value }) => value),
            textColor(),
          ),
      ],
      setCursor: [({ cursor }) => onMove(cursor.idx ?? undefined)],
    },
  };
}

function createAxes(unit: MetricUnit): uPlot.Axis[] {
  const axis: uPlot.Axis = {
    stroke: textColor,
    font: `11px ${themeColor('--vscode-font-family')}`,
    grid: { stroke: gridColor, width: 1, ...(isHighContrast() ? { dash: [1, 6] } : {}) },
    ticks: { stroke: gridColor, width: 1, size: 4 },
  };
  return [
    {
      ...axis,
      values: (_, splits, __, ___, step) => axisTimes(splits, step),
      space: 70,
      size: (_, values) => (rows(values) > 1 ? 42 : 28),
    },
    {
      ...axis,
      size: 66,
      space: 28,
      values: (_, splits) => splits.map((value) => formatAxisValue(value, unit)),
      ...(unit === 'yesNo' ? { splits: [0, 1] } : {}),
      ...(unit === 'bytes' ? { incrs: powersOfTwo } : {}),
      ...(unit === 'count' ? { incrs: wholeNumbers } : {}),
      // Labels have two significant digits, such as 0.15 CPUs.
      ...(unit === 'msPerSecond' ? { incrs: twoDigits } : {}),
    },
  ];
}

function createLine(name: string, index: number, hidden: ReadonlySet<string>): uPlot.Series {
  const look = getLineStyle(index);
  return {
    label: name,
    show: !hidden.has(name),
    stroke: () => themeColor(look.variable, '--vscode-foreground'),
    width: 1.5,
    dash: [...look.dash],
    spanGaps: false,
    points: { size: 4 },
  };
}

function textColor(): string {
  return themeColor('--vscode-descriptionForeground', '--vscode-foreground');
}

function gridColor(): string {
  return themeColor('--vscode-panel-border', '--vscode-editorWidget-border', '--vscode-contrastBorder');
}

/**
 * Returns the number of text rows in the axis labels.
 * @param values labels from uPlot; null at first
 */
function rows(values: readonly string[] | null): number {
  return values?.some((value) => value.includes('\n')) === true ? 2 : 1;
}

const powersOfTwo = Array.from({ length: 60 }, (_, power) => 2 ** power);
const twoDigits = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** (power - 4))).flat();
const wholeNumbers = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

/**
 * Returns the value range. The range includes the reference values, and also zero, so that a small change doesn't look
 * large.
 */
function rangeOf(min: number | null, max: number | null, { unit, references }: ChartView): [number, number] {
  if (unit === 'yesNo') return [-0.1, 1.1];
  const all = [
    0,
    ...references.map(({ value }) => value),
    ...(min === null ? [] : [min]),
    ...(max === null ? [] : [max]),
  ];
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
