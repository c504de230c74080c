/**
 * Measures how long the metrics page takes to redraw a chart of 20 lines with 10,000 points each, in a browser without
 * VS Code. Run `node bench/manual/metricsRedraw.ts` after `npm run build`. Prints one line. docs/metrics.md quotes the
 * result.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { MetricsView, PanelView } from '#client/metrics/view/metricsView.ts';
import { bringChromium } from '#scripts/externalTools/chromium.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';

const [lines, points, rounds] = [20, 10_000, 15];
const from = 1_780_000_000;

function panel(version: number): PanelView {
  const at = Array.from({ length: points }, (_, index) => from + index * 15);
  const series = Array.from({ length: lines }, (_, line) => ({
    name: `line ${line}`,
    values: at.map((_, index) =>
      index % 997 === 0 ? null : 50 + line * 10 + 20 * Math.sin((index + version * 100) / 150),
    ),
    newest: '1',
    lowest: '0',
    highest: '2',
  }));
  const chart = { unit: 'bytes', from, to: from + points * 15, at, series, more: 0, references: [] } as const;
  return {
    id: 'bench',
    title: 'Bench',
    answers: 'How long it takes.',
    version,
    state: 'chart',
    remarks: [],
    notes: [],
    console: false,
    chart,
  };
}

function view(version: number): MetricsView {
  const none = {
    asOf: 'as of 10:41',
    where: '',
    loading: false,
    ranges: [],
    nodes: [],
    namespaces: [],
    tiles: [],
    sandboxes: [],
    autos: [],
  };
  return {
    type: 'metrics',
    title: 'Bench',
    ...none,
    panels: [panel(version)],
    alerts: { state: 'shown', alerts: [] },
    ask: { text: '', focus: 0, history: [] },
  };
}

/** Runs in the page. Measures from the arrival of the message until the chart is painted. */
const measure = `(view) => new Promise((resolve) => {
  const begun = performance.now();
  window.dispatchEvent(new MessageEvent('message', { data: view }));
  const ran = performance.now() - begun;
  requestAnimationFrame(() => setTimeout(() => resolve([ran, performance.now() - begun])));
})`;

const browser = await chromium.launch({
  executablePath: await bringChromium(console.log),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  await page.setContent('<!DOCTYPE html><html><body><main id="page"></main></body></html>');
  await page.evaluate('window.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })');
  await page.addScriptTag({ content: readFileSync(path.join(repositoryRoot, 'dist/metricsPage.js'), 'utf8') });
  const times: (readonly [number, number])[] = [];
  for (let round = 0; round <= rounds; round++)
    times.push(await page.evaluate<readonly [number, number]>(`(${measure})(${JSON.stringify(view(round + 1))})`));
  const [first, ...again] = times;
  const median = (place: 0 | 1) =>
    again.map((time) => time[place]).toSorted((one, other) => one - other)[Math.floor(again.length / 2)] ?? 0;
  console.log(
    `${lines} lines of ${points} points: first ${(first?.[1] ?? 0).toFixed(0)} ms, redraw ${median(0).toFixed(0)} ms of script, ${median(1).toFixed(0)} ms until it is visible`,
  );
} finally {
  await browser.close();
}
