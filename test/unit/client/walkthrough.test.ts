import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { timeUntilWalkthrough } from '../../../client/src/walkthrough.ts';

describe('command Take the Tour', () => {
  test('waits while VS Code is still registering walkthroughs', () => {
    assert.equal(timeUntilWalkthrough(0), 7000);
    assert.equal(timeUntilWalkthrough(6000), 1000);
  });

  test('opens the walkthrough at once afterwards', () => {
    assert.equal(timeUntilWalkthrough(7000), 0);
    assert.equal(timeUntilWalkthrough(3_600_000), 0);
  });
});
