import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineOfKata, engines } from '#core/agent/policyEngines.ts';
import { getGuest, getGuestById, overLimits } from '#core/agent/guests.ts';
import { newestRelease, releases } from '#core/product/releases.ts';
import { oddSources, twice } from '#test/support/repository/sourceFormat.ts';

test('every release has a guest with an engine, a reason, and a source', () => {
  for (const release of releases) {
    const guest = getGuest(release);
    assert.ok(guest.engines.length > 0, release.id);
    assert.match(guest.why(), /v0/);
    assert.deepEqual(oddSources(guest.source), [], release.id);
  }
  for (const { id, source } of engines) assert.deepEqual(oddSources(source), [], id);
  assert.deepEqual(twice(engines.map(({ id }) => id)), []);
});

test('guests up to OSC 1.11 use Rego v0 without base64, and those of later releases vary', () => {
  for (const id of ['1.5', '1.9', '1.10', '1.11']) {
    const guest = getGuestById(id);
    assert.deepEqual(
      [guest.dialect, guest.base64, guest.copyFile, guest.limits],
      ['v0', false, 'message', undefined],
      id,
    );
  }
  // No table has a row for OSC 1.99.
  for (const newer of [getGuestById('1.12'), getGuest({ id: '1.99', docs: '' })]) {
    assert.deepEqual(
      [newer.kata, newer.dialect, newer.base64, newer.copyFile, newer.limitsAreSure],
      [undefined, 'depends', 'depends', 'extract', false],
    );
    assert.equal(newer.limits?.lines, 200_000);
  }
  assert.equal(getGuestById('nonsense').release, newestRelease.id);
});

test('engine lookup maps Kata versions to policy engines', () => {
  const ids = (versions: readonly string[]) => versions.map((version) => engineOfKata(version)?.id);
  assert.deepEqual(ids(['3.17.0', '3.27.0', '3.28.0', '3.29.0', '3.30.0', 'v4.1.0', '3.25.0-7.rhaos4.21.el9']), [
    'regorus 0.2.8',
    'regorus 0.2.8',
    'regorus 0.2.8 + base64',
    'regorus 0.2.8 + base64',
    'regorus after 0.9.1',
    'regorus after 0.9.1',
    'regorus 0.2.8',
  ]);
  assert.deepEqual(ids(['3.8.0', '2.5.2', '', 'latest', '3']), [undefined, undefined, undefined, undefined, undefined]);
});

test('policy limits are measured in bytes and lines', () => {
  const limits = { lineBytes: 10, bytes: 30, lines: 3 };
  assert.deepEqual(overLimits('short\nlines\n', limits), []);
  assert.deepEqual(overLimits('a\nb\nc\n', limits), []);
  assert.deepEqual(overLimits('a\nb\nc\nd', limits), [{ what: 'lines', found: 4, limit: 3, line: 3 }]);
  assert.deepEqual(overLimits('ok\näääääx', limits), [{ what: 'lineBytes', found: 11, limit: 10, line: 1 }]);
  const long = '😀'.repeat(10);
  assert.deepEqual(
    overLimits(long, limits).map(({ what, found }) => [what, found]),
    [
      ['lineBytes', 40],
      ['bytes', 40],
    ],
  );
  assert.deepEqual(overLimits('', limits), []);
});
