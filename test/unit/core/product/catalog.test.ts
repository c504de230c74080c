/** Tests the data about the catalog of Red Hat operators. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findFirstOpenShift,
  isDeprecatedVersion,
  listStableEntries,
  listVersionsOf,
  stableEntries,
} from '#core/product/catalog.ts';
import { compareVersions, versionNumbers } from '#core/common/versions.ts';
import { listCatalogVersions } from '#core/product/openShiftSupport.ts';
import { releases } from '#core/product/releases.ts';

const numbers = (version: string) => versionNumbers(version) ?? assert.fail(version);

test('every bundle in stable replaces its predecessor and skips all earlier versions', () => {
  for (const [index, { version, replaces, skipRange }] of stableEntries.entries()) {
    assert.equal(replaces, stableEntries[index - 1]?.version, version);
    assert.equal(skipRange?.before, version);
    if (replaces !== undefined) assert.ok(compareVersions(numbers(replaces), numbers(version)) < 0, version);
  }
});

test('every released OSC release has a version in stable, and previews have none', () => {
  for (const { id, isPreview } of releases) assert.equal(listVersionsOf(id).length === 0, isPreview === true, id);
  assert.deepEqual(listVersionsOf('1.13'), ['1.13.0', '1.13.1']);
});

test('bundles up to 1.6.0 are deprecated', () => {
  for (const [version, expected] of [
    ['1.5.0', true],
    ['1.6.0', true],
    ['1.7.0', false],
    ['1.4.1', false],
    ['x', false],
  ] as const)
    assert.equal(isDeprecatedVersion(version), expected, version);
});

test('channel ends at the newest version that was seen for the OpenShift version', () => {
  const newest = (openShift: string) => listStableEntries(openShift)?.at(-1)?.version;
  assert.deepEqual(['4.16.9', '4.18', '4.21.9', '4.22.0-rc.1'].map(newest), ['1.10.2', '1.12.1', '1.13.1', '1.13.1']);
  for (const unread of ['4.17', '4.23', '4.161', '3.11', '']) assert.equal(newest(unread), undefined, unread);
  assert.equal(findFirstOpenShift('1.13.0'), '4.19');
  assert.equal(findFirstOpenShift('1.99.0'), undefined);
  for (const openShift of listCatalogVersions('1.13')) assert.equal(newest(openShift), '1.13.1', openShift);
});
