/**
 * Draws a growth chart as SVG, with logarithmic axes. The same points result in the same text. The colors follow the
 * color scheme of the viewer, and the series also differ in their lines and markers.
 */
import type { Figure } from './figures.ts';
import { formatNumber, measurementsOf, type Growth, type Measurement } from './series.ts';

const [width, height] = [640, 400];
const plot = { left: 72, right: 560, top: 56, bottom: 336 };

/** Space between the axis and the first and last point, for labels. */
const margin = 28;

const style = `
    .background { fill: #ffffff }
    text { fill: #24292f; font: 13px system-ui, sans-serif }
    .title { font-size: 16px; font-weight: 600 }
    .grid { stroke: #d0d7de }
    .axis { stroke: #57606a }
    .ours { stroke: #0550ae; fill: #0550ae }
    .peer { stroke: #953800; fill: #953800 }
    text.ours, text.peer { stroke: none }
    polyline { fill: none !important; stroke-width: 2 }
    polyline.peer { stroke-dasharray: 7 4 }
    @media (prefers-color-scheme: dark) {
      .background { fill: #0d1117 }
      text { fill: #e6edf3 }
      .grid { stroke: #30363d }
      .axis { stroke: #8b949e }
      .ours { stroke: #79c0ff; fill: #79c0ff }
      .peer { stroke: #ffa657; fill: #ffa657 }
    }
  `;

/** Returns the chart of a figure, or undefined if nothing was measured. */
export function chartSvg(figure: Figure, growth: Growth): string | undefined {
  const [ours, peer] = [measurementsOf(growth.ours), measurementsOf(growth.peer)];
  const values = [...ours, ...peer].map(({ value }) => value);
  if (values.length === 0) return undefined;
  const decades = { from: Math.floor(Math.log10(Math.min(...values))), to: Math.ceil(Math.log10(Math.max(...values))) };
  if (decades.from === decades.to) decades.to += 1;
  const largest = Math.log10(Math.max(10, ...figure.sizes));
  const x = (size: number) =>
    round(plot.left + margin + ((plot.right - plot.left - 2 * margin) * Math.log10(size)) / largest);
  const y = (value: number) =>
    round(plot.bottom - ((plot.bottom - plot.top) * (Math.log10(value) - decades.from)) / (decades.to - decades.from));
  /** Places the label away from the other series. */
  const drawn = (others: readonly Measurement[], usual: 'above' | 'below') => {
    return ({ size, value }: Measurement): Drawn => {
      const other = others.find((one) => one.size === size)?.value;
      const side = other === undefined || other === value ? usual : value > other ? 'above' : 'below';
      return { x: x(size), y: y(value), value, labelY: round(y(value) + (side === 'above' ? -10 : 20)) };
    };
  };
  const parts = [
    ...horizontalGrid(decades, y),
    ...figure.sizes.flatMap((size) => verticalLine(x(size), formatNumber(size))),
    text({ x: (plot.left + plot.right) / 2, y: height - 16, anchor: 'middle' }, capitalized(figure.over)),
    ...seriesOf('peer', 'Peer', peer.map(drawn(ours, 'above'))),
    ...seriesOf('ours', 'Ours', ours.map(drawn(peer, 'below'))),
  ];
  const title = `${figure.title} (${figure.unit})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
  <title id="title">${escaped(title)}</title>
  <style>${style}</style>
  <rect class="background" width="${width}" height="${height}"/>
  ${text({ x: plot.left, y: 28, class: 'title' }, title)}
  ${parts.join('\n  ')}
</svg>
`;
}

/** Draws a line and a label for each power of ten. */
function horizontalGrid(decades: { readonly from: number; readonly to: number }, y: (value: number) => number) {
  const lines: string[] = [];
  for (let decade = decades.from; decade <= decades.to; decade += 1) {
    const at = y(10 ** decade);
    const kind = decade === decades.from ? 'axis' : 'grid';
    lines.push(`<line class="${kind}" x1="${plot.left}" y1="${at}" x2="${plot.right}" y2="${at}"/>`);
    lines.push(text({ x: plot.left - 8, y: at + 4, anchor: 'end' }, formatNumber(10 ** decade)));
  }
  return lines;
}

function verticalLine(at: number, label: string): string[] {
  return [
    `<line class="grid" x1="${at}" y1="${plot.top}" x2="${at}" y2="${plot.bottom}"/>`,
    text({ x: at, y: plot.bottom + 28, anchor: 'middle' }, label),
  ];
}

interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly value: number;
  readonly labelY: number;
}

/** Draws a series with a label for each value and its name at the end. */
function seriesOf(kind: 'ours' | 'peer', name: string, points: readonly Drawn[]): string[] {
  const last = points.at(-1);
  if (last === undefined) return [];
  return [
    `<polyline class="${kind}" points="${points.map((point) => `${point.x},${point.y}`).join(' ')}"/>`,
    ...points.map((point) =>
      kind === 'ours'
        ? `<circle class="ours" cx="${point.x}" cy="${point.y}" r="4"/>`
        : `<rect class="peer" x="${round(point.x - 4)}" y="${round(point.y - 4)}" width="8" height="8"/>`,
    ),
    ...points.map((point) =>
      text({ x: point.x, y: point.labelY, anchor: 'middle', class: kind }, formatNumber(point.value)),
    ),
    text({ x: last.x + 28, y: round(last.y + 4), class: kind }, name),
  ];
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'middle' | 'end';
  readonly class?: string;
}

function text(place: TextPlace, content: string): string {
  const anchor = place.anchor === undefined ? '' : ` text-anchor="${place.anchor}"`;
  const kind = place.class === undefined ? '' : ` class="${place.class}"`;
  return `<text x="${place.x}" y="${place.y}"${anchor}${kind}>${escaped(content)}</text>`;
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
