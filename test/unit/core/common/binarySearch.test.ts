import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findFirstIndex, findLastIndexNotAfter } from '#core/common/binarySearch.ts';

describe('firstIndex', () => {
  test('finds the first match for every length and position', () => {
    for (let length = 0; length <= 20; length += 1)
      for (let first = 0; first <= length; first += 1)
        assert.equal(
          findFirstIndex(length, (index) => index >= first),
          first,
          `${first} of ${length}`,
        );
  });

  test('checks at most 17 of 100,000 elements, all within range', () => {
    const asked: number[] = [];
    findFirstIndex(100_000, (index) => {
      asked.push(index);
      return index >= 77_777;
    });
    assert.ok(asked.length <= 17, `${asked.length} looks`);
    assert.ok(asked.every((index) => index >= 0 && index < 100_000));
  });

  test("checks the same elements as Go's sort.Search for a non-monotonic condition", () => {
    const asked: number[] = [];
    const found = findFirstIndex(7, (index) => {
      asked.push(index);
      return index === 1 || index === 5;
    });
    assert.deepEqual(asked, [3, 5, 4]);
    assert.equal(found, 5);
  });
});

describe('lastNotAfter', () => {
  test('returns the last of equal elements, or the first if all are greater', () => {
    const sorted = [2, 4, 4, 8];
    assert.deepEqual(
      [1, 2, 3, 4, 7, 8, 9].map((value) => findLastIndexNotAfter(sorted, value)),
      [0, 0, 0, 2, 2, 3, 3],
    );
    assert.equal(findLastIndexNotAfter([], 5), 0);
  });
});
