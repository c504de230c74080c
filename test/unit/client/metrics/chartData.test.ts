/** Tests the data of charts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chartData, mostDrawn } from '#client/metrics/view/chartData.ts';
import { samples, step } from '#test/support/metrics/fakePrometheus.ts';

const start = Date.UTC(2026, 7, 1, 10, 41);

describe('chart data', () => {
  const stretch = { from: start, to: start + 10 * step, step };
  const named = (name: string, values: readonly (number | undefined)[]) => ({
    name,
    labels: {},
    samples: samples(start, values),
  });
  test('keeps gaps and treats NaN as a gap', () => {
    const data = chartData(
      [named('a', [1, undefined, undefined, 4]), named('b', [1, undefined, undefined, Number.NaN])],
      'count',
      stretch,
    );
    assert.deepEqual(
      data.series.map(({ values }) => values),
      [
        [1, null, null, 4],
        [1, null, null, null],
      ],
    );
    assert.equal(data.at.length, 4);
    assert.equal(data.noNumbers, 1);
    assert.equal(data.series[1]?.newest, 'not a number');
    assert.equal(data.series[1]?.highest, '1');
  });
  test('handles infinite, empty, and single values', () => {
    const data = chartData([named('a', [Number.POSITIVE_INFINITY]), named('b', []), named('c', [5])], 'bytes', stretch);
    assert.deepEqual(
      data.series.map(({ values, newest, lowest }) => [values, newest, lowest]),
      [
        [[null], 'infinity', 'no value'],
        [[null], 'no value', 'no value'],
        [[5], '5 B', '5 B'],
      ],
    );
    assert.deepEqual(chartData([], 'count', { ...stretch, step: 0 }).at, []);
  });
  test('contains the series with the largest values and the number of omitted ones', () => {
    const many = Array.from({ length: mostDrawn + 5 }, (_, index) => named(`s${index}`, [index]));
    const data = chartData(many, 'count', stretch);
    assert.equal(data.series.length, mostDrawn);
    assert.equal(data.more, 5);
    assert.equal(data.series[0]?.name, 's5');
    assert.equal(data.series.at(-1)?.name, 's24');
  });
  test('limits the grid when the step is too small', () => {
    const data = chartData(
      [
        {
          name: 'a',
          labels: {},
          samples: [
            { at: 0, value: 1 },
            { at: 1e12, value: 2 },
          ],
        },
      ],
      'count',
      { from: 0, to: 1e12, step: 1 },
    );
    assert.deepEqual(data.series[0]?.values, [1, 2]);
  });
});
