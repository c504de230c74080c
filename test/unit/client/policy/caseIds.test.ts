import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCaseIds } from '#client/policy/tests/caseIds.ts';

describe('IDs of policy test cases', () => {
  test('are the names, with numbers for repeated names', () => {
    assert.deepEqual(createCaseIds(['a', 'b', 'a']), ['a', 'b', 'a (3)']);
  });
  test('are unique if a name looks like a numbered one', () => {
    for (const names of [
      ['a (3)', 'a', 'a'],
      ['a', 'a', 'a (2)'],
      ['a', 'a (2)', 'a', 'a', 'a (3)', 'a (4)', 'a (2)'],
    ]) {
      const ids = createCaseIds(names);
      assert.equal(new Set(ids).size, names.length, ids.join());
    }
    assert.deepEqual(createCaseIds(['a (3)', 'a', 'a']), ['a (3)', 'a', 'a (4)']);
  });
});
