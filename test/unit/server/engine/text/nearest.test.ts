import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';

const fields = ['checkNodeEligibility', 'enablePeerPods', 'kataConfigPoolSelector', 'logLevel'];

describe('nearest', () => {
  const cases: readonly [written: string, known: readonly string[], name: string | undefined, sure?: boolean][] = [
    ['enablePeerpods', fields, 'enablePeerPods', true],
    ['enablePeerPod', fields, 'enablePeerPods', true],
    ['logLevl', fields, 'logLevel', true],
    ['loglvl', fields, 'logLevel', true],
    ['level', fields, undefined],
    ['kataconfigPoolSelector', fields, 'kataConfigPoolSelector', true],
    ['image', fields, undefined],
    ['x', fields, undefined],
    ['', fields, undefined],
    ['logLevel'.repeat(20), fields, undefined],
    ['debg', Object.keys(logLevels), 'debug', true],
    ['inf', Object.keys(logLevels), 'info', true],
    ['ab', ['aa', 'bb'], 'aa', false],
    ['AA', ['aa', 'aA'], 'aa', false],
    ['anything', [], undefined],
  ];
  for (const [written, known, name, sure] of cases) {
    test(`finds ${name ?? 'no match'} for ${JSON.stringify(written.slice(0, 30))}`, () => {
      const found = findNearestName(written, known);
      assert.equal(found?.name, name);
      if (name !== undefined) assert.equal(found?.sure, sure);
    });
  }
});
