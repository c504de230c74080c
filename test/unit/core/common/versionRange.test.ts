/** Tests version ranges of ClusterExtensions. The results were compared with Masterminds/semver@71f2b39f. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listPossibleStableVersions } from '#core/product/catalog.ts';
import { parseVersionRange } from '#core/common/versionRange.ts';

describe('a version range', () => {
  for (const [range, inside, outside] of [
    ['1.12.0', ['1.12.0'], ['1.12.1', '1.11.0']],
    ['v1.12.0', ['1.12.0'], ['1.12.1']],
    ['1.12', ['1.12.0', '1.12.1'], ['1.13.0', '1.11.9']],
    ['1.12.x', ['1.12.0', '1.12.1'], ['1.13.0']],
    ['1.x', ['1.0.0', '1.13.1'], ['2.0.0']],
    ['*', ['0.1.0', '2.0.0'], []],
    ['>=1.12.0, <1.14', ['1.12.0', '1.13.9'], ['1.11.9', '1.14.0']],
    ['>=1.12.0 <1.14', ['1.13.1'], ['1.14.0']],
    ['>= 1.12.0', ['1.12.0'], ['1.11.1']],
    ['>1.12', ['1.13.0', '2.0.0'], ['1.12.1']],
    ['>1.12.0', ['1.12.1'], ['1.12.0']],
    ['<=1.12', ['1.12.9', '1.11.0'], ['1.13.0']],
    ['<1.12', ['1.11.9'], ['1.12.0']],
    ['!=1.12', ['1.13.0'], ['1.12.1']],
    ['~1.12.1', ['1.12.1', '1.12.9'], ['1.12.0', '1.13.0']],
    ['~1', ['1.0.0', '1.99.0'], ['2.0.0']],
    ['^1.12.1', ['1.12.1', '1.99.0'], ['1.12.0', '2.0.0']],
    ['1.5.3 || >=1.13', ['1.5.3', '1.13.0'], ['1.5.2', '1.12.1']],
  ] as const)
    test(`${range} contains ${inside.join(', ')}, but not ${outside.join(', ') || 'other syntax'}`, () => {
      const contains = parseVersionRange(range);
      for (const version of inside) assert.equal(contains?.(version), true, version);
      for (const version of outside) assert.equal(contains?.(version), false, version);
    });

  for (const range of ['', '||', '>=', '1.12.0-rc1', '1.2 - 1.4', '^0.3', 'latest', `>=1.${'1'.repeat(80)}`])
    test(`${JSON.stringify(range)} isn't evaluated`, () => assert.equal(parseVersionRange(range), undefined));

  test('is compared with all versions that the channel stable might have', () => {
    const versions = listPossibleStableVersions();
    for (const version of ['1.5.0', '1.13.1', '1.13.2', '1.14.0', '1.12.3'])
      assert.ok(versions.includes(version), version);
    for (const version of ['1.8.0', '1.12.9', '1.15.0', '2.0.0']) assert.ok(!versions.includes(version), version);
  });
});
