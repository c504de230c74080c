import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareReleases, findRelease, newestRelease, releases } from '#core/product/releases.ts';

test('releases are sorted numerically from oldest to newest', () => {
  const numbers = releases.map(({ id }) => Number(id.split('.')[1]));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(numbers).size, numbers.length);
  assert.equal(newestRelease, releases.at(-1));
});

test('release lookup accepts common spellings', () => {
  for (const id of ['1.12', 'v1.12', '1.12.0', ' 1.12 ']) assert.equal(findRelease(id)?.id, '1.12');
  for (const id of ['', '1', '1.1', '1.2', '1.13', '12', '1.12.x', 'latest', '01.12'])
    assert.equal(findRelease(id), undefined, id);
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
  for (const { id, docs } of releases)
    assert.match(docs, new RegExp(`^https://docs\\.redhat\\.com/.*/${id.replace('.', '\\.')}(/|$)`));
});
