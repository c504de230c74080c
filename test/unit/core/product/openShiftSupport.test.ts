/** Tests OpenShift versions against the support table of a release. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, versionNumbers } from '#core/common/versions.ts';
import { openShiftFit, openShiftSupport, findOpenShiftSupport } from '#core/product/openShiftSupport.ts';
import { findRelease } from '#core/product/releases.ts';

test('OpenShift support table is sorted, has known releases, and has sources', () => {
  for (const { release, least, first, architectures, source } of openShiftSupport) {
    assert.ok(findRelease(release) !== undefined, release);
    assert.equal(first[0], least);
    const numbers = first.map((version) => versionNumbers(version));
    assert.ok(numbers.every((one) => one !== undefined));
    for (let index = 1; index < numbers.length; index += 1) {
      const [before, after] = [numbers[index - 1], numbers[index]];
      assert.ok(before !== undefined && after !== undefined && compareVersions(before, after) < 0);
    }
    assert.ok(architectures.length > 0 && source !== '');
  }
});

for (const [version, fit] of [
  ['4.18.38', 'listed'],
  ['4.18.37', 'old'],
  ['4.18.38-rc.1', 'old'],
  ['4.19.27', 'early'],
  ['4.19.28', 'listed'],
  ['4.21.9', 'listed'],
  ['4.21.100', 'listed'],
  ['4.22.0', 'newer'],
  ['5.0.0', 'newer'],
  ['3.11.999', 'old'],
  ['4.20', 'unreadable'],
  ['', 'unreadable'],
  ['4.20.18+build', 'listed'],
] as const) {
  test(`OpenShift "${version}" is rated ${fit} for OSC 1.12`, () => {
    const support = findOpenShiftSupport('1.12');
    assert.ok(support !== undefined);
    assert.equal(openShiftFit(version, support), fit);
  });
}

test('version comparison sorts a release candidate before its version', () => {
  const of = (text: string): NonNullable<ReturnType<typeof versionNumbers>> =>
    versionNumbers(text) ?? assert.fail(text);
  assert.ok(compareVersions(of('1.2.3-rc.1'), of('1.2.3')) < 0);
  assert.ok(compareVersions(of('v1.2.10'), of('1.2.9')) > 0);
  assert.equal(compareVersions(of('v1.34.1+abc'), of('1.34.1')), 0);
  assert.equal(findOpenShiftSupport('1.5'), undefined);
});
