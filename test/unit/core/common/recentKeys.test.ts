/** Tests that the memory of keys is bounded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentKeys } from '#core/common/recentKeys.ts';

test('remembers the newest keys, and forgets the oldest ones', () => {
  const keys = new RecentKeys(3);
  for (const key of ['a', 'b', 'c', 'a', 'd']) keys.add(key);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => keys.has(key)),
    [true, false, true, true],
  );
});
