/** Tests the scroll bar of a log with any number of rows, one of which can be higher than the others. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  contentHeight,
  lastTop,
  offsetOf,
  rowAt,
  scrollAt,
  tallest,
  topAt,
  topToShow,
  topWithout,
} from '#client/logs/view/scaledScroll.ts';

const long = { rows: 10_000_000, rowHeight: 20, height: 600 };

describe('log scroll bar', () => {
  test('reaches the first and last of ten million rows within the height limit of browsers', () => {
    assert.equal(contentHeight(long), tallest);
    assert.equal(topAt(0, long), 0);
    assert.equal(topAt(contentHeight(long) - 600, long), 10_000_000 - 30);
    assert.equal(lastTop(long), 10_000_000 - 30);
  });

  test('maps every row to a position and back', () => {
    for (const row of [0, 1, 2, 999, 4_999_999, 9_999_969])
      assert.ok(Math.abs(topAt(scrollAt(row, long), long) - row) < 0.001, String(row));
  });

  test("scrolls a short log by pixels and doesn't scroll a log that fits", () => {
    const short = { rows: 100, rowHeight: 20, height: 600 };
    assert.equal(contentHeight(short), 2000);
    assert.equal(topAt(200, short), 10);
    assert.equal(topAt(50, { ...short, rows: 3 }), 0);
    assert.equal(scrollAt(2, { ...short, rows: 3 }), 0);
  });

  test('moves as little as possible to reveal a row', () => {
    assert.equal(topToShow(5, 10, long), 5);
    assert.equal(topToShow(12, 10, long), 10);
    assert.equal(topToShow(40, 10, long), 11);
  });
});

describe('log row that wraps', () => {
  const higher = { row: 10, extra: 2.5 };

  test('moves only the rows below it', () =>
    assert.deepEqual(
      [9, 10, 11, 20].map((row) => offsetOf(row, higher)),
      [9, 10, 13.5, 22.5],
    ));

  test('is found at every offset that it covers', () =>
    assert.deepEqual(
      [9.9, 10, 13.4, 13.5, 14.4, 14.5].map((offset) => rowAt(offset, higher)),
      [9, 10, 10, 11, 11, 12],
    ));

  test('leaves the rows in view where they are when another row is selected', () => {
    assert.equal(topWithout(4, higher), 4);
    assert.equal(topWithout(11, higher), 10);
    assert.equal(topWithout(30, higher), 27.5);
  });

  test('is revealed whole, or from its start if it is higher than the view', () => {
    assert.equal(topToShow(38, 10, long, 3), 11);
    assert.equal(topToShow(38, 10, long, 31), 38);
  });
});
