/** Tests of the growth charts that `npm run bench` writes to the documentation. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { chartSvg } from '#bench/report/growth/chart.ts';
import { figures, type Figure } from '#bench/report/growth/figures.ts';
import { chartsOf, growthDocument, pageWithCharts, readGrowthResults } from '#bench/report/growth/growthPage.ts';
import {
  describeGrowth,
  growthRow,
  growthsOf,
  parseGrowthResults,
  trendOf,
  type Growth,
} from '#bench/report/growth/series.ts';
import { Samples } from '#bench/report/samples.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';

const sizes = [1, 10, 100, 1000];
const points = (...values: readonly number[]) => values.map((value, index) => ({ size: 10 ** index, value }));
const figure: Figure = { id: 'first', title: 'Start <to> end', unit: 'ms', over: 'documents', sizes };

describe('trend', () => {
  test('has no knee if the slope is the same everywhere', () => {
    assert.deepEqual(trendOf(points(5, 50, 500)), { slope: 1 });
  });

  test('has a knee where the slope increases most', () => {
    assert.deepEqual(trendOf(points(10, 10, 10, 100)), { slope: 0, knee: { size: 100, slopeAfter: 1 } });
  });

  test('needs two points', () => {
    assert.equal(trendOf(points(1)), undefined);
  });
});

describe('description', () => {
  test('names the slopes and the knee', () => {
    assert.equal(
      describeGrowth('Ours', points(10, 10, 10, 100), 'documents'),
      'Ours: nearly constant (slope 0.00) up to the knee at 100 documents, then grows in proportion to the number of documents (slope 1.00).',
    );
    assert.equal(
      describeGrowth('Ours', points(1, 3.16, 10), 'nodes'),
      'Ours: grows more slowly than the number of nodes (slope 0.50).',
    );
    assert.equal(
      describeGrowth('Ours', points(1, 100), 'clusters'),
      'Ours: grows faster than the number of clusters (slope 2.00).',
    );
  });

  test('names the sizes that were not measured', () => {
    assert.equal(
      describeGrowth('Peer', [...points(5, 50), { size: 10_000, problem: 'more than 90 s' }], 'documents'),
      'Peer: grows in proportion to the number of documents (slope 1.00). Not measured with 10,000 documents: more than 90 s.',
    );
  });

  test('is empty without points', () => {
    assert.equal(describeGrowth('Peer', [], 'nodes'), '');
  });
});

describe('points', () => {
  test('are the medians of the samples, or the reason why there are none', () => {
    const samples = new Samples();
    for (const value of [3, 1, 2]) samples.add(growthRow('first', 1), 'ours', value);
    samples.fail(growthRow('first', 1), 'peer', 'more than 90 s');
    const growths = growthsOf(samples);
    assert.deepEqual(growths, [
      { id: 'first', ours: [{ size: 1, value: 2 }], peer: [{ size: 1, problem: 'more than 90 s' }] },
    ]);
    assert.deepEqual(parseGrowthResults(JSON.stringify({ machine: 'm', growths })), { machine: 'm', growths });
  });
});

describe('chart', () => {
  const growth: Growth = { id: 'first', ours: points(10, 20, 40, 400), peer: points(500, 700, 900) };

  test('shows both series with their values, and escapes its title', () => {
    const svg = chartSvg(figure, growth) ?? '';
    assert.match(svg, /<title id="title">Start &lt;to&gt; end \(ms\)<\/title>/);
    for (const name of ['Ours', 'Peer', 'Documents', '400', '900', '1,000'])
      assert.ok(svg.includes(`>${name}</text>`), name);
    assert.equal(svg.match(/<circle /g)?.length, 4);
    assert.equal(svg.match(/<rect class="peer"/g)?.length, 3);
  });

  test('has equal steps per decade on both axes', () => {
    const svg = chartSvg({ ...figure, sizes: [1, 10, 100] }, { id: 'first', ours: points(1, 10, 100), peer: [] }) ?? '';
    assert.match(svg, /<polyline class="ours" points="100,336 316,196 532,56"\/>/);
  });

  test('is the same text for the same points, contains no script, and has colors for a dark theme', () => {
    const svg = chartSvg(figure, growth);
    assert.equal(chartSvg(figure, growth), svg);
    assert.doesNotMatch(svg ?? '', /<script|\son\w+=|href=/);
    assert.match(svg ?? '', /prefers-color-scheme: dark/);
  });

  test('is missing without measured points', () => {
    assert.equal(chartSvg(figure, { id: 'first', ours: [{ size: 1, problem: 'x' }], peer: [] }), undefined);
  });
});

describe('documentation', () => {
  test('shows the charts of the results', () => {
    const results = readGrowthResults();
    assert.equal(
      pageWithCharts(results),
      readFileSync(path.join(repositoryRoot, growthDocument), 'utf8'),
      'run: npm run bench -- --write',
    );
    const charts = chartsOf(results);
    assert.deepEqual(
      results.growths.map(({ id }) => id),
      figures.map(({ id }) => id),
    );
    for (const [file, svg] of charts) assert.equal(readFileSync(path.join(repositoryRoot, file), 'utf8'), svg, file);
  });
});
