/** Shows the tiles at the start of the page: a value, its trend, and the threshold of the alert. */
import * as l10n from '@vscode/l10n';
import type { TileChart, TileView } from '#client/metrics/view/metricsView.ts';
import { createElement, createIcon } from '../dom.ts';

const icons = { ok: 'check', attention: 'warning', info: 'info', missing: 'empty', unread: 'empty' } as const;

export class MetricsTiles {
  readonly root = createElement('div', { class: 'tiles', role: 'group', 'aria-label': l10n.t`Health` });
  /** The shown tiles as text, because an unchanged tile isn't drawn again. */
  #shown = '';

  show(tiles: readonly TileView[]): void {
    const text = JSON.stringify(tiles);
    if (text === this.#shown) return;
    this.#shown = text;
    this.root.replaceChildren(...tiles.map(createTile));
  }
}

function createTile({ id, title, state, value, lines, threshold, chart }: TileView): HTMLElement {
  return createElement(
    'section',
    { class: `tile ${state}`, 'aria-labelledby': `tile-${id}`, 'data-tile': id, 'data-state': state },
    createElement('h2', { id: `tile-${id}` }, title),
    createElement(
      'div',
      { class: 'tile-top' },
      createElement('div', { class: 'tile-value' }, createIcon(icons[state]), createElement('strong', {}, value)),
      chart === undefined ? undefined : drawTrend(chart),
    ),
    createElement('ul', {}, ...lines.map((line) => createElement('li', {}, line))),
    createElement('p', { class: 'quiet' }, threshold),
  );
}

const [width, height] = [160, 36];

/** Draws the line with gaps, and the threshold. Hidden from screen readers, because the text describes the trend. */
function drawTrend({ from, to, at, values, most, threshold }: TileChart): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('class', 'trend');
  svg.setAttribute('aria-hidden', 'true');
  const x = (time: number): string => (((time - from) / Math.max(1, to - from)) * width).toFixed(1);
  const y = (value: number): string => (height - 1 - (Math.max(0, value) / most) * (height - 2)).toFixed(1);
  const add = (className: string, d: string): void => {
    const path = document.createElementNS(space, 'path');
    path.setAttribute('class', className);
    path.setAttribute('d', d);
    svg.append(path);
  };
  add('base', `M0 ${height - 0.5}H${width}`);
  if (threshold !== undefined) add('threshold', `M0 ${y(threshold)}H${width}`);
  let isGap = true;
  const steps = values.flatMap((value, index) => {
    const isStart = isGap;
    isGap = value === null;
    if (value === null) return [];
    const point = `${x(at[index] ?? from)} ${y(value)}`;
    // The line of length 0 shows a value between two gaps as a dot.
    return [isStart ? `M${point}h0` : `L${point}`];
  });
  add('line', steps.join(''));
  return svg;
}
