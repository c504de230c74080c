import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareReleases,
  documentationOf,
  findRelease,
  formatReleaseIds,
  hasKnownDocumentation,
  newestDocumentedRelease,
  newestRelease,
  releases,
  releasesNewestFirst,
} from '#core/product/releases.ts';

test('releases are sorted numerically from oldest to newest', () => {
  const numbers = releases.map(({ id }) => Number(id.split('.')[1]));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(numbers).size, numbers.length);
  assert.equal(newestRelease.id, '1.13');
});

test('release lookup accepts common spellings', () => {
  for (const id of ['1.12', 'v1.12', '1.12.0', ' 1.12 ']) assert.equal(findRelease(id)?.id, '1.12');
  for (const id of ['', '1', '1.1', '1.2', '1.15', '12', '1.12.x', 'latest', '01.12'])
    assert.equal(findRelease(id), undefined, id);
});

test('patch versions of 1.13 mean 1.13', () => {
  for (const id of ['1.13', '1.13.0', '1.13.1', 'v1.13.0']) assert.equal(findRelease(id), newestRelease, id);
});

test('previews are accepted by name, listed last, and never the default', () => {
  const preview = findRelease('1.14.0');
  assert.equal(preview?.isPreview, true);
  assert.equal(releasesNewestFirst.at(-1), preview);
  assert.deepEqual(
    releasesNewestFirst.slice(0, 2).map(({ id }) => id),
    ['1.13', '1.12'],
  );
  assert.match(formatReleaseIds(), /^1\.5, .*, 1\.12, 1\.13, 1\.14 \(not released\)$/);
});

test('release comparison is numeric', () => {
  const [older, newer] = [findRelease('1.9'), findRelease('1.10')];
  assert.ok(older !== undefined && newer !== undefined);
  assert.ok(compareReleases(older, newer) < 0);
  assert.ok(compareReleases(newer, older) > 0);
  assert.equal(compareReleases(newer, newer), 0);
  assert.ok(compareReleases(newestRelease, { id: '1.99', docs: '' }) < 0, 'a release that no table contains');
});

test('every release has a documentation URL', () => {
  for (const release of releases) {
    const end = hasKnownDocumentation(release) ? `/${release.id.replace('.', '\\.')}(/|$)` : '$';
    assert.match(release.docs, new RegExp(`^https://docs\\.redhat\\.com/.*/openshift_sandboxed_containers${end}`));
    assert.ok(release.docs.startsWith(documentationOf(release)), release.id);
  }
  assert.equal(newestDocumentedRelease.id, '1.12');
});
