/** Tests how folded ranges of log lines become rows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Folds } from '#client/logs/view/folds.ts';

describe('log folds', () => {
  const folds = new Folds([
    { from: 2, to: 5, closed: true },
    { from: 7, to: 8, closed: false },
    { from: 10, to: 14, closed: true },
  ]);

  test('map every line to a row and back', () => {
    // 0 1 [2..5] 6 7 8 9 [10..14] 15
    assert.equal(folds.rows(16), 9);
    const shown = [0, 1, 2, 6, 7, 8, 9, 10, 15];
    shown.forEach((place, row) => {
      assert.equal(folds.placeOf(row), place);
      assert.equal(folds.rowOf(place), row);
    });
    for (const hidden of [3, 4, 5]) assert.equal(folds.rowOf(hidden), 2);
    assert.equal(folds.rowOf(14), 7);
  });

  test('split the visible rows into as few segments as possible', () => {
    assert.deepEqual(folds.segments(0, 9), [
      { place: 0, count: 3 },
      { place: 6, count: 5 },
      { place: 15, count: 1 },
    ]);
  });

  test('exclude overlapping and single-line ranges, and stay closed after an update', () => {
    assert.deepEqual(
      new Folds([
        { from: 1, to: 3, closed: true },
        { from: 3, to: 6, closed: true },
        { from: 8, to: 8, closed: true },
      ]).all.map(({ from }) => from),
      [1],
    );
    const next = folds.toggled(7).with([
      { from: 7, to: 8, quiet: false },
      { from: 20, to: 30, quiet: true },
    ]);
    assert.deepEqual(
      next.all.map(({ closed }) => closed),
      [true, true],
    );
  });
});
